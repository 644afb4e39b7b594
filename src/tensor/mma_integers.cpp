// SPDX-License-Identifier: Apache-2.0
// mma.sync of integers of 8 and 4 bits, and of single bits. Sums wrap, or end at the ends of an
// integer (.satfinite).
#include "tensor/fragments.h"

HEDDLE_TENSOR_BEGIN
namespace {

template <int BITS, bool SIGNED>
struct Integer {
  static constexpr int kBits = BITS;
  // The element that begins at bit `at` of the word.
  static std::int32_t of(std::uint32_t word, int at) {
    const std::uint32_t top = word << (32 - BITS - at);
    return SIGNED ? static_cast<std::int32_t>(top) >> (32 - BITS)
                  : static_cast<std::int32_t>(top >> (32 - BITS));
  }
};
using s8 = Integer<8, true>;
using u8 = Integer<8, false>;
using s4 = Integer<4, true>;
using u4 = Integer<4, false>;

// Rows of A or columns of B as integers; at most 64 times 255 * 255 fits into 32 bits.
template <typename F, int K, int HALVES>
void unpack_integers(const std::uint32_t* words, std::int16_t (*rows)[K]) {
  constexpr int kInWord = 32 / F::kBits;
  for (int at = 0; at < K; at += 4 * kInWord) {
    for (int half = 0; half < HALVES; ++half) {
      const std::uint32_t* word = words + (at / (4 * kInWord) * HALVES + half) * kLanes;
      for (int lane = 0; lane < kLanes; ++lane) {
        std::int16_t* to = rows[8 * half + lane / 4] + at + lane % 4 * kInWord;
        for (int e = 0; e < kInWord; ++e) {
          to[e] = static_cast<std::int16_t>(F::of(word[lane], e * F::kBits));
        }
      }
    }
  }
}

template <bool SATURATE>
std::uint32_t add(std::uint32_t addend, std::int32_t sum) {
  if (!SATURATE) return addend + static_cast<std::uint32_t>(sum);
  const std::int64_t all = std::int64_t{static_cast<std::int32_t>(addend)} + sum;
  if (all > INT32_MAX) return 0x7fffffffu;
  if (all < INT32_MIN) return 0x80000000u;
  return static_cast<std::uint32_t>(all);
}

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
      std::int32_t sum = 0;
      for (int k = 0; k < K; ++k) sum += std::int32_t{a[i][k]} * b[n][k];
      row[n] = add<SATURATE>(row[n], sum);
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
