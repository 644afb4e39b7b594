// SPDX-License-Identifier: Apache-2.0
// The largest exponent among the products of a row and a column, for 16 rows and eight columns at
// once, in bytes: exponents count down from the largest of each operand, and what lies kFar below
// it is as far as zero is.
#pragma once

#include "tensor/vectors.h"

HEDDLE_TENSOR_BEGIN

constexpr int kFar = 64;
constexpr int kRows = 16;

using Bytes = std::int8_t __attribute__((ext_vector_type(16)));
using Bytes8 = std::int8_t __attribute__((ext_vector_type(8)));
using Bytes32 = std::int8_t __attribute__((ext_vector_type(32)));

// Rows become columns, by merging the lower and the upper half over and over.
template <typename V, int SIZE>
void transpose(V (&rows)[SIZE]) {
  for (int distance = 1; distance < SIZE; distance *= 2) {
    V merged[SIZE];
    for (int i = 0; i < SIZE / 2; ++i) {
      const V a = rows[i], b = rows[i + SIZE / 2];
      if constexpr (SIZE == 16) {
        merged[2 * i] =
            __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        merged[2 * i + 1] = __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13,
                                                    29, 14, 30, 15, 31);
      } else {
        static_assert(SIZE == 8);
        merged[2 * i] = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
        merged[2 * i + 1] = __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
      }
    }
    for (int i = 0; i < SIZE; ++i) rows[i] = merged[i];
  }
}

// Of A, k by k: all rows; of B: all columns.
template <int COUNT>
struct Exponents {
  std::int8_t a[COUNT][kRows], b[COUNT][kColumns];

  // of products `first` to `first + PART - 1` of four rows from `row` on; -kFar and less: of no
  // meaning.
  template <int PART>
  Bytes32 largest(int row, int first) const {
    Bytes32 largest(-128);
    for (int k = first; k < first + PART; ++k) {
      std::uint32_t four;
      std::uint64_t eight;
      __builtin_memcpy(&four, &a[k][row], 4);
      __builtin_memcpy(&eight, b[k], 8);
      using Four = std::uint32_t __attribute__((ext_vector_type(8)));
      using Eight = std::uint64_t __attribute__((ext_vector_type(4)));
      const auto of_a = __builtin_bit_cast(Bytes32, Four(four));
      const auto of_b = __builtin_bit_cast(Bytes32, Eight(eight));
      const Bytes32 spread =
          __builtin_shufflevector(of_a, of_a, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 18,
                                  18, 18, 18, 18, 18, 18, 18, 19, 19, 19, 19, 19, 19, 19, 19);
      largest = __builtin_elementwise_max(largest, spread + of_b);
    }
    return largest;
  }
};

HEDDLE_TENSOR_END
