// SPDX-License-Identifier: Apache-2.0
// What cublasLt tells beside a product: gradients of the bias, and the largest numbers of what is
// scaled.
#pragma once

#include "cublas/mixed.h"

namespace heddle::cublas {

// Of one tile; zero where nothing is told.
struct TileSums {
  static constexpr i64 kRows = 512;
  float largest = 0, largest_aux = 0;  // absolute values
  double rows[kRows] = {};             // sums of the tile's rows

  static float larger(float known, float x) {
    const float size = x < 0 ? -x : x;
    return size > known || size != size ? size : known;  // not a number stays
  }
};

// A gradient that is the sum of an operand's numbers along k.
struct OperandSums {
  const void* at;
  cudaDataType type;
  i64 ld, length, k;
  bool in_rows;  // the numbers of a sum follow each other in memory
  // Sums [begin, end) to the vector `to`.
  void run(i64 begin, i64 end, void* to, cudaDataType to_type) const;
};

}  // namespace heddle::cublas
