// SPDX-License-Identifier: Apache-2.0
// The product of 16 rows and eight columns of floating-point operands up to tf32.
#pragma once

#include "tensor/dot.h"
#include "tensor/exponents.h"
#include "tensor/fast_product.h"
#include "tensor/fragments.h"
#include "tensor/halves.h"
#include "tensor/lines.h"

HEDDLE_TENSOR_BEGIN

// Rows and Columns: where the operands' bits are (lines.h).
template <typename A, typename B, int K, int PART, int KEPT = kKept,
          typename Rows = Lines<A, kRows, K>, typename Columns = Lines<B, kColumns, K>>
class Product {
 public:
  // What comes next is for fast_rows() alone.
  explicit Product(bool fast) : fast_(fast) {}
  // unpack(rows of A, columns of B) gives their bits.
  template <typename Unpack>
  Product(Unpack unpack, bool fast) : fast_(fast) {
    unpack(rows_.units, columns_.units);
    find_rows();
    find_columns();
  }
  Product(Rows rows, Columns columns) : rows_(rows), columns_(columns), fast_(false) {
    find_rows();
    find_columns();
  }

  // One of them; the other stays.
  template <typename Unpack>
  void set_rows(Unpack unpack) {
    unpack(rows_.units);
    find_rows();
  }
  template <typename Unpack>
  void set_columns(Unpack unpack) {
    unpack(columns_.units);
    find_columns();
  }

  // Rows of D as a CPU adds.
  template <typename Get, typename Put>
  void fast_rows(Get get, Put put) const {
    add_fast<K>(a_, b_, get, put);
  }
  // With columns of whose values these are the rows.
  template <typename Get, typename Put>
  void fast_rows(const Floats (&b)[K], Get get, Put put) const {
    add_fast<K>(a_, b, get, put);
  }

  // Rows of D, PART products at a time added to the sum of those before; get() gives what it begins
  // with. HALVES: each sum becomes a half; the last one is left as a float that rounds to it.
  // `first` and `end`: multiples of four.
  template <bool HALVES, typename Get, typename Put>
  void rows(Get get, Put put, int first = 0, int end = kRows) const {
    const int base = base_a_ + base_b_ + 127;
    for (int i = first; i < end; i += 4) {
      Words sums[4];
      for (int r = 0; r < 4; ++r) sums[r] = get(i + r);
      for (int k = 0; k < K; k += PART) {
        std::uint8_t largest[4][kColumns];
        store(largest, exponents_.template largest<PART>(i, k));
        Words before[4];
        Ints of_products[4];
        const float* a[4];
        for (int r = 0; r < 4; ++r) {
          before[r] = sums[r];
          of_products[r] = __builtin_convertvector(load<Heights8>(largest[r]), Ints) + base;
          a[r] = a_ + (i + r) * K + k;
        }
        const bool wrong =
            dot_of_rows<4, PART, HALVES, KEPT>(sums, a, b_ + k, of_products, base + kKnown);
        if (beyond_a_ || beyond_b_ || wrong) {
          for (int r = 0; r < 4; ++r) sums[r] = long_way(before[r], i + r, k, HALVES);
        }
        if (HALVES && k + PART < K) {
          for (int r = 0; r < 4; ++r) sums[r] = floats_of_halves(halves_of_floats(sums[r]));
        }
      }
      for (int r = 0; r < 4; ++r) put(i + r, sums[r]);
    }
  }

 private:
  static constexpr int kStretches = Exponents<K>::kStretches;

  void find_rows() {
    HeightsOf<A, kStretches * kRows> heights;
    for (int k = 0; k < K; k += 8) {
      for (int i = 0; i < kRows; i += 2) {
        const auto bits = rows_.line(i, k), next = rows_.line(i + 1, k);
        store(a_ + i * K + k, values<A>(bits));
        store(a_ + (i + 1) * K + k, values<A>(next));
        heights.set(k / 8 * kRows + i, upper<K>(bits), upper<K>(next));
      }
    }
    if (!fast_) base_a_ = heights.put(exponents_.a[0][0], beyond_a_);
  }
  void find_columns() {
    HeightsOf<B, kStretches * 8> heights;
    for (int k = 0; k < K; k += 8) {
      decltype(columns_.line(0, k)) square[8];
      for (int n = 0; n < 8; ++n) square[n] = columns_.line(n, k);
      transpose(square);
      for (int i = 0; i < 8 && k + i < K; i += 2) {
        b_[k + i] = values<B>(square[i]);
        b_[k + i + 1] = values<B>(square[i + 1]);
        heights.set(k + i, upper<8>(square[i]), upper<8>(square[i + 1]));
      }
    }
    if (!fast_) base_b_ = heights.put(exponents_.b[0], beyond_b_);
  }

  __attribute__((noinline)) Words long_way(Words sums, int row, int k, bool odd) const {
    Unit<A> a[PART + 8];
    for (int i = 0; i < PART; i += 8) store(a + i, rows_.line(row, k + i));
    for (int n = 0; n < kColumns; ++n) {
      Unit<B> b[PART + 8];
      for (int i = 0; i < PART; i += 8) store(b + i, columns_.line(n, k + i));
      sums[n] = dot_of_any<A, B, KEPT>(sums[n], a, b, PART, odd);
    }
    return sums;
  }

  Rows rows_;
  Columns columns_;
  float a_[kRows * K + 8];  // with room for eight behind the last element
  Floats b_[K];
  Exponents<K> exponents_;
  bool fast_;
  int base_a_ = 0, base_b_ = 0;
  bool beyond_a_ = false, beyond_b_ = false;
};

HEDDLE_TENSOR_END
