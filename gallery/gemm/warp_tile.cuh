// SPDX-License-Identifier: Apache-2.0
// Step 8: warp tiles. A warp computes a compact 64 x 64 of C, its lanes pieces of four rows and
// four columns strewn over it, so that its loads of shared memory are broadcasts and free of
// conflicts; a thread's 8 x 16 sums need 24 values for 128 products. The values for the next k are
// loaded while those of this k are multiplied.
#pragma once

#include "vector_loads.cuh"

namespace gemm {

// Where a lane's pieces start within a warp's tile: 8 x 4 lanes. Lanes that differ in bit 0 share
// pieces of A, in bit 1 pieces of B: shared memory serves such 16-byte loads in two wavefronts,
// others in four.
struct LanePlace {
  int row, column;
};
__device__ inline LanePlace lane_place(int lane) {
  return {((lane >> 1 & 1) | (lane >> 3) << 1) * 4, ((lane & 1) | (lane >> 2 & 1) << 1) * 4};
}

static __global__ void __launch_bounds__(256, 1)
    sgemm_warp_tile(FloatProblem p, Matrix<const float> b_by_columns, Fours fours) {
  constexpr int BM = 128, BN = 256, BK = 8, WM = 64, WN = 64, TM = 8, TN = 16;
  using LoadA = TileLoad<BM, BK, 256>;
  using LoadB = TileLoad<BN, BK, 256>;
  __shared__ __align__(16) float tile_a[2][BK * LoadA::kLd], tile_b[2][BK * LoadB::kLd];
  const int warp = threadIdx.x / 32;
  const LanePlace lane = lane_place(threadIdx.x % 32);
  const int row = warp % (BM / WM) * WM + lane.row;
  const int column = warp / (BM / WM) * WN + lane.column;
  const int row0 = blockIdx.y * BM, column0 = blockIdx.x * BN;
  LoadA a(p.a, row0, p.m, p.k, fours.a);
  LoadB b(b_by_columns, column0, p.n, p.k, fours.b);

  float sum[TM][TN] = {};
  float fragment_a[2][TM], fragment_b[2][TN];
  const auto load_fragments = [&](int to, int stage, int k) {
#pragma unroll
    for (int i = 0; i < TM; i += 4)
      *reinterpret_cast<float4*>(&fragment_a[to][i]) =
          *reinterpret_cast<float4*>(tile_a[stage] + k * LoadA::kLd + row + i * 8);
#pragma unroll
    for (int j = 0; j < TN; j += 4)
      *reinterpret_cast<float4*>(&fragment_b[to][j]) =
          *reinterpret_cast<float4*>(tile_b[stage] + k * LoadB::kLd + column + j * 4);
  };
  const auto multiply = [&](int from) {
#pragma unroll
    for (int i = 0; i < TM; ++i)
#pragma unroll
      for (int j = 0; j < TN; ++j) sum[i][j] += fragment_a[from][i] * fragment_b[from][j];
  };
  a.fetch(0);
  b.fetch(0);
  a.put(tile_a[0]);
  b.put(tile_b[0]);
  __syncthreads();
  load_fragments(0, 0, 0);
  int stage = 0;
  for (int k0 = 0; k0 < p.k; k0 += BK, stage ^= 1) {
    a.fetch(k0 + BK);  // zeros behind the end
    b.fetch(k0 + BK);
    for (int k = 0; k < BK; k += 2) {
      load_fragments(1, stage, k + 1);
      multiply(0);
      if (k + 2 < BK) {
        load_fragments(0, stage, k + 2);
      } else {
        a.put(tile_a[stage ^ 1]);
        b.put(tile_b[stage ^ 1]);
        __syncthreads();
        load_fragments(0, stage ^ 1, 0);
      }
      multiply(1);
    }
  }
#pragma unroll
  for (int i = 0; i < TM; ++i)
#pragma unroll
    for (int j = 0; j < TN; j += 4)
      store_four(p, row0 + row + i / 4 * 32 + i % 4, column0 + column + j * 4, &sum[i][j], fours.c);
}

inline cudaError_t warp_tile(const FloatProblem& problem, cudaStream_t stream) {
  const FloatProblem p = problem.with_c_in_rows();
  return by_blas_rules(p, stream, [&] {
    return launch(sgemm_warp_tile, shape(dim3(tiles(p.n, 256), tiles(p.m, 128)), 256, 0, stream), p,
                  p.b.transposed(), Fours(p));
  });
}

}  // namespace gemm
