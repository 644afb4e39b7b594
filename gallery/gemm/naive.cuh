// SPDX-License-Identifier: Apache-2.0
// Step 1: a thread an element. Which of threadIdx's coordinates becomes the row decides what a warp
// asks for: with the row from x its lanes read A, and write C, a whole row apart, a sector each.
#pragma once

#include "blas_rules.cuh"

namespace gemm {

template <bool ROW_FROM_X>
__global__ void sgemm_naive(FloatProblem p) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int row = ROW_FROM_X ? x : y, column = ROW_FROM_X ? y : x;
  if (row >= p.m || column >= p.n) return;
  float sum = 0.0f;
  for (int k = 0; k < p.k; ++k) sum += *p.a.at(row, k) * *p.b.at(k, column);
  store(p, row, column, sum);
}

template <bool ROW_FROM_X>
cudaError_t naive(const FloatProblem& p, cudaStream_t stream) {
  return by_blas_rules(p, stream, [&] {
    const int rows = tiles(p.m, 16), columns = tiles(p.n, 16);
    const dim3 grid = ROW_FROM_X ? dim3(rows, columns) : dim3(columns, rows);
    return launch(sgemm_naive<ROW_FROM_X>, shape(grid, dim3(16, 16), 0, stream), p);
  });
}

}  // namespace gemm
