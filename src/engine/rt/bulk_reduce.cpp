// SPDX-License-Identifier: Apache-2.0
#include "engine/rt/bulk_reduce.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

namespace heddle::engine {
namespace {

using image::BulkOp;
using image::TensorType;

// Numbers in memory as words, and as what is computed with. A NaN that comes out is the GPU's.
template <class Word, class Number>
struct Plain {
  using Bits = Word;
  static Number value(Word word) { return std::bit_cast<Number>(word); }
  static Word bits(Number number) {
    if constexpr (std::is_same_v<Number, float>) {
      if (std::isnan(number)) return 0x7fffffff;
    }
    return std::bit_cast<Word>(number);
  }
};
// Of a map that flushes denormals: operands and results.
struct Flushed {
  using Bits = std::uint32_t;
  static float value(Bits word) {
    const auto number = std::bit_cast<float>(word);
    return std::fpclassify(number) == FP_SUBNORMAL ? std::copysign(0.0F, number) : number;
  }
  static Bits bits(float number) {
    return Plain<Bits, float>::bits(value(std::bit_cast<Bits>(number)));
  }
};
// The sum of two, rounded to float and then to 16 bits, is rounded right: float has more than twice
// as many bits.
struct Half {
  using Bits = std::uint16_t;
  static float value(Bits word) { return static_cast<float>(std::bit_cast<_Float16>(word)); }
  static Bits bits(float number) {
    if (std::isnan(number)) return 0x7fff;
    return std::bit_cast<Bits>(static_cast<_Float16>(number));
  }
};
struct Brain {
  using Bits = std::uint16_t;
  static float value(Bits word) { return std::bit_cast<float>(std::uint32_t{word} << 16); }
  static Bits bits(float number) {
    const auto word = std::bit_cast<std::uint32_t>(number);
    if (std::isnan(number)) return 0x7fff;
    return static_cast<Bits>((word + 0x7fff + (word >> 16 & 1)) >> 16);
  }
};

// The other one, where one is NaN; -0 is below 0.
template <class Number>
Number lower(Number a, Number b) {
  if constexpr (std::is_floating_point_v<Number>) {
    if (std::isnan(a)) return b;
    if (a == b) return std::signbit(a) ? a : b;
  }
  return b < a ? b : a;
}
template <class Number>
Number higher(Number a, Number b) {
  if constexpr (std::is_floating_point_v<Number>) {
    if (std::isnan(a)) return b;
    if (a == b) return std::signbit(a) ? b : a;
  }
  return a < b ? b : a;
}

template <class Number>
Number reduced(Number old, Number by, BulkOp op) {
  switch (op) {
    case BulkOp::kAdd:
      if constexpr (std::is_integral_v<Number>) {
        using Unsigned = std::make_unsigned_t<Number>;
        return static_cast<Number>(static_cast<Unsigned>(old) + static_cast<Unsigned>(by));
      } else {
        return old + by;
      }
    case BulkOp::kMin:
      return lower(old, by);
    case BulkOp::kMax:
      return higher(old, by);
    default:
      break;
  }
  if constexpr (std::is_integral_v<Number>) {
    switch (op) {
      case BulkOp::kInc:
        return old >= by ? 0 : old + 1;
      case BulkOp::kDec:
        return old == 0 || old > by ? by : old - 1;
      case BulkOp::kAnd:
        return old & by;
      case BulkOp::kOr:
        return old | by;
      case BulkOp::kXor:
        return old ^ by;
      default:
        break;
    }
  }
  return old;
}

template <class Form>
void reduce(void* to, const void* from, std::uint64_t bytes, BulkOp op) {
  using Bits = typename Form::Bits;
  auto* place = static_cast<Bits*>(to);
  for (std::uint64_t k = 0; k < bytes / sizeof(Bits); ++k) {
    Bits by;
    std::memcpy(&by, static_cast<const std::byte*>(from) + k * sizeof by, sizeof by);
    const std::atomic_ref<Bits> word(place[k]);
    Bits old = word.load(std::memory_order_relaxed);
    while (!word.compare_exchange_weak(old,
                                       Form::bits(reduced(Form::value(old), Form::value(by), op)),
                                       std::memory_order_relaxed)) {
    }
  }
}

}  // namespace

bool reduces(BulkOp op, TensorType type) {
  switch (op) {
    case BulkOp::kAdd:
      return type >= TensorType::kU32;
    case BulkOp::kMin:
    case BulkOp::kMax:
      return (type >= TensorType::kU32 && type <= TensorType::kF16) || type == TensorType::kBf16;
    case BulkOp::kInc:
    case BulkOp::kDec:
      return type == TensorType::kU32;
    default:
      return type >= TensorType::kU32 && type <= TensorType::kS64;
  }
}

void bulk_reduce(void* to, const void* from, std::uint64_t bytes, BulkOp op, TensorType type) {
  switch (type) {
    case TensorType::kU32:
      return reduce<Plain<std::uint32_t, std::uint32_t>>(to, from, bytes, op);
    case TensorType::kS32:
      return reduce<Plain<std::uint32_t, std::int32_t>>(to, from, bytes, op);
    case TensorType::kU64:
      return reduce<Plain<std::uint64_t, std::uint64_t>>(to, from, bytes, op);
    case TensorType::kS64:
      return reduce<Plain<std::uint64_t, std::int64_t>>(to, from, bytes, op);
    case TensorType::kF16:
      return reduce<Half>(to, from, bytes, op);
    case TensorType::kBf16:
      return reduce<Brain>(to, from, bytes, op);
    case TensorType::kF64:
      return reduce<Plain<std::uint64_t, double>>(to, from, bytes, op);
    case TensorType::kF32Ftz:
    case TensorType::kTf32Ftz:
      return reduce<Flushed>(to, from, bytes, op);
    default:
      return reduce<Plain<std::uint32_t, float>>(to, from, bytes, op);
  }
}

}  // namespace heddle::engine
