// SPDX-License-Identifier: Apache-2.0
// mma.sync of e4m3 and e5m2, as a GPU of sm_90 does it (measured: tests/tensor): its tensor cores
// have no such instruction of a warp. The bytes become halves; the products of the lower two of
// each four bytes are added at once, and those of the upper two to their sum; the addend comes
// last, by an addition of its own.
#include "tensor/bytes_as_halves.h"
#include "tensor/keep_denormals.h"
#include "tensor/product.h"
#include "tensor/setting/fast.h"

HEDDLE_TENSOR_BEGIN
namespace {

template <typename D, typename A, typename B, int K>
__attribute__((noinline)) void multiply(const std::uint32_t* in, std::uint32_t* out) {
  constexpr int kWordsA = kRows * K * 8 / 1024, kWordsB = kColumns * K * 8 / 1024;
  const bool fast = is_fast();
  const Product<f16, f16, K, K / 2> product(
      [&](auto& rows, auto& columns) {
        std::uint16_t a[kRows][K], b[kColumns][K];
        unpack_rows<8, K, 2>(in, a);
        unpack_rows<8, K, 1>(in + kWordsA * kLanes, b);
        to_halves<A>(a, rows);
        to_halves<B>(b, columns);
      },
      fast);
  const std::uint32_t* c = in + (kWordsA + kWordsB) * kLanes;
  const auto zero = [](int) { return Words(0); };
  const auto add = [](Words x, Words y) {
    const Floats sum = floats_of(x) + floats_of(y);
    return sum != sum ? Words(kNan) : words_of(sum);
  };
  if constexpr (D::kBits == 32) {
    const auto put = [&](int i, Words sums) {
      store_row_of_sums(out, i, add(sums, row_of_sums(c, i)));
    };
    if (fast) return product.fast_rows(zero, put);
    product.template rows<false>(zero, put);
  } else {
    const auto put = [&](int i, Words sums) {
      const Words half = floats_of_halves(halves_of_floats(sums));
      const Words addend = floats_of_halves(row_of_halves(c, i));
      store_row_of_halves(out, i, halves_of_floats(add(half, addend)));
    };
    if (fast) return product.fast_rows(zero, put);
    product.template rows<true>(zero, put);
  }
}

}  // namespace
HEDDLE_TENSOR_END

#define BYTES(name, M, N, K, d, a, b, c)                                           \
  HEDDLE_TENSOR_FUNCTION(name) {                                                   \
    using namespace heddle::tensor;                                                \
    const KeepDenormals keep;                                                      \
    multiply<heddle::tensor::d, heddle::tensor::a, heddle::tensor::b, K>(in, out); \
  }
#include "tensor/forms.inc"
