// SPDX-License-Identifier: Apache-2.0
// What the blocks of a cluster tell each other through shared memory.
#pragma once

#include <type_traits>

namespace gemm {

// Nothing is handed over: with .release the arrival would wait for all of the thread's stores, 0.3
// us at each end of a kernel (an H200, 2026-11-28).
__device__ __forceinline__ void cluster_barrier() {
  asm volatile("barrier.cluster.arrive.relaxed.aligned; barrier.cluster.wait.acquire.aligned;" ::
                   : "memory");
}
// The same, and what the blocks have written to their shared memory is there for all of them.
// blocks: of the cluster.
__device__ __forceinline__ void wait_for_cluster(int blocks) {
  if (blocks == 1)
    __syncthreads();
  else
    asm volatile("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" ::
                     : "memory");
}
// What a block of the cluster has where this one has *mine.
template <class Number>
__device__ __forceinline__ Number read_of_block(const Number* mine, int block) {
  unsigned there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(there)
               : "r"(static_cast<unsigned>(__cvta_generic_to_shared(mine))), "r"(block));
  Number value;
  if constexpr (std::is_same_v<Number, double>)
    asm volatile("ld.shared::cluster.f64 %0, [%1];" : "=d"(value) : "r"(there) : "memory");
  else if constexpr (std::is_same_v<Number, int>)
    asm volatile("ld.shared::cluster.s32 %0, [%1];" : "=r"(value) : "r"(there) : "memory");
  else
    asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(value) : "r"(there) : "memory");
  return value;
}

}  // namespace gemm
