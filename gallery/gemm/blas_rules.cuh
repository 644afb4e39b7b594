// SPDX-License-Identifier: Apache-2.0
// What BLAS says of a product before anything is multiplied: sizes and leading dimensions that make
// no matrix are an error; an empty C is left alone; with no products to add, as k or alpha is 0,
// C = beta C, and neither A nor B is read.
#pragma once

#include "fused.cuh"
#include "launch.h"
#include "problem.h"

namespace gemm {

template <class In, class Out>
cudaError_t check_problem(const Problem<In, Out>& p) {
  const bool sound = p.m >= 0 && p.n >= 0 && p.k >= 0 && p.a.holds(p.m, p.k) &&
                     p.b.holds(p.k, p.n) && p.c.holds(p.m, p.n);
  return sound ? cudaSuccess : cudaErrorInvalidValue;
}

// C = finish(beta C)
template <class In, class Out, class Finish>
__global__ void scale_c(Problem<In, Out> p, Finish finish) {
  const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i >= (size_t)p.m * p.n) return;
  const bool by_rows = p.c.order == Order::kRow;
  const int length = by_rows ? p.n : p.m, line = i / length, place = i % length;
  const int row = by_rows ? line : place, column = by_rows ? place : line;
  Out* const c = p.c.at(row, column);
  using Number = Factor<Out>;
  const Number sum =
      p.beta == 0 ? Number(0) : finish.scale_of_c(p.beta) * Number(*old_of<Finish>(p, row, column));
  *c = Out(finish(sum, finish.columns(by_rows ? column : row, by_rows ? p.n : p.m).x));
}

// product: launches what computes p, and returns what went wrong.
template <class In, class Out, class Product, class Finish = Plain>
cudaError_t by_blas_rules(const Problem<In, Out>& p, cudaStream_t stream, Product product,
                          Finish finish = {}) {
  if (const cudaError_t error = check_problem(p); error != cudaSuccess) return error;
  if (!Finish::kAdds && p.addend.data != nullptr) return cudaErrorInvalidValue;
  if (p.m == 0 || p.n == 0) return cudaSuccess;
  if (p.k != 0 && p.alpha != 0) return product();
  const size_t blocks = ((size_t)p.m * p.n + 255) / 256;
  return launch(scale_c<In, Out, Finish>, shape(unsigned(blocks), 256, 0, stream), p, finish);
}

}  // namespace gemm
