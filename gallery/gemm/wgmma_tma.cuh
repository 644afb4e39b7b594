// SPDX-License-Identifier: Apache-2.0
// Step 11: wgmma fed by the copy engine. No thread copies any more: one asks for tiles of 64 k some
// steps ahead, and all wait at the stage's barrier until its bytes have come. Swizzled lines of 128
// bytes are what the engine writes and what the tensor cores read without conflicts.
#pragma once

#include "direct_store.cuh"
#include "launch.h"
#include "warp_specialised.cuh"

namespace gemm {

using WgmmaTile = TensorTile<128, 128, 6>;

template <Order A_ORDER, Order B_ORDER, class Out>
__global__ void __launch_bounds__(256, 1)
    bgemm_wgmma_tma(Problem<bf16, Out> p, const __grid_constant__ CUtensorMap map_a,
                    const __grid_constant__ CUtensorMap map_b) {
  using T = WgmmaTile;
  extern __shared__ char shared[];
  const StageMemory<T> memory(shared);
  init_barriers(memory);
  const int first_row = threadIdx.x / 128 * 64;
  Work work{int(blockIdx.y) * T::BM, int(blockIdx.x) * T::BN, 0, (p.k + T::BK - 1) / T::BK, 0};
  const auto load = [&](int step) {
    if (threadIdx.x == 0 && step < work.steps)
      load_step<T, A_ORDER, B_ORDER>(memory, step % T::STAGES, &map_a, &map_b, work.row,
                                     work.column, step * T::BK, false);
  };
  for (int step = 0; step < T::STAGES - 1; ++step) load(step);
  Sums<T> sum;
  StageCounter<T::STAGES> at;
  for (int step = 0; step < work.steps; ++step, at.next()) {
    barrier_wait(memory.full(at.stage), at.parity);
    multiply_step<T, A_ORDER, B_ORDER>(memory, first_row, at.stage, step != 0, sum);
    wait_for_multiply<0>();
    __syncthreads();  // both warpgroups are done with the stage: it can be filled again
    load(step + T::STAGES);
    if (step == 0) load(T::STAGES - 1);
  }
  work.row += first_row;
  DirectStore<Plain>().operator()<T>(p, nullptr, memory, work, 0, sum, Plain{}, {});
}

template <Order A_ORDER, Order B_ORDER, class Out>
cudaError_t launch_wgmma_tma(const Problem<bf16, Out>& p, cudaStream_t stream) {
  using T = WgmmaTile;
  CUtensorMap map_a, map_b;
  cudaError_t error = make_tensor_map(&map_a, p.a, p.m, p.k, A_ORDER == Order::kRow ? T::BM : 64);
  if (error == cudaSuccess)
    error = make_tensor_map(&map_b, p.b, p.k, p.n, B_ORDER == Order::kRow ? 64 : T::BN);
  if (error != cudaSuccess) return error;
  const dim3 blocks(tiles(p.n, T::BN), tiles(p.m, T::BM));
  return launch(bgemm_wgmma_tma<A_ORDER, B_ORDER, Out>,
                shape(blocks, 256, StageMemory<T>::BYTES, stream), p, map_a, map_b);
}

}  // namespace gemm
