// SPDX-License-Identifier: Apache-2.0
// mma.sync of doubles: fused multiply-adds in the order of k.
#include "tensor/keep_denormals.h"

HEDDLE_TENSOR_BEGIN
namespace {

// A double is two words of its lane, the lower one first.
double number(const std::uint32_t* words, int index, int lane) {
  const std::uint64_t bits = words[2 * index * kLanes + lane] |
                             std::uint64_t{words[(2 * index + 1) * kLanes + lane]} << 32;
  return __builtin_bit_cast(double, bits);
}

template <int M, int K>
__attribute__((noinline)) void multiply(const std::uint32_t* in, std::uint32_t* out) {
  constexpr int kHalves = M / 8;
  const std::uint32_t* in_b = in + M * K * 2;
  const std::uint32_t* in_c = in_b + K * 8 * 2;
  Doubles b[K];
  for (int k = 0; k < K; ++k) {
    for (int n = 0; n < kColumns; ++n) b[k][n] = number(in_b, k / 4, 4 * n + k % 4);
  }
  for (int i = 0; i < M; ++i) {
    const int half = i / 8, g = i % 8;
    Doubles sum;
    for (int n = 0; n < kColumns; ++n) sum[n] = number(in_c, 2 * half + n % 2, 4 * g + n / 2);
    for (int k = 0; k < K; ++k) {
      const Doubles a(number(in, k / 4 * kHalves + half, 4 * g + k % 4));
      sum = __builtin_elementwise_fma(a, b[k], sum);
    }
    for (int n = 0; n < kColumns; ++n) {
      // By a variable: clang 22 takes element 0 of a vector that is cast directly.
      const double one = sum[n];
      const auto bits = __builtin_bit_cast(std::uint64_t, one);
      const int at = 2 * (2 * half + n % 2) * kLanes + 4 * g + n / 2;
      out[at] = static_cast<std::uint32_t>(bits);
      out[at + kLanes] = static_cast<std::uint32_t>(bits >> 32);
    }
  }
}

}  // namespace
HEDDLE_TENSOR_END

#define DOUBLES(name, M, N, K)                \
  HEDDLE_TENSOR_FUNCTION(name) {              \
    const heddle::tensor::KeepDenormals keep; \
    heddle::tensor::multiply<M, K>(in, out);  \
  }
#include "tensor/forms.inc"
