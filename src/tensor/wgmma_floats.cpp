// SPDX-License-Identifier: Apache-2.0
// wgmma of floating-point operands: all products of an instruction are added at once, those of
// bytes with fewer bits (dot.h). Those of a sparse A are taken to be, too: only those of dense ones
// were compared with a GPU.
#include "tensor/keep_denormals.h"
#include "tensor/product.h"
#include "tensor/setting/fast.h"
#include "tensor/sparse_rows.h"
#include "tensor/wgmma.h"

HEDDLE_TENSOR_BEGIN
namespace {

// Bytes of lines, to a number a unit.
template <typename F, int LINES, int BYTES, int K>
void to_units(const std::byte (&bytes)[LINES][BYTES], Unit<F> (&units)[LINES][K]) {
  for (int line = 0; line < LINES; ++line) {
    if constexpr (F::kBits == 8) {
      for (int k = 0; k < K; k += 16) {
        store(&units[line][k], __builtin_convertvector(load<Byte16>(&bytes[line][k]), Halves));
      }
    } else {
      static_assert(sizeof units[line] == BYTES);
      __builtin_memcpy(units[line], bytes[line], BYTES);
    }
  }
}

template <typename F, int K>
void find_rows(const Wgmma& w, Unit<F> (&rows)[kRows][K]) {
  if (const std::uint32_t* registers = w.registers()) {
    unpack_rows<F::kBits, K, 2>(registers, rows);
  } else {
    std::byte bytes[kRows][32];
    w.gather_rows(bytes[0]);
    to_units<F>(bytes, rows);
  }
  if (!w.negates()) return;
  constexpr auto kSign = static_cast<Unit<F>>(1u << (F::kBits - 1));
  for (auto& row : rows) {
    for (auto& unit : row) unit ^= kSign;
  }
}

// HEDDLE_TENSOR_CORES=fast, of 16 bits: from shared memory to values at once (fast_product.h).
template <typename B, int K>
void find_values(const SharedOperand& b, std::uint32_t group, Floats (&values_of)[K]) {
  if (b.across()) {
    for (std::uint32_t k = 0; k < K; ++k) values_of[k] = values<B>(load<Half8>(b.across(group, k)));
    return;
  }
  for (std::uint32_t part = 0; part < K / 8; ++part) {
    Half8 square[8];
    for (std::uint32_t n = 0; n < 8; ++n) {
      square[n] = load<Half8>(b.along(group * kColumns + n, part));
    }
    transpose(square);
    for (std::uint32_t n = 0; n < 8; ++n) values_of[part * 8 + n] = values<B>(square[n]);
  }
}

// C and D of the eight columns of a group.
template <typename D>
class Sums {
 public:
  Sums(const Wgmma& w, std::uint32_t group, std::uint32_t* out)
      : c_(w.adds() ? w.c(group, kWords) : nullptr), d_(out + group * kWords * kLanes) {}
  Words get(int row) const {
    if (!c_) return Words(0);
    if constexpr (D::kBits == 32) return row_of_sums(c_, row);
    return floats_of_halves(row_of_halves(c_, row));
  }
  void put(int row, Words sums) const {
    if constexpr (D::kBits == 32) {
      store_row_of_sums(d_, row, sums);
    } else {
      store_row_of_halves(d_, row, halves_of_floats(sums));
    }
  }

 private:
  static constexpr std::uint32_t kWords = D::kBits == 32 ? 4 : 2;
  const std::uint32_t* c_;
  std::uint32_t* d_;
};

template <typename D, typename A, typename B, int K>
__attribute__((noinline)) void multiply(const std::uint32_t* in, std::uint32_t* out) {
  constexpr int kKeeps = A::kBits == 8 ? kKeptOfBytes : kKept;
  const Wgmma w(in);
  const bool fast = is_fast();
  Product<A, B, K, K, kKeeps> product(fast);
  product.set_rows([&](auto& rows) { find_rows<A>(w, rows); });
  for (std::uint32_t group = 0; group < w.groups(); ++group) {
    const auto take_columns = [&](auto& columns) {
      std::byte bytes[kColumns][32];
      w.gather_columns(group, bytes[0]);
      to_units<B>(bytes, columns);
    };
    const Sums<D> sums(w, group, out);
    const auto get = [&](int i) { return sums.get(i); };
    const auto put = [&](int i, Words row) { sums.put(i, row); };
    if constexpr (A::kBits == 16) {
      if (fast) {
        Floats b[K];
        find_values<B>(w.b(), group, b);
        product.fast_rows(b, get, put);
        continue;
      }
    }
    product.set_columns(take_columns);
    if (fast) {
      product.fast_rows(get, put);
    } else {
      product.template rows<D::kBits == 16>(get, put);
    }
  }
}

// HEDDLE_TENSOR_CORES=fast changes nothing here.
template <typename D, typename A, typename B, int K>
__attribute__((noinline)) void multiply_sparse(const std::uint32_t* in, std::uint32_t* out) {
  constexpr int kKeeps = A::kBits == 8 ? kKeptOfBytes : kKept;
  const Wgmma w(in);
  const Selection<A::kBits, K> selection(w.metadata(), w.selector());
  Product<A, B, K / 2, K / 2, kKeeps> product(false);
  product.set_rows([&](auto& rows) { find_rows<A>(w, rows); });
  for (std::uint32_t group = 0; group < w.groups(); ++group) {
    std::byte bytes[kColumns][64];
    w.gather_columns<64>(group, bytes[0]);
    Unit<B> all[kColumns][K];
    to_units<B>(bytes, all);
    const Sums<D> sums(w, group, out);
    row_by_row<D::kBits == 16>(
        product, [&](int row, auto& columns) { select(selection, row, all, columns); },
        [&](int i) { return sums.get(i); }, [&](int i, Words row) { sums.put(i, row); });
  }
}

}  // namespace
HEDDLE_TENSOR_END

#define WGMMA_FLOATS(name, K, d, a, b)                                             \
  HEDDLE_TENSOR_FUNCTION(name) {                                                   \
    using namespace heddle::tensor;                                                \
    const KeepDenormals keep;                                                      \
    multiply<heddle::tensor::d, heddle::tensor::a, heddle::tensor::b, K>(in, out); \
  }
#define WGMMA_SPARSE_FLOATS(name, K, d, a, b)                                             \
  HEDDLE_TENSOR_FUNCTION(name) {                                                          \
    using namespace heddle::tensor;                                                       \
    const KeepDenormals keep;                                                             \
    multiply_sparse<heddle::tensor::d, heddle::tensor::a, heddle::tensor::b, K>(in, out); \
  }
#include "tensor/wgmma_forms.inc"
