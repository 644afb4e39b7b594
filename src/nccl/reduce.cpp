// SPDX-License-Identifier: Apache-2.0
#include "nccl/reduce.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "nccl/numbers.h"

namespace heddle::nccl {
namespace {

using library::BFloat16;
using library::Half;

// Numbers of 8 and 16 bits are computed with in float, so many at a time.
constexpr i64 kBlock = 512;

template <class T>
constexpr bool is_narrow = std::is_class_v<T>;

void widen(const Half* from, i64 count, float* to) {
  library::to_floats(from, count, to);
}
void narrow(const float* from, i64 count, Half* to) {
  library::to_halves(from, count, to);
}
void widen(const BFloat16* from, i64 count, float* to) {
  for (i64 i = 0; i < count; ++i) to[i] = std::bit_cast<float>(std::uint32_t{from[i].bits} << 16);
}
void narrow(const float* from, i64 count, BFloat16* to) {
  for (i64 i = 0; i < count; ++i) {
    const auto bits = std::bit_cast<std::uint32_t>(from[i]);
    const std::uint32_t rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    const bool is_nan = (bits & 0x7fffffff) > 0x7f800000;
    to[i].bits = static_cast<std::uint16_t>(is_nan ? 0x7fff : rounded);
  }
}
template <int f, int b, std::uint32_t l>
void widen(const Float8<f, b, l>* from, i64 count, float* to) {
  for (i64 i = 0; i < count; ++i) to[i] = from[i].value();
}
template <int f, int b, std::uint32_t l>
void narrow(const float* from, i64 count, Float8<f, b, l>* to) {
  for (i64 i = 0; i < count; ++i) to[i] = Float8<f, b, l>::of(from[i]);
}

// Integers wrap around.
struct Sum {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_floating_point_v<T>) return a + b;
    using U = std::make_unsigned_t<std::conditional_t<std::is_floating_point_v<T>, int, T>>;
    return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
  }
};
struct Product {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_floating_point_v<T>) return a * b;
    using U = std::make_unsigned_t<std::conditional_t<std::is_floating_point_v<T>, int, T>>;
    return static_cast<T>(static_cast<U>(a) * std::uint64_t{static_cast<U>(b)});
  }
};
// As fminf and fmaxf: of a number and a NaN, the number.
struct Least {
  template <class T>
  T operator()(T a, T b) const {
    return a < b || b != b ? a : b;
  }
};
struct Greatest {
  template <class T>
  T operator()(T a, T b) const {
    return a > b || b != b ? a : b;
  }
};

template <class T, class Op>
void combine_all(T* out, const T* a, const T* b, i64 count, Op op) {
  if constexpr (is_narrow<T>) {
    float x[kBlock], y[kBlock];
    for (i64 at = 0; at < count; at += kBlock) {
      const i64 n = std::min(kBlock, count - at);
      widen(a + at, n, x);
      widen(b + at, n, y);
      for (i64 i = 0; i < n; ++i) x[i] = op(x[i], y[i]);
      narrow(x, n, out + at);
    }
  } else {
    for (i64 i = 0; i < count; ++i) out[i] = op(a[i], b[i]);
  }
}

template <class T>
void scale_all(T* out, const T* in, i64 count, T factor) {
  if constexpr (is_narrow<T>) {
    float by = 0, x[kBlock];
    widen(&factor, 1, &by);
    for (i64 at = 0; at < count; at += kBlock) {
      const i64 n = std::min(kBlock, count - at);
      widen(in + at, n, x);
      for (i64 i = 0; i < n; ++i) x[i] *= by;
      narrow(x, n, out + at);
    }
  } else {
    for (i64 i = 0; i < count; ++i) out[i] = Product()(in[i], factor);
  }
}

template <class T>
T fraction(std::uint64_t ranks) {
  T result{};
  if constexpr (is_narrow<T>) {
    const float value = 1.0f / static_cast<float>(ranks);
    narrow(&value, 1, &result);
  } else if constexpr (std::is_floating_point_v<T>) {
    result = static_cast<T>(1.0 / static_cast<double>(ranks));
  }
  return result;
}

}  // namespace

void combine(ncclDataType_t type, const Operator& op, void* out, const void* a, const void* b,
             std::uint64_t count) {
  with_type(type, [&](auto zero) {
    using T = decltype(zero);
    const auto with = [&](auto operation) {
      combine_all(static_cast<T*>(out), static_cast<const T*>(a), static_cast<const T*>(b),
                  static_cast<i64>(count), operation);
    };
    switch (op.base) {
      case ncclProd:
        return with(Product());
      case ncclMax:
        return with(Greatest());
      case ncclMin:
        return with(Least());
      default:
        return with(Sum());
    }
  });
}

void contribute(ncclDataType_t type, const Operator& op, void* out, const void* in,
                std::uint64_t count) {
  if (op.scale == Operator::Scale::kNone) {
    if (out != in) std::memcpy(out, in, count * size_of(type));
    return;
  }
  with_type(type, [&](auto zero) {
    using T = decltype(zero);
    T factor{};
    if (op.scale == Operator::Scale::kFraction) {
      factor = fraction<T>(op.ranks);
    } else {
      std::memcpy(&factor, op.scale == Operator::Scale::kDevice ? op.device : &op.value, sizeof(T));
    }
    scale_all(static_cast<T*>(out), static_cast<const T*>(in), static_cast<i64>(count), factor);
  });
}

void conclude(ncclDataType_t type, const Operator& op, void* data, std::uint64_t count) {
  if (!op.divides) return;
  with_type(type, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_integral_v<T>) {
      using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
      auto* const at = static_cast<T*>(data);
      const auto by = static_cast<Wide>(op.ranks);
      for (std::uint64_t i = 0; i < count; ++i)
        at[i] = static_cast<T>(static_cast<Wide>(at[i]) / by);
    }
  });
}

}  // namespace heddle::nccl
