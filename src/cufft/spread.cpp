// SPDX-License-Identifier: Apache-2.0
#include "cufft/spread.h"

#include <bit>

#include "cufft/layouts.h"

namespace heddle::cufft {
namespace {

bool is_power_of_two(i64 n) {
  return (n & (n - 1)) == 0;
}

// One dimension needs as many strings as GPUs, and the factors to be exact.
cufftResult check_one(const Transform& transform, int gpus) {
  const i64 least = gpus <= 4 ? 64 : gpus <= 8 ? 128 : 1024;  // as documented
  if (!is_power_of_two(transform.n[0]) || transform.n[0] < least) return CUFFT_INVALID_SIZE;
  return is_power_of_two(gpus)
             ? CUFFT_SUCCESS
             : not_supported("cufftMakePlan1d",
                             "of one transform on GPUs whose number is no power of two");
}

}  // namespace

cufftResult check_spread(const Transform& transform, int gpus) {
  const char* const call = "cufftMakePlan";
  if (transform.number == Number::kHalf || transform.number == Number::kBFloat16)
    return not_supported(call, "of half and bfloat16 on several GPUs");
  Transform plain = transform;
  plain.in = plain.out = {};
  const Layouts given = layouts_of(transform, false), packed = layouts_of(plain, false);
  if (given.in.stride != packed.in.stride || given.out.stride != packed.out.stride)
    return not_supported(call, "with strides on several GPUs");
  if (transform.batch > 1) return CUFFT_SUCCESS;
  if (transform.kind != Kind::kComplex && transform.rank < 3)
    return not_supported(call, "of one real transform of 1 or 2 dimensions on several GPUs");
  if (transform.rank == 1) return check_one(transform, gpus);
  return transform.n[0] >= gpus && transform.n[1] >= gpus ? CUFFT_SUCCESS : CUFFT_INVALID_SIZE;
}

cufftXt1dFactors factors_of(i64 length, int gpus) {
  const int log = std::countr_zero(static_cast<std::uint64_t>(length)), log1 = log / 2 + 1;
  cufftXt1dFactors out{};
  out.size = length;
  out.factor1 = i64{1} << log1;
  out.factor2 = length / out.factor1;
  out.stringCount = std::min<i64>(4 * gpus, out.factor1);
  out.stringLength = length / out.stringCount;
  out.substringLength = out.factor1 / out.stringCount;
  out.stringMask = out.stringCount - 1;
  out.substringMask = out.substringLength - 1;
  out.factor1Mask = out.factor1 - 1;
  out.factor2Mask = out.factor2 - 1;
  const auto shift = [](i64 n) { return std::countr_zero(static_cast<std::uint64_t>(n)); };
  out.stringShift = shift(out.stringLength);
  out.substringShift = shift(out.substringLength);
  out.factor1Shift = log1;
  out.factor2Shift = log - log1;
  return out;
}

Spread::Spread(const Transform& transform, int gpus, int format)
    : gpus_(gpus), is_long_(transform.batch > 1 || transform.rank == 1) {
  // In place, real numbers lie as the complex ones that come in their place.
  const bool in = format == CUFFT_XT_FORMAT_INPUT, out = format == CUFFT_XT_FORMAT_OUTPUT;
  const bool real =
      (in && transform.kind == Kind::kToComplex) || (out && transform.kind == Kind::kToReal);
  const i64 size = static_cast<i64>(element(!real, transform.number));
  const auto length = [&](int axis) {
    const i64 n = transform.n[axis];
    const bool half = axis == transform.rank - 1 && transform.kind != Kind::kComplex && !real;
    return half ? n / 2 + 1 : n;
  };
  if (transform.batch > 1) {
    first_ = transform.batch;
    inner_ = size;
    for (int i = 0; i < transform.rank; ++i) inner_ *= length(i);
    return;
  }
  shuffled_ =
      format == CUFFT_XT_FORMAT_INPLACE_SHUFFLED || format == CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED;
  first_ = length(0);
  second_ = transform.rank > 1 ? length(1) : 1;
  inner_ = transform.rank > 2 ? length(2) * size : size;
  if (transform.rank == 1 && shuffled_) strings_ = factors_of(transform.n[0], gpus);
}

}  // namespace heddle::cufft
