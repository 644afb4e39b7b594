// SPDX-License-Identifier: Apache-2.0
// Shared memory of a cluster: accesses of several blocks that its barriers do not order. With
// -DMENDED they do.
#include <cooperative_groups.h>

#include "planted.h"

namespace cg = cooperative_groups;

// The neighbour may not have written yet.
__global__ void __cluster_dims__(2) reads_at_once(int* y) {
  __shared__ int tile[32];
  const auto cluster = cg::this_cluster();
  tile[threadIdx.x] = threadIdx.x + blockIdx.x;  // ERROR race
  PLANT(__syncthreads(), cluster.sync());
  y[blockIdx.x * 32 + threadIdx.x] =
      cluster.map_shared_rank(tile, cluster.block_rank() ^ 1)[threadIdx.x];  // ERROR race
  cluster.sync();
}

// Written a second time while the neighbour may read it still.
__global__ void __cluster_dims__(2) writes_again(int* y) {
  __shared__ int tile[32];
  const auto cluster = cg::this_cluster();
  int sum = 0;
  for (int round = 0; round < 2; ++round) {
    tile[threadIdx.x] = threadIdx.x + round;  // ERROR race
    cluster.sync();
    sum += *cluster.map_shared_rank(&tile[threadIdx.x], cluster.block_rank() ^ 1);  // ERROR race
    PLANT((void)0, cluster.sync());
  }
  y[blockIdx.x * 32 + threadIdx.x] = sum;
  cluster.sync();
}

// All blocks write into the first one's memory, at the same places or each at its own.
__global__ void __cluster_dims__(4) writes_into_one(int* y) {
  __shared__ int sums[128];
  const auto cluster = cg::this_cluster();
  cluster.sync();
  int* first = cluster.map_shared_rank(sums, 0);
  first[threadIdx.x + PLANT(0, 32) * cluster.block_rank()] = blockIdx.x;  // ERROR race
  cluster.sync();
  if (cluster.block_rank() == 0) y[threadIdx.x] = sums[threadIdx.x];
}

// An atomic addition of a neighbour's, and a plain one.
__global__ void __cluster_dims__(2) counts(int* y) {
  __shared__ int count;
  const auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) count = 0;
  cluster.sync();
  int* first = cluster.map_shared_rank(&count, 0);
  if (cluster.block_rank() == 1) {
    atomicAdd(first, 1);  // ERROR race
  } else if (threadIdx.x == 0) {
    if (PLANT(true, false)) {
      count += 5;  // ERROR race
    } else {
      atomicAdd(&count, 5);
    }
  }
  cluster.sync();
  if (cluster.block_rank() == 0 && threadIdx.x == 0) y[0] = count;
}

// Arrived, but not waited.
__global__ void __cluster_dims__(2) waits_too_late(int* y) {
  __shared__ int tile[32];
  const auto cluster = cg::this_cluster();
  tile[threadIdx.x] = 3 * threadIdx.x;  // ERROR race
  auto token = cluster.barrier_arrive();
  PLANT((void)0, cluster.barrier_wait(std::move(token)));
  const int* there = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
  const int value = there[threadIdx.x];  // ERROR race
  PLANT(cluster.barrier_wait(std::move(token)), (void)0);
  y[blockIdx.x * 32 + threadIdx.x] = value;
  cluster.sync();
}

// Half of each warp does not come to the barrier.
__global__ void __cluster_dims__(2) lanes_missing(int* y) {
  const auto cluster = cg::this_cluster();
  if (threadIdx.x % 32 < PLANT(16, 32)) {
    cluster.sync();  // ERROR divergent-barrier (0,0,0)
  }
  y[blockIdx.x * 32 + threadIdx.x] = threadIdx.x;
  cluster.sync();
}

// Right: halves of the warp come by two places, and some lanes have ended before.
__global__ void __cluster_dims__(2) all_come(int* y) {
  const auto cluster = cg::this_cluster();
  if (threadIdx.x >= 24) return;
  y[blockIdx.x * 32 + threadIdx.x] = threadIdx.x;
  cluster.sync();
}

// Bins in the memory of all blocks: atomic additions of all, and a plain one.
__global__ void __cluster_dims__(4) counts_in_bins(int* y) {
  __shared__ int bins[16];
  const auto cluster = cg::this_cluster();
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  cluster.sync();
  for (int i = 0; i < 8; ++i) {
    const int bin = (threadIdx.x * 7 + i * 5 + cluster.block_rank()) % 64;
    int* there = cluster.map_shared_rank(bins, bin / 16) + bin % 16;
    atomicAdd(there, 1);  // ERROR race
  }
  if (PLANT(cluster.block_rank() == 3 && threadIdx.x == 5, false)) {
    cluster.map_shared_rank(bins, 1)[2] += 1;  // ERROR race
  }
  cluster.sync();
  if (threadIdx.x < 16) y[cluster.block_rank() * 16 + threadIdx.x] = bins[threadIdx.x];
}

// A row of the neighbour's, read while it is written again after a barrier of its own block only.
__global__ void __cluster_dims__(2) own_barrier(int* y) {
  __shared__ int tile[64];
  const auto cluster = cg::this_cluster();
  tile[threadIdx.x] = threadIdx.x;
  cluster.sync();
  const int* there = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
  const int value = there[63 - threadIdx.x];  // ERROR race
  PLANT(__syncthreads(), cluster.sync());
  tile[threadIdx.x] = value;  // ERROR race
  y[blockIdx.x * 64 + threadIdx.x] = value;
  cluster.sync();
}

// Right: a ring, with the barriers that it needs.
__global__ void __cluster_dims__(4) ring(int* y) {
  __shared__ int tile[2][32];
  const auto cluster = cg::this_cluster();
  const unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
  tile[0][threadIdx.x] = blockIdx.x;
  for (int round = 0; round < 4; ++round) {
    cluster.sync();
    cluster.map_shared_rank(tile[(round + 1) % 2], next)[threadIdx.x] =
        tile[round % 2][threadIdx.x];
  }
  cluster.sync();
  y[blockIdx.x * 32 + threadIdx.x] = tile[0][threadIdx.x];
}

// Global memory that a kernel with such barriers reads by one pointer and writes by another one;
// and memory that it only reads, which no cluster's barrier need order.
__global__ void __cluster_dims__(2) shifts(const int* x, const int* added, int* y) {
  const auto cluster = cg::this_cluster();
  const int i = blockIdx.x * 32 + threadIdx.x;
  const int value = x[(i + 32) % 128] + added[127 - i];  // ERROR race
  cluster.sync();
  y[i] = value;  // ERROR race
  cluster.sync();
}

using Barrier = unsigned long long;
__device__ unsigned at(Barrier* barrier) {
  return static_cast<unsigned>(__cvta_generic_to_shared(barrier));
}
__device__ void start(Barrier* barrier, unsigned count) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at(barrier)), "r"(count) : "memory");
}
__device__ void arrive_at(Barrier* barrier, unsigned rank) {
  asm volatile(
      "{\n .reg .b32 there;\n mapa.shared::cluster.u32 there, %0, %1;\n"
      " mbarrier.arrive.release.cluster.shared::cluster.b64 _, [there];\n}" ::"r"(at(barrier)),
      "r"(rank)
      : "memory");
}
__device__ void wait(Barrier* barrier, unsigned parity) {
  int ready = 0;
  while (ready == 0) {
    asm volatile(
        "{\n .reg .pred p;\n"
        " mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2;\n"
        " selp.b32 %0, 1, 0, p;\n}"
        : "=r"(ready)
        : "r"(at(barrier)), "r"(parity)
        : "memory");
  }
}

// One block fills the other's tile, and fills it again without waiting until it was taken: of the
// phases in between, who takes it may see none.
__global__ void __cluster_dims__(2) runs_ahead(int* y) {
  __shared__ Barrier full, taken;
  __shared__ int tile[32];
  const auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) {
    start(&full, 32);
    start(&taken, 32);
  }
  cluster.sync();
  int sum = 0;
  for (int round = 0; round < 3; ++round) {
    if (cluster.block_rank() == 1) {
      cluster.map_shared_rank(tile, 0)[threadIdx.x] = round;
      arrive_at(&full, 0);
      if (PLANT(round == 2, true)) wait(&taken, round & 1);
    } else {
      wait(&full, round & 1);  // ERROR barrier-misuse (0,0,0) // ERROR deadlock (0,0,0)
      sum += tile[31 - threadIdx.x];
      arrive_at(&taken, 1);
    }
  }
  y[blockIdx.x * 32 + threadIdx.x] = sum;
  cluster.sync();
}

// A block ends although another one may still read its shared memory.
__global__ void __cluster_dims__(2) ends_early(int* y) {
  __shared__ int tile[32];
  const auto cluster = cg::this_cluster();
  tile[threadIdx.x] = threadIdx.x;
  cluster.sync();
  if (cluster.block_rank() == 0) {
    y[threadIdx.x] = cluster.map_shared_rank(tile, 1)[31 - threadIdx.x];
    // ^ ERROR use-after-free (0,0,0)
  }
  PLANT((void)0, cluster.sync());
}
// It waits for who says that it has read; but one more store comes behind that.
__global__ void __cluster_dims__(2) ends_told(int* y) {
  __shared__ Barrier taken;
  __shared__ int tile[33];
  const auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) start(&taken, 32);
  tile[threadIdx.x] = threadIdx.x;
  cluster.sync();
  if (cluster.block_rank() == 0) {
    int* theirs = cluster.map_shared_rank(tile, 1);
    y[threadIdx.x] = theirs[31 - threadIdx.x];
    if (PLANT(false, threadIdx.x == 3)) theirs[32] = 1;
    arrive_at(&taken, 1);
    if (PLANT(threadIdx.x == 3, false)) theirs[32] = 1;  // ERROR use-after-free (3,0,0)
  } else {
    wait(&taken, 0);
  }
}

int main() {
  in_child([] { runs_ahead<<<2, 32>>>(make<int>(64)); });

  int *y = make<int>(256), *z = make<int>(128);
  reads_at_once<<<2, 32>>>(y);
  writes_again<<<2, 32>>>(y);
  writes_into_one<<<4, 32>>>(y);
  counts<<<2, 32>>>(y);
  waits_too_late<<<2, 32>>>(y);
  ring<<<4, 32>>>(y);
  lanes_missing<<<2, 32>>>(y);
  all_come<<<2, 32>>>(y);
  counts_in_bins<<<4, 32>>>(y);
  own_barrier<<<2, 64>>>(y);
  shifts<<<4, 32>>>(PLANT(y, y + 128), z, y);
  ends_early<<<2, 32>>>(y);
  ends_told<<<2, 32>>>(y);
  good(cudaDeviceSynchronize());
  good(cudaFree(z));
  good(cudaFree(y));
}
