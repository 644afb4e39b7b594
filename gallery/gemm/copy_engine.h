// SPDX-License-Identifier: Apache-2.0
// Which matrices the copy engine (tma.cuh) can read and write.
#pragma once

#include "problem.h"

namespace gemm {

// What the copy engine asks of a matrix that it reads: the first element and every line lie at
// multiples of 16 bytes. Lines may have any length: what lies behind one, padding or not, arrives
// as zeros.
template <class T>
bool fits_tensor_map(const Matrix<T>& matrix) {
  return reinterpret_cast<size_t>(matrix.data) % 16 == 0 && matrix.ld * sizeof(T) % 16 == 0;
}
// What it asks of a C in rows that it writes: also lines of whole 16 bytes, as it writes no less.
// Of a line of 13 floats in a wider matrix it sets 16, three of them to zero.
template <class In, class Out>
bool fits_box_store(const Problem<In, Out>& p) {
  return p.c.order == Order::kRow && fits_tensor_map(p.c) && p.n * sizeof(Out) % 16 == 0;
}

}  // namespace gemm
