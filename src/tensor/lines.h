// SPDX-License-Identifier: Apache-2.0
// Where the bits of an operand's rows or columns are: line(i, k) gives eight elements from k on.
#pragma once

#include "tensor/fragments.h"

HEDDLE_TENSOR_BEGIN

// In memory of their own, with room for eight behind the last element.
template <typename F, int COUNT, int K>
struct Lines {
  auto line(int i, int k) const {
    if constexpr (F::kBits == 32) {
      return load<Words>(units[i] + k);
    } else {
      return load<Half8>(units[i] + k);
    }
  }
  Unit<F> units[COUNT][K], room[8];
};

// In the words of the lanes, 16 bits an element: rows of A (HALVES: 2) or columns of B (1).
template <int HALVES>
struct LinesOfLanes {
  Half8 line(int i, int k) const {
    return load<Half8>(words + (k / 8 * HALVES + i / 8) * kLanes + i % 8 * 4);
  }
  const std::uint32_t* words;
};
// Columns in the order of row_even_first().
struct ColumnsEvenFirst {
  Half8 line(int i, int k) const {
    return load<Half8>(words + k / 8 * kLanes + (i * 2 % 8 + i / 4) * 4);
  }
  const std::uint32_t* words;
};

HEDDLE_TENSOR_END
