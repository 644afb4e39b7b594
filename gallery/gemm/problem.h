// SPDX-License-Identifier: Apache-2.0
// What every step of the ladder computes: C = alpha A B + beta C, with A m x k, B k x n, C m x n.
#pragma once

#include <cuda_runtime.h>

#include "numbers.h"

namespace gemm {

enum class Order { kRow, kColumn };  // which neighbours lie side by side in memory

// Element (i, j) of a matrix is data[i * ld + j], or data[i + j * ld] in column order.
template <class T>
struct Matrix {
  T* data;
  int ld;
  Order order;

  __host__ __device__ T* at(int i, int j) const {
    const size_t row_step = order == Order::kRow ? ld : 1;
    const size_t column_step = order == Order::kRow ? 1 : ld;
    return data + i * row_step + j * column_step;
  }
  // Whether it can be rows x columns: its lines may lie apart, but share nothing.
  bool holds(int rows, int columns) const {
    return ld >= 1 && ld >= (order == Order::kRow ? columns : rows);
  }
  // Whether four neighbours can be read at once, wherever they start at a multiple of four.
  bool in_fours(int extent) const {
    return extent % 4 == 0 && ld % 4 == 0 && reinterpret_cast<size_t>(data) % (4 * sizeof(T)) == 0;
  }
  // The same memory read as the transposed matrix.
  __host__ __device__ Matrix transposed() const {
    return {data, ld, order == Order::kRow ? Order::kColumn : Order::kRow};
  }
};

template <class In, class Out = In>
struct Problem {
  using InType = In;
  using OutType = Out;
  int m, n, k;
  Factor<Out> alpha, beta;
  Matrix<const InA<In>> a;
  Matrix<const InB<In>> b;
  Matrix<Out> c;
  // From the C of one part of k, or of one product of a batch, to the next; else not looked at.
  size_t step_c = 0;
  // What beta multiplies under a fused epilogue (epilogue.h), which sets it; in C's order.
  Matrix<const Out> addend = {};
  // The kernel before it in the stream is still copying A or B (copy_operand.cuh): who reads them
  // waits for it, and may be started before it has ended.
  bool reads_copies = false;
  bool adds_another_than_c() const {
    return addend.data != nullptr && (addend.data != c.data || addend.ld != c.ld);
  }

  // C^T = B^T A^T: how a kernel that writes C by rows writes it by columns.
  __host__ __device__ Problem<Turned<In>, Out> transposed() const {
    return {n,
            m,
            k,
            alpha,
            beta,
            b.transposed(),
            a.transposed(),
            c.transposed(),
            step_c,
            addend.transposed(),
            reads_copies};
  }
  // Not of two formats, whose transpose is of another type.
  Problem with_c_in_rows() const { return c.order == Order::kRow ? *this : transposed(); }
};
// f(the problem or its transpose, whichever has C in rows).
template <class In, class Out, class Function>
auto by_rows_of_c(const Problem<In, Out>& p, Function f) {
  return p.c.order == Order::kRow ? f(p) : f(p.transposed());
}
// The one that has C's longer side along the rows; f is told whether it is the transpose.
template <class In, class Out, class Function>
auto by_longer_side(const Problem<In, Out>& p, Function f) {
  return p.m < p.n ? f(p.transposed(), true) : f(p, false);
}

// What a lambda calls the In of its problem.
template <class P>
using InOf = typename std::decay_t<P>::InType;

using FloatProblem = Problem<float>;

// As in BLAS, C is not read when beta is 0: it may hold anything, NaN too.
template <class In, class Out>
__device__ void store(const Problem<In, Out>& p, int i, int j, float sum) {
  if (i >= p.m || j >= p.n) return;
  Out* c = p.c.at(i, j);
  *c = Out(p.beta == 0.0f ? p.alpha * sum : p.alpha * sum + p.beta * float(*c));
}

inline int tiles(int extent, int tile) {
  return (extent + tile - 1) / tile;
}

// Blocks that run at the same time shall share rows of A and columns of B in L2: they are taken
// from groups of eight rows of tiles.
__device__ inline int2 grouped_tile(int index, int rows, int columns) {
  const int kGroup = 8;
  const int group = index / (kGroup * columns), within = index % (kGroup * columns);
  const int height = min(kGroup, rows - group * kGroup);
  return {group * kGroup + within % height, within / height};
}

}  // namespace gemm
