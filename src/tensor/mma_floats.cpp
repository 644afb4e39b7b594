// SPDX-License-Identifier: Apache-2.0
// mma.sync of halves, bf16 and tf32: all products of an instruction are added at once.
#include "tensor/fast_product.h"
#include "tensor/keep_denormals.h"
#include "tensor/panel_product.h"
#include "tensor/product.h"
#include "tensor/setting/fast.h"

HEDDLE_TENSOR_BEGIN
namespace {

// One product, or a group of them that share operands.
template <typename Sums, typename A, typename B, int K>
void multiply_group(const std::uint32_t* in, int rows, int columns, const std::uint32_t* c,
                    std::uint32_t* d) {
  if (is_fast()) return multiply_panels<Sums, A, B, K, true>(in, rows, columns, c, d);
  multiply_panels<Sums, A, B, K, false>(in, rows, columns, c, d);
}

template <typename D, typename A, typename B, int K, typename Columns, typename Get, typename Put>
__attribute__((noinline)) void multiply_lines(const std::uint32_t* in, Columns columns, Get get,
                                              Put put) {
  const LinesOfLanes<2> rows{in};
  if (is_fast()) return multiply_fast<A, B, K>(rows, columns, get, put);
  const Product<A, B, K, K, kKept, LinesOfLanes<2>, Columns> product(rows, columns);
  product.template rows<D::kBits == 16>(get, put);
}

template <typename D, typename A, typename B, int K>
void multiply_to_halves(const std::uint32_t* in_a, const std::uint32_t* in_b,
                        const std::uint32_t* c, std::uint32_t* d) {
  multiply_lines<D, A, B, K>(
      in_a, LinesOfLanes<1>{in_b}, [=](int i) { return floats_of_halves(row_of_halves(c, i)); },
      [=](int i, Words sums) { store_row_of_halves(d, i, halves_of_floats(sums)); });
}

// Panels pay for one product of halves where registers are wide.
template <typename D, typename A>
constexpr bool kByPanels = D::kBits == 32 && (A::kBits == 32 || kWide == 16);

template <typename D, typename A, typename B, int K>
__attribute__((noinline)) void multiply(const std::uint32_t* in, std::uint32_t* out) {
  constexpr int kWordsA = kRows * K * A::kBits / 1024, kWordsB = kColumns * K * B::kBits / 1024;
  const std::uint32_t *in_b = in + kWordsA * kLanes, *c = in_b + kWordsB * kLanes;
  if constexpr (kByPanels<D, A>) {
    multiply_group<SumsOfFloats, A, B, K>(in, 1, 1, c, out);
  } else if constexpr (D::kBits == 32) {
    multiply_lines<D, A, B, K>(
        in, ColumnsEvenFirst{in_b}, [&](int i) { return row_even_first(c, i); },
        [&](int i, Words sums) { store_row_even_first(out, i, sums); });
  } else {
    multiply_to_halves<D, A, B, K>(in, in_b, c, out);
  }
}

template <typename D, typename A, typename B, int K>
__attribute__((noinline)) void multiply_pairs(const std::uint32_t* in, int rows, int columns,
                                              std::uint32_t* sums) {
  constexpr int kWordsA = kRows * K * A::kBits / 32, kWordsB = kColumns * K * B::kBits / 32;
  if constexpr (D::kBits == 32) {
    multiply_group<SumsOfFloats, A, B, K>(in, rows, columns, sums, sums);
  } else if constexpr (kWide == 16) {
    multiply_group<SumsOfHalves, A, B, K>(in, rows, columns, sums, sums);
  } else {
    for (int m = 0; m < rows; ++m) {
      for (int n = 0; n < columns; ++n, sums += SumsOfHalves::kWords) {
        multiply_to_halves<D, A, B, K>(in + m * kWordsA, in + rows * kWordsA + n * kWordsB, sums,
                                       sums);
      }
    }
  }
}

}  // namespace
HEDDLE_TENSOR_END

#define FORM(name, M, N, K, d, a, b, c)                                                        \
  HEDDLE_TENSOR_FUNCTION(name) {                                                               \
    using namespace heddle::tensor;                                                            \
    const KeepDenormals keep;                                                                  \
    multiply<heddle::tensor::d, heddle::tensor::a, heddle::tensor::b, K>(in, out);             \
  }                                                                                            \
  HEDDLE_TENSOR_GROUP(name) {                                                                  \
    using namespace heddle::tensor;                                                            \
    const KeepDenormals keep;                                                                  \
    multiply_pairs<heddle::tensor::d, heddle::tensor::a, heddle::tensor::b, K>(operands, rows, \
                                                                               columns, sums); \
  }
#include "tensor/forms.inc"
