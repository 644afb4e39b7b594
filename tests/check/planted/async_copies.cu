// SPDX-License-Identifier: Apache-2.0
// Asynchronous copies whose target is used before they have come.
#include <cuda_pipeline.h>

#include "planted.h"

__global__ void not_waited_for(const int* x, int* y) {
  __shared__ int tile[32];
  __pipeline_memcpy_async(&tile[threadIdx.x], &x[threadIdx.x], 4);  // ERROR async-copy
  __pipeline_commit();
  if (PLANT(false, true)) __pipeline_wait_prior(0);
  y[threadIdx.x] = tile[threadIdx.x];  // ERROR async-copy (0,0,0)
  __pipeline_wait_prior(0);
}

// The wait is there, behind the barrier: other threads may be past it.
__global__ void waits_behind_the_barrier(const int* x, int* y) {
  __shared__ int tile[64];
  __pipeline_memcpy_async(&tile[threadIdx.x], &x[threadIdx.x], 4);  // ERROR async-copy
  __pipeline_commit();
  if (PLANT(false, true)) __pipeline_wait_prior(0);
  __syncthreads();
  __pipeline_wait_prior(0);
  y[threadIdx.x] = tile[63 - threadIdx.x];  // ERROR async-copy
}

// Of two buffers, the one is read whose copy is still on its way.
__global__ void one_group_too_few(const int* x, int* y) {
  __shared__ int tiles[2][32];
  const int i = threadIdx.x;
  __pipeline_memcpy_async(&tiles[0][i], &x[i], 4);  // ERROR async-copy
  __pipeline_commit();
  int sum = 0;
  for (int k = 0; k < 4; ++k) {
    if (k < 3)
      __pipeline_memcpy_async(&tiles[(k + 1) % 2][i], &x[32 * (k + 1) + i], 4);  // ERROR async-copy
    __pipeline_commit();
    __pipeline_wait_prior(PLANT(2, 1));
    sum += tiles[k % 2][i];  // ERROR async-copy
  }
  y[i] = sum;
  __pipeline_wait_prior(0);
}

__global__ void never_committed(const int* x, int* y) {
  __shared__ int tile[32];
  __pipeline_memcpy_async(&tile[threadIdx.x], &x[threadIdx.x], 4);  // ERROR async-copy
  if (PLANT(false, true)) __pipeline_commit();
  __pipeline_wait_prior(0);
  y[threadIdx.x] = tile[threadIdx.x];  // ERROR async-copy (0,0,0)
  asm volatile("cp.async.wait_all;" ::: "memory");
}

__device__ void clear(int* tile) {
  tile[threadIdx.x] = 0;  // ERROR async-copy (0,0,0)
}

__global__ void overwritten(const int* x, int* y) {
  __shared__ int tile[32];
  __pipeline_memcpy_async(&tile[threadIdx.x], &x[threadIdx.x], 4);  // ERROR async-copy
  __pipeline_commit();
  if (PLANT(false, true)) __pipeline_wait_prior(0);
  clear(tile);
  __pipeline_wait_prior(0);
  y[threadIdx.x] = tile[threadIdx.x];
}

// Vectors, in PTX; read by another thread of the warp.
__global__ void vectors(const int4* x, int4* y) {
  __shared__ int4 tile[32];
  const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&tile[threadIdx.x]));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to),  // ERROR async-copy
               "l"(x + threadIdx.x)
               : "memory");
  if (PLANT(false, true)) asm volatile("cp.async.wait_all;" ::: "memory");
  __syncwarp();
  y[threadIdx.x] = tile[31 - threadIdx.x];  // ERROR async-copy (0,0,0)
  asm volatile("cp.async.wait_all;" ::: "memory");
}

__global__ void block_ends(const int* x, int* y) {
  __shared__ int tile[32];
  const unsigned i = threadIdx.x;
  y[i] = x[i];
  __pipeline_memcpy_async(&tile[i], &x[i], 4);  // ERROR async-copy-dropped (0,0,0)
  __pipeline_commit();
  if (PLANT(false, true)) __pipeline_wait_prior(0);
}

// The barrier that the others need is missing: each waits for its own copy only.
__global__ void no_barrier(const int* x, int* y) {
  __shared__ int tile[64];
  const unsigned i = threadIdx.x;
  __pipeline_memcpy_async(&tile[i], &x[i], 4);  // ERROR race // ERROR async-copy
  __pipeline_commit();
  __pipeline_wait_prior(0);
  PLANT((void)0, __syncthreads());
  y[threadIdx.x] = tile[63 - threadIdx.x];  // ERROR race // ERROR async-copy
}

// The copies of a group, which a barrier does not wait for.
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void of_a_group(const int* x, int* y) {
  __shared__ int tile[64];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, tile, x, sizeof tile);  // ERROR async-copy
  PLANT(block.sync(), cg::wait(block));
  y[threadIdx.x] = tile[threadIdx.x];  // ERROR async-copy (0,0,0)
  cg::wait(block);
}

// An mbarrier hears of the copies, and nobody waits for it: a barrier does not.
__global__ void told_to_an_mbarrier(const int* x, int* y) {
  __shared__ int tile[64];
  __shared__ unsigned long long object;
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&object));
  const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&tile[threadIdx.x]));
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(at) : "memory");
  __syncthreads();
  int sum = 0;
  for (unsigned round = 0; round < 3; ++round) {
    asm volatile(  // ERROR async-copy
        "cp.async.ca.shared.global [%0], [%1], 4;\n\t"
        "cp.async.mbarrier.arrive.noinc.shared.b64 [%2];" ::"r"(to),
        "l"(x + round * 64 + threadIdx.x), "r"(at)
        : "memory");
    unsigned ready = PLANT(1, 0);
    while (ready == 0) {
      asm volatile(
          "{\n\t.reg .pred done;\n\t"
          "mbarrier.try_wait.parity.shared.b64 done, [%1], %2;\n\t"
          "selp.u32 %0, 1, 0, done;\n\t}"
          : "=r"(ready)
          : "r"(at), "r"(round & 1)
          : "memory");
    }
    __syncthreads();
    sum += tile[63 - threadIdx.x];  // ERROR async-copy (0,0,0)
    __syncthreads();
  }
  y[threadIdx.x] = sum;
}

int main() {
  int* x = make<int>(256);
  int* y = make<int>(256);
  not_waited_for<<<1, 32>>>(x, y);
  waits_behind_the_barrier<<<1, 64>>>(x, y);
  one_group_too_few<<<1, 32>>>(x, y);
  never_committed<<<1, 32>>>(x, y);
  overwritten<<<1, 32>>>(x, y);
  vectors<<<1, 32>>>(make<int4>(32), make<int4>(32));
  block_ends<<<1, 32>>>(x, y);
  no_barrier<<<1, 64>>>(x, y);
  of_a_group<<<1, 64>>>(x, y);
  told_to_an_mbarrier<<<1, 64>>>(x, y);
  good(cudaDeviceSynchronize());
  std::printf("done\n");
}
