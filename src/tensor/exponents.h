// SPDX-License-Identifier: Apache-2.0
// The largest exponent among the products of a row and a column, for four rows and eight columns at
// once, in bytes. An element's height is its exponent above a base that all of its operand share, 0
// for zeros and for what lies at the base or below; a product's is the sum of two. A sum of kKnown
// or less may be one with a zero, and says only that the exponent is no larger.
#pragma once

#include "tensor/formats.h"

HEDDLE_TENSOR_BEGIN

constexpr int kKnown = 64;
constexpr int kRows = 16;

using Heights = std::uint8_t __attribute__((ext_vector_type(16)));
using Heights8 = std::uint8_t __attribute__((ext_vector_type(8)));
using Heights32 = std::uint8_t __attribute__((ext_vector_type(32)));
template <int I>
struct Constant {};

// Rows become columns, by merging the lower and the upper half over and over.
template <typename V>
void transpose(V (&rows)[8]) {
  for (int distance = 1; distance < 8; distance *= 2) {
    V merged[8];
    for (int i = 0; i < 4; ++i) {
      const V a = rows[i], b = rows[i + 4];
      merged[2 * i] = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
      merged[2 * i + 1] = __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
    }
    for (int i = 0; i < 8; ++i) rows[i] = merged[i];
  }
}

// Element I of each of four rows, eight times.
template <int I>
Heights32 spread(Heights32 rows) {
  constexpr int a = I, b = I + 8, c = I + 16, d = I + 24;
  return __builtin_shufflevector(rows, rows, a, a, a, a, a, a, a, a, b, b, b, b, b, b, b, b, c, c,
                                 c, c, c, c, c, c, d, d, d, d, d, d, d, d);
}

// Of A: all rows, eight elements of each in a stretch; of B, element by element: all columns.
template <int COUNT>
struct Exponents {
  static constexpr int kStretches = (COUNT + 7) / 8;
  std::uint8_t a[kStretches][kRows][8] = {}, b[8 * kStretches][kColumns] = {};

  // of products `first` to `first + PART - 1` of four rows from `row` on.
  template <int PART>
  Heights32 largest(int row, int first) const {
    Heights32 largest(0);
    for (int k = first; k < first + PART; k += 8) {
      const auto rows = load<Heights32>(a[k / 8][row]);
      const auto add = [&]<int I>(Constant<I>) {
        using Eight = std::uint64_t __attribute__((ext_vector_type(4)));
        const auto columns = __builtin_bit_cast(Heights32, Eight(load<std::uint64_t>(b[k + I])));
        largest = __builtin_elementwise_max(largest, spread<I>(rows) + columns);
      };
      add(Constant<0>()), add(Constant<1>()), add(Constant<2>()), add(Constant<3>());
      add(Constant<4>()), add(Constant<5>()), add(Constant<6>()), add(Constant<7>());
    }
    return largest;
  }
};

// What is found of an operand, COUNT times eight elements of it.
template <typename F, int COUNT>
class HeightsOf {
 public:
  // `i` is even.
  void set(int i, Half8 bits, Half8 next) {
    const Halves sizes = without_signs<F16>(
        __builtin_shufflevector(bits, next, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    most_ = __builtin_elementwise_max(most_, sizes);
    heights_[i / 2] = __builtin_convertvector(heights<F16>(sizes), Heights);
  }
  // The base of all; `is_beyond`: one of them is infinite or NaN.
  int put(std::uint8_t* to, bool& is_beyond) const {
    const int most = __builtin_reduce_max(most_);
    is_beyond = most >= static_cast<int>(kBeyond<F16>);
    int base = 0;
    if constexpr (F::kExponent == 8) base = (most >> F16::kMantissa) - kKnown;
    if (base < 0) base = 0;
    for (int i = 0; i < COUNT / 2; ++i) {
      const Heights below(static_cast<std::uint8_t>(base));
      store(to + 16 * i, __builtin_elementwise_sub_sat(heights_[i], below));
    }
    return base + kBase<F>;
  }

 private:
  using F16 = UpperOf<F>::Type;
  Halves most_{};
  Heights heights_[COUNT / 2] = {};
};

HEDDLE_TENSOR_END
