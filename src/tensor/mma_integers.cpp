// SPDX-License-Identifier: Apache-2.0
// mma.sync of integers of 8 and 4 bits, and of single bits.
#include "tensor/integers.h"

HEDDLE_TENSOR_BEGIN
namespace {

template <typename A, typename B, int M, int K, bool SATURATE>
void multiply(const std::uint32_t* in, std::uint32_t* out) {
  std::int16_t a[M][K], b[kColumns][K];
  const std::uint32_t* in_b = in + M * K * A::kBits / 32;
  const std::uint32_t* in_c = in_b + kColumns * K * B::kBits / 32;
  unpack_integers<A, K, M / 8>(in, a);
  unpack_integers<B, K, 1>(in_b, b);
  for (int i = 0; i < M; ++i) {
    Words row = row_of_sums(in_c, i);
    for (int n = 0; n < kColumns; ++n) {
      row[n] = add_integer<SATURATE>(row[n], dot_of_integers(a[i], b[n]));
    }
    store_row_of_sums(out, i, row);
  }
}

// Bits: how many of the K of a row and of a column differ, or are set in both.
template <int M, int K, bool DIFFER>
void count(const std::uint32_t* in, std::uint32_t* out) {
  constexpr int kHalves = M / 8;
  const std::uint32_t* in_b = in + M * K / 32;
  const std::uint32_t* in_c = in_b + kColumns * K / 32;
  for (int i = 0; i < M; ++i) {
    Words row = row_of_sums(in_c, i);
    for (int n = 0; n < kColumns; ++n) {
      for (int k = 0; k < K / 32; ++k) {
        const std::uint32_t a = in[(k / 4 * kHalves + i / 8) * kLanes + i % 8 * 4 + k % 4];
        const std::uint32_t b = in_b[k / 4 * kLanes + n * 4 + k % 4];
        row[n] += static_cast<std::uint32_t>(__builtin_popcount(DIFFER ? a ^ b : a & b));
      }
    }
    store_row_of_sums(out, i, row);
  }
}

}  // namespace
HEDDLE_TENSOR_END

#define INTEGERS(name, M, N, K, a, b, saturate)                                              \
  HEDDLE_TENSOR_FUNCTION(name) {                                                             \
    heddle::tensor::multiply<heddle::tensor::a, heddle::tensor::b, M, K, saturate>(in, out); \
  }
#define BITS(name, M, N, K, differ)               \
  HEDDLE_TENSOR_FUNCTION(name) {                  \
    heddle::tensor::count<M, K, differ>(in, out); \
  }
#include "tensor/forms.inc"
