// SPDX-License-Identifier: Apache-2.0
// The product of 16 rows and eight columns of floating-point operands up to tf32.
#pragma once

#include "tensor/dot.h"
#include "tensor/exponents.h"
#include "tensor/fast_product.h"
#include "tensor/fragments.h"
#include "tensor/halves.h"

HEDDLE_TENSOR_BEGIN

template <typename A, typename B, int K, int PART, int KEPT = kKept>
class Product {
 public:
  // What comes next is for fast_rows() alone.
  explicit Product(bool fast) : fast_(fast) {}
  // unpack(rows of A, columns of B) gives their bits.
  template <typename Unpack>
  Product(Unpack unpack, bool fast) : fast_(fast) {
    unpack(a_bits_, b_columns_);
    find_rows();
    find_columns();
  }

  // One of them; the other stays.
  template <typename Unpack>
  void set_rows(Unpack unpack) {
    unpack(a_bits_);
    find_rows();
  }
  template <typename Unpack>
  void set_columns(Unpack unpack) {
    unpack(b_columns_);
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
    const int top = top_a_ + top_b_ - A::kBias - B::kBias;  // no product has a larger exponent
    for (int i = first; i < end; i += 4) {
      Words sums[4];
      for (int r = 0; r < 4; ++r) sums[r] = get(i + r);
      for (int k = 0; k < K; k += PART) {
        std::int8_t largest[4][kColumns];
        store(largest, exponents_.template largest<PART>(i, k));
        Words before[4];
        Ints of_products[4];
        const float* a[4];
        for (int r = 0; r < 4; ++r) {
          before[r] = sums[r];
          of_products[r] = __builtin_convertvector(load<Bytes8>(largest[r]), Ints) + top;
          a[r] = a_ + (i + r) * K + k;
        }
        const Ints wrong = dot<4, PART, HALVES, KEPT>(sums, a, b_ + k, of_products, top - kFar);
        if (beyond_a_ || beyond_b_ || __builtin_reduce_or(wrong) < 0) {
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
  void find_rows() {
    if (!fast_) top_a_ = find_exponents<A>(a_bits_, exponents_.a, beyond_a_);
    for (int i = 0; i < kRows; ++i) {
      for (int k = 0; k < K; k += 8) put_values<A>(a_bits_[i] + k, a_ + i * K + k);
    }
  }
  void find_columns() {
    if (!fast_) top_b_ = find_exponents<B>(b_columns_, exponents_.b, beyond_b_);
    if constexpr (B::kBits != 32) {
      for (int k = 0; k < K; k += 8) {
        Half8 square[8];
        for (int n = 0; n < 8; ++n) square[n] = load<Half8>(b_columns_[n] + k);
        transpose(square);
        for (int i = 0; i < 8; ++i) b_[k + i] = values<B>(square[i]);
      }
    } else {
      for (int n = 0; n < kColumns; ++n) {
        for (int k = 0; k < K; k += 8) put_values<B>(b_columns_[n] + k, b_rows_ + n * K + k);
      }
      transpose_b();
    }
  }

  // Fields of exponents, sixteen elements at a time; the largest of all. `is_beyond`: one of them
  // is infinite or NaN, or a denormal of a format with a float's exponents.
  template <typename F, int LINES, int LINES_OUT>
  static int find_exponents(const Unit<F> (&lines)[LINES][K], std::int8_t (&out)[K][LINES_OUT],
                            bool& is_beyond) {
    constexpr int kCount = LINES * K, kWide = 16;
    alignas(64) std::uint16_t all[kCount];
    const Unit<F>* flat = lines[0];
    Halves top(0), beyond(0);
    for (int at = 0; at < kCount; at += kWide) {
      Halves bits;
      if constexpr (F::kBits == 32) {
        // The upper half, whose last bit tells of what is cut off below.
        Words low = load<Words>(flat + at) & ~((1u << F::kUnused) - 1);
        Words high = load<Words>(flat + at + 8) & ~((1u << F::kUnused) - 1);
        low = low >> 16 | ((low & 0xffffu) != 0 ? Words(1) : Words(0));
        high = high >> 16 | ((high & 0xffffu) != 0 ? Words(1) : Words(0));
        store(&bits, __builtin_convertvector(low, Half8));
        store(reinterpret_cast<char*>(&bits) + 16, __builtin_convertvector(high, Half8));
        const Halves field = fields<bf16>(bits, beyond);
        store(all + at, field);
        top = __builtin_elementwise_max(top, field);
      } else {
        const Halves field = fields<F>(load<Halves>(flat + at), beyond);
        store(all + at, field);
        top = __builtin_elementwise_max(top, field);
      }
    }
    is_beyond = __builtin_reduce_or(beyond) != 0;
    const int largest = __builtin_reduce_max(top);
    // Zeros are as far below as can be.
    std::int8_t bytes[kCount + kWide];
    for (int at = 0; at < kCount; at += kWide) {
      const Halves field = load<Halves>(all + at);
      using Shorts = std::int16_t __attribute__((ext_vector_type(16)));
      Shorts below = __builtin_bit_cast(Shorts, field) - static_cast<std::int16_t>(largest);
      below = __builtin_elementwise_max(field == 0 ? Shorts(-kFar) : below, Shorts(-kFar));
      store(bytes + at, __builtin_convertvector(below, Bytes));
    }
    for (int k = 0; k < K; k += kWide) {
      Bytes rows[kWide] = {};
      for (int line = 0; line < LINES; ++line) rows[line] = load<Bytes>(bytes + line * K + k);
      transpose(rows);
      for (int i = 0; i < kWide && k + i < K; ++i) {
        __builtin_memcpy(out[k + i], &rows[i], LINES_OUT);
      }
    }
    return largest;
  }

  template <typename F>
  static void put_values(const Unit<F>* bits, float* to) {
    if constexpr (F::kBits == 32) {
      store(to, values<F>(load<Words>(bits)));
    } else {
      store(to, values<F>(load<Half8>(bits)));
    }
  }

  void transpose_b() {
    for (int k = 0; k < K; k += 8) {
      Floats square[8];
      for (int n = 0; n < 8; ++n) square[n] = load<Floats>(b_rows_ + n * K + k);
      transpose(square);
      for (int i = 0; i < 8 && k + i < K; ++i) b_[k + i] = square[i];
    }
  }

  __attribute__((noinline)) Words long_way(Words sums, int row, int k, bool odd) const {
    for (int n = 0; n < kColumns; ++n) {
      sums[n] = dot_of_any<A, B, KEPT>(sums[n], a_bits_[row] + k, b_columns_[n] + k, PART, odd);
    }
    return sums;
  }

  // With room for eight behind the last element.
  Unit<A> a_bits_[kRows][K];
  Unit<B> b_columns_[kColumns][K];
  float a_[kRows * K + 8], b_rows_[kColumns * K + 8];
  Floats b_[K];
  Exponents<K> exponents_;
  bool fast_;
  int top_a_ = 0, top_b_ = 0;  // largest fields of exponents
  bool beyond_a_ = false, beyond_b_ = false;
};

HEDDLE_TENSOR_END
