// SPDX-License-Identifier: Apache-2.0
// What a caller says of a fused epilogue: C = activation(alpha A B + beta R + bias). R is C itself
// or another matrix (a residual), which is read and not written: what a layer adds to its input
// costs no pass of its own.
#pragma once

#include "problem.h"

namespace gemm {

template <class Out>
struct Epilogue {
  // For each place in C's lines: n numbers where C lies in rows, m where in columns. Null: none.
  const float* bias = nullptr;
  // R, in C's order, which overlaps C only where it is C; without data: C.
  Matrix<const Out> residual = {};
};

// Gives the problem its addend; one that can be none is refused.
template <class In, class Out>
cudaError_t take_epilogue(Problem<In, Out>* p, const Epilogue<Out>& epilogue) {
  p->addend = {p->c.data, p->c.ld, p->c.order};
  if (epilogue.residual.data == nullptr) return cudaSuccess;
  if (epilogue.residual.order != p->c.order || !epilogue.residual.holds(p->m, p->n))
    return cudaErrorInvalidValue;
  p->addend = epilogue.residual;
  return cudaSuccess;
}

}  // namespace gemm
