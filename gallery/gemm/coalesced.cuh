// SPDX-License-Identifier: Apache-2.0
// Step 2: coalesced. A warp is 32 neighbours of a row of C: a load of B and the store of C are four
// whole sectors, a load of A is one word for all lanes.
#pragma once

#include "blas_rules.cuh"

namespace gemm {

static __global__ void sgemm_coalesced(FloatProblem p) {
  const int row = blockIdx.y * 8 + threadIdx.y;
  const int column = blockIdx.x * 32 + threadIdx.x;
  if (row >= p.m || column >= p.n) return;
  float sum = 0.0f;
  for (int k = 0; k < p.k; ++k) sum += *p.a.at(row, k) * *p.b.at(k, column);
  store(p, row, column, sum);
}

inline cudaError_t coalesced(const FloatProblem& p, cudaStream_t stream) {
  return by_blas_rules(p, stream, [&] {
    return launch(sgemm_coalesced,
                  shape(dim3(tiles(p.n, 32), tiles(p.m, 8)), dim3(32, 8), 0, stream), p);
  });
}

}  // namespace gemm
