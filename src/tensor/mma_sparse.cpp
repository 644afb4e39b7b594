// SPDX-License-Identifier: Apache-2.0
// mma.sp: each row of A meets the elements of B that its metadata name, and adds as mma.sync does.
// What B has elsewhere does not count, NaNs neither. HEDDLE_TENSOR_CORES=fast changes nothing here.
#include "tensor/bytes_as_halves.h"
#include "tensor/integers.h"
#include "tensor/keep_denormals.h"
#include "tensor/product.h"
#include "tensor/sparse_rows.h"

HEDDLE_TENSOR_BEGIN
namespace {

template <typename D, typename A, typename B, int K>
__attribute__((noinline)) void multiply(const std::uint32_t* in, std::uint32_t* out) {
  const SparseWords<A::kBits, K, D::kBits == 32 ? 4 : 2> w(in);
  Product<A, B, K / 2, K / 2> product(false);
  product.set_rows([&](auto& rows) { unpack_rows<A::kBits, K / 2, 2>(w.a, rows); });
  Unit<B> all[kColumns][K];
  unpack_rows<B::kBits, K, 1>(w.b, all);
  const auto columns_of = [&](int row, auto& columns) { select(w.selection, row, all, columns); };
  if constexpr (D::kBits == 32) {
    row_by_row<false>(
        product, columns_of, [&](int i) { return row_of_sums(w.c, i); },
        [&](int i, Words sums) { store_row_of_sums(out, i, sums); });
  } else {
    row_by_row<true>(
        product, columns_of, [&](int i) { return floats_of_halves(row_of_halves(w.c, i)); },
        [&](int i, Words sums) { store_row_of_halves(out, i, halves_of_floats(sums)); });
  }
}

template <typename A, typename B, int K>
__attribute__((noinline)) void multiply_bytes(const std::uint32_t* in, std::uint32_t* out) {
  const SparseWords<8, K, 4> w(in);
  Product<f16, f16, K / 2, K / 4> product(false);
  product.set_rows([&](auto& rows) {
    std::uint16_t bytes[kRows][K / 2];
    unpack_rows<8, K / 2, 2>(w.a, bytes);
    to_halves<A>(bytes, rows);
  });
  std::uint16_t all[kColumns][K];
  unpack_rows<8, K, 1>(w.b, all);
  row_by_row<false>(
      product,
      [&](int row, auto& columns) {
        std::uint16_t met[kColumns][K / 2];
        select(w.selection, row, all, met);
        to_halves<B>(met, columns);
      },
      [](int) { return Words(0); },
      [&](int i, Words sums) {
        const Floats sum = floats_of(sums) + floats_of(row_of_sums(w.c, i));
        store_row_of_sums(out, i, sum != sum ? Words(kNan) : words_of(sum));
      });
}

template <typename A, typename B, int K, bool SATURATE>
void multiply_integers(const std::uint32_t* in, std::uint32_t* out) {
  const SparseWords<A::kBits, K, 4> w(in);
  std::int16_t a[kRows][K / 2], all[kColumns][K], met[kColumns][K / 2];
  unpack_integers<A, K / 2, 2>(w.a, a);
  unpack_integers<B, K, 1>(w.b, all);
  for (int i = 0; i < kRows; ++i) {
    select(w.selection, i, all, met);
    Words row = row_of_sums(w.c, i);
    for (int n = 0; n < kColumns; ++n) {
      row[n] = add_integer<SATURATE>(row[n], dot_of_integers(a[i], met[n]));
    }
    store_row_of_sums(out, i, row);
  }
}

}  // namespace
HEDDLE_TENSOR_END

#define SPARSE_FLOATS(name, K, d, a, b)                                            \
  HEDDLE_TENSOR_FUNCTION(name) {                                                   \
    using namespace heddle::tensor;                                                \
    const KeepDenormals keep;                                                      \
    multiply<heddle::tensor::d, heddle::tensor::a, heddle::tensor::b, K>(in, out); \
  }
#define SPARSE_BYTES(name, K, a, b)                                   \
  HEDDLE_TENSOR_FUNCTION(name) {                                      \
    using namespace heddle::tensor;                                   \
    const KeepDenormals keep;                                         \
    multiply_bytes<heddle::tensor::a, heddle::tensor::b, K>(in, out); \
  }
#define SPARSE_INTEGERS(name, K, a, b, saturate)                                                   \
  HEDDLE_TENSOR_FUNCTION(name) {                                                                   \
    heddle::tensor::multiply_integers<heddle::tensor::a, heddle::tensor::b, K, saturate>(in, out); \
  }
#include "tensor/forms.inc"
