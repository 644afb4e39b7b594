// SPDX-License-Identifier: Apache-2.0
// Any product of any elements, whatever lies where: step 5 in bounds. For what the copy engine
// cannot read, where the caller has lent no memory to copy it to.
#pragma once

#include "fused.cuh"
#include "launch.h"
#include "numbers.h"

namespace gemm {

// A block computes 64 x 64 of C, a thread 4 x 4, which lie 16 apart.
template <class In, class Out, class Finish>
__global__ void __launch_bounds__(256) gemm_plain_tiles(Problem<In, Out> p, Finish finish) {
  constexpr int kTile = 64, kStep = 16, kEach = 4;
  using Number = Sum<In>;
  __shared__ Number tile_a[kStep][kTile + 1], tile_b[kStep][kTile + 1];
  const int across = (p.n + kTile - 1) / kTile;
  const int row0 = blockIdx.x / across * kTile, column0 = blockIdx.x % across * kTile;
  const int x = threadIdx.x % 16, y = threadIdx.x / 16;
  Number sum[kEach][kEach] = {};
  for (int k0 = 0; k0 < p.k; k0 += kStep) {
    for (int i = threadIdx.x; i < kTile * kStep; i += 256) {
      const int extent = i % kTile, k = i / kTile;
      const bool in_k = k0 + k < p.k;
      tile_a[k][extent] =
          in_k && row0 + extent < p.m ? Number(*p.a.at(row0 + extent, k0 + k)) : Number(0);
      tile_b[k][extent] =
          in_k && column0 + extent < p.n ? Number(*p.b.at(k0 + k, column0 + extent)) : Number(0);
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kStep; ++k)
#pragma unroll
      for (int i = 0; i < kEach; ++i)
#pragma unroll
        for (int j = 0; j < kEach; ++j) sum[i][j] += tile_a[k][y + i * 16] * tile_b[k][x + j * 16];
    __syncthreads();
  }
  const auto alpha = finish.scale(p.alpha), beta = finish.scale_of_c(p.beta);
  using Scalar = Factor<Out>;
#pragma unroll
  for (int i = 0; i < kEach; ++i)
#pragma unroll
    for (int j = 0; j < kEach; ++j) {
      const int row = row0 + y + i * 16, column = column0 + x + j * 16;
      if (row >= p.m || column >= p.n) continue;
      Out* const c = p.c.at(row, column);
      const Scalar product = alpha * Scalar(sum[i][j]);
      const float of_column = finish.columns(column, p.n).x;
      *c = Out(
          finish(p.beta == 0 ? product : product + beta * Scalar(*old_of<Finish>(p, row, column)),
                 of_column));
    }
}

template <class In, class Out, class Finish>
cudaError_t plain_tiles(const Problem<In, Out>& p, Finish finish, cudaStream_t stream) {
  const double blocks = double(tiles(p.m, 64)) * tiles(p.n, 64);
  return launch(gemm_plain_tiles<In, Out, Finish>, shape(unsigned(blocks), 256, 0, stream), p,
                finish);
}

}  // namespace gemm
