// SPDX-License-Identifier: Apache-2.0
// Accesses outside of the shared memory of another block of the cluster.
#include <cooperative_groups.h>

#include "planted.h"

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) remote_read(int* y) {
  __shared__ int tile[32];
  auto cluster = cg::this_cluster();
  tile[threadIdx.x] = threadIdx.x;
  cluster.sync();
  const int* other = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
  y[cluster.thread_rank()] = other[threadIdx.x + PLANT(1, 0)];  // ERROR out-of-bounds (31,0,0)
  cluster.sync();
}
__device__ void put(int* at, int i, int value) {
  at[i] = value;  // ERROR out-of-bounds (0,0,0)
}
__global__ void __cluster_dims__(2, 1, 1) remote_write(int* y) {
  extern __shared__ int memory[];
  auto cluster = cg::this_cluster();
  cluster.sync();
  put(cluster.map_shared_rank(memory, cluster.block_rank() ^ 1), threadIdx.x + PLANT(64, 0), 1);
  cluster.sync();
  y[cluster.thread_rank()] = memory[threadIdx.x];
}
__global__ void __cluster_dims__(2, 1, 1) remote_atomic(int* y) {
  __shared__ int counters[8];
  auto cluster = cg::this_cluster();
  if (threadIdx.x < 8) counters[threadIdx.x] = 0;
  cluster.sync();
  int* other = cluster.map_shared_rank(counters, cluster.block_rank() ^ 1);
  atomicAdd(other + (threadIdx.x % PLANT(9, 8)), 1);  // ERROR out-of-bounds (8,0,0)
  cluster.sync();
  if (threadIdx.x < 8) y[cluster.block_rank() * 8 + threadIdx.x] = counters[threadIdx.x];
}

// The same place, still made from `pointer`, which the compiler cannot see.
__device__ int* at_place_of(int* pointer, const int* place) {
  long distance = reinterpret_cast<long>(place) - reinterpret_cast<long>(pointer);
  asm volatile("" : "+l"(distance));
  return reinterpret_cast<int*>(reinterpret_cast<char*>(pointer) + distance);
}
// The place lies in memory that the kernel may use, but the pointer is one to shared memory.
__global__ void __cluster_dims__(2, 1, 1) from_shared_to_global(int* y) {
  __shared__ int tile[32];
  auto cluster = cg::this_cluster();
  tile[threadIdx.x] = threadIdx.x;
  cluster.sync();
  int* other = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
  at_place_of(other, PLANT(y, other))[threadIdx.x] = 1;  // ERROR out-of-bounds (0,0,0)
  cluster.sync();
}

int main() {
  remote_read<<<2, 32>>>(make<int>(64));
  remote_write<<<2, 32, 64 * sizeof(int)>>>(make<int>(64));
  remote_atomic<<<2, 32>>>(make<int>(64));
  from_shared_to_global<<<2, 32>>>(make<int>(64));
  good(cudaDeviceSynchronize());
  std::printf("done\n");
}
