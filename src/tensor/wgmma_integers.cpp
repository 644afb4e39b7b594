// SPDX-License-Identifier: Apache-2.0
// wgmma of integers of 8 bits, and of single bits.
#include "tensor/integers.h"
#include "tensor/sparse_rows.h"
#include "tensor/wgmma.h"

HEDDLE_TENSOR_BEGIN
namespace {

constexpr std::uint32_t kWords = 4;  // of eight columns of C
constexpr int kBytes = 32;           // of the k of a line

template <typename F, int LINES, int BYTES>
void to_integers(const std::byte (&bytes)[LINES][BYTES], std::int16_t (&lines)[LINES][BYTES]) {
  using Bytes = std::uint8_t __attribute__((ext_vector_type(16)));
  using SignedBytes = std::int8_t __attribute__((ext_vector_type(16)));
  using Shorts = std::int16_t __attribute__((ext_vector_type(16)));
  for (int line = 0; line < LINES; ++line) {
    for (int k = 0; k < BYTES; k += 16) {
      if constexpr (F::kSigned) {
        store(&lines[line][k], __builtin_convertvector(load<SignedBytes>(&bytes[line][k]), Shorts));
      } else {
        store(&lines[line][k], __builtin_convertvector(load<Bytes>(&bytes[line][k]), Shorts));
      }
    }
  }
}

template <typename A>
void find_rows(const Wgmma& w, std::int16_t (&rows)[kRows][kBytes]) {
  if (const std::uint32_t* registers = w.registers()) {
    unpack_integers<A, kBytes, 2>(registers, rows);
  } else {
    std::byte bytes[kRows][kBytes];
    w.gather_rows(bytes[0]);
    to_integers<A>(bytes, rows);
  }
}

template <typename A, typename B, bool SATURATE>
void multiply(const std::uint32_t* in, std::uint32_t* out) {
  const Wgmma w(in);
  std::int16_t a[kRows][kBytes], b[kColumns][kBytes];
  find_rows<A>(w, a);
  for (std::uint32_t group = 0; group < w.groups(); ++group) {
    std::byte columns[kColumns][kBytes];
    w.gather_columns(group, columns[0]);
    to_integers<B>(columns, b);
    for (int i = 0; i < kRows; ++i) {
      Words row = w.adds() ? row_of_sums(w.c(group, kWords), i) : Words(0);
      for (int n = 0; n < kColumns; ++n) {
        row[n] = add_integer<SATURATE>(row[n], dot_of_integers(a[i], b[n]));
      }
      store_row_of_sums(out + group * kWords * kLanes, i, row);
    }
  }
}

template <typename A, typename B, int K, bool SATURATE>
void multiply_sparse(const std::uint32_t* in, std::uint32_t* out) {
  const Wgmma w(in);
  const Selection<8, K> selection(w.metadata(), w.selector());
  std::int16_t a[kRows][kBytes], all[kColumns][K], met[kColumns][K / 2];
  find_rows<A>(w, a);
  for (std::uint32_t group = 0; group < w.groups(); ++group) {
    std::byte columns[kColumns][K];
    w.gather_columns<K>(group, columns[0]);
    to_integers<B>(columns, all);
    for (int i = 0; i < kRows; ++i) {
      select(selection, i, all, met);
      Words row = w.adds() ? row_of_sums(w.c(group, kWords), i) : Words(0);
      for (int n = 0; n < kColumns; ++n) {
        row[n] = add_integer<SATURATE>(row[n], dot_of_integers(a[i], met[n]));
      }
      store_row_of_sums(out + group * kWords * kLanes, i, row);
    }
  }
}

// How many of the 256 bits are set in both.
void count(const std::uint32_t* in, std::uint32_t* out) {
  constexpr int kInLine = 8;  // words
  const Wgmma w(in);
  std::uint32_t a[kRows][kInLine], b[kColumns][kInLine];
  if (const std::uint32_t* registers = w.registers()) {
    for (int i = 0; i < kRows; ++i) {
      for (int k = 0; k < kInLine; ++k) {
        a[i][k] = registers[(k / 4 * 2 + i / 8) * kLanes + i % 8 * 4 + k % 4];
      }
    }
  } else {
    w.gather_rows(reinterpret_cast<std::byte*>(a[0]));
  }
  for (std::uint32_t group = 0; group < w.groups(); ++group) {
    w.gather_columns(group, reinterpret_cast<std::byte*>(b[0]));
    for (int i = 0; i < kRows; ++i) {
      Words row = w.adds() ? row_of_sums(w.c(group, kWords), i) : Words(0);
      for (int n = 0; n < kColumns; ++n) {
        for (int k = 0; k < kInLine; ++k) {
          row[n] += static_cast<std::uint32_t>(__builtin_popcount(a[i][k] & b[n][k]));
        }
      }
      store_row_of_sums(out + group * kWords * kLanes, i, row);
    }
  }
}

}  // namespace
HEDDLE_TENSOR_END

#define WGMMA_INTEGERS(name, K, a, b, saturate)                                        \
  HEDDLE_TENSOR_FUNCTION(name) {                                                       \
    heddle::tensor::multiply<heddle::tensor::a, heddle::tensor::b, saturate>(in, out); \
  }
#define WGMMA_SPARSE_INTEGERS(name, K, a, b, saturate)                                           \
  HEDDLE_TENSOR_FUNCTION(name) {                                                                 \
    heddle::tensor::multiply_sparse<heddle::tensor::a, heddle::tensor::b, K, saturate>(in, out); \
  }
#define WGMMA_BITS(name, K)         \
  HEDDLE_TENSOR_FUNCTION(name) {    \
    heddle::tensor::count(in, out); \
  }
#include "tensor/wgmma_forms.inc"
