// SPDX-License-Identifier: Apache-2.0
// mma.sync of halves, bf16 and tf32: all products of an instruction are added at once.
#include "tensor/fast_product.h"
#include "tensor/keep_denormals.h"
#include "tensor/product.h"
#include "tensor/setting/fast.h"

HEDDLE_TENSOR_BEGIN
namespace {

template <typename D, typename A, typename B, int K, typename Columns, typename Get, typename Put>
void multiply_lines(const std::uint32_t* in, Columns columns, Get get, Put put) {
  const LinesOfLanes<2> rows{in};
  if (is_fast()) return multiply_fast<A, B, K>(rows, columns, get, put);
  const Product<A, B, K, K, kKept, LinesOfLanes<2>, Columns> product(rows, columns);
  product.template rows<D::kBits == 16>(get, put);
}

template <typename D, typename A, typename B, int K>
__attribute__((noinline)) void multiply(const std::uint32_t* in, std::uint32_t* out) {
  constexpr int kWordsA = kRows * K * A::kBits / 1024, kWordsB = kColumns * K * B::kBits / 1024;
  const std::uint32_t *in_b = in + kWordsA * kLanes, *c = in_b + kWordsB * kLanes;
  if constexpr (A::kBits == 32) {
    const bool fast = is_fast();
    const Product<A, B, K, K> product(
        [&](auto& rows, auto& columns) {
          unpack_rows<A::kBits, K, 2>(in, rows);
          unpack_rows<B::kBits, K, 1>(in_b, columns);
        },
        fast);
    const auto get = [&](int i) { return row_of_sums(c, i); };
    const auto put = [&](int i, Words sums) { store_row_of_sums(out, i, sums); };
    if (fast) return product.fast_rows(get, put);
    product.template rows<false>(get, put);
  } else if constexpr (D::kBits == 32) {
    multiply_lines<D, A, B, K>(
        in, ColumnsEvenFirst{in_b}, [&](int i) { return row_even_first(c, i); },
        [&](int i, Words sums) { store_row_even_first(out, i, sums); });
  } else {
    multiply_lines<D, A, B, K>(
        in, LinesOfLanes<1>{in_b}, [&](int i) { return floats_of_halves(row_of_halves(c, i)); },
        [&](int i, Words sums) { store_row_of_halves(out, i, halves_of_floats(sums)); });
  }
}

}  // namespace
HEDDLE_TENSOR_END

#define FORM(name, M, N, K, d, a, b, c)                                            \
  HEDDLE_TENSOR_FUNCTION(name) {                                                   \
    using namespace heddle::tensor;                                                \
    const KeepDenormals keep;                                                      \
    multiply<heddle::tensor::d, heddle::tensor::a, heddle::tensor::b, K>(in, out); \
  }
#include "tensor/forms.inc"
