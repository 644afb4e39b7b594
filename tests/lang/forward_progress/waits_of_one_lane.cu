// SPDX-License-Identifier: Apache-2.0
// also: three-threads
// mode: fiber
// A lock that one lane of each warp takes, however the program says which: the others of its warp
// neither wait nor write, so the warp stays a vector. Some rounds go without the wait.
#include <cooperative_groups.h>

#include "../check.h"
namespace cg = cooperative_groups;

struct Remainder {
  static __device__ bool mine() { return threadIdx.x % 32 == 0; }
};
struct LowBits {
  static __device__ bool mine() { return (threadIdx.x & 31) == 0; }
};
struct LaneId {
  static __device__ bool mine() {
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane == 0;
  }
};
struct OfTheBlock {
  static __device__ bool mine() { return threadIdx.x == 0; }
};
struct LastLane {
  static __device__ bool mine() { return threadIdx.x % 32 == 31; }
};
struct BlockRank {
  static __device__ bool mine() { return cg::this_thread_block().thread_rank() == 0; }
};
struct TileRank {
  static __device__ bool mine() {
    return cg::tiled_partition<32>(cg::this_thread_block()).thread_rank() == 0;
  }
};
struct Elected {
  static __device__ bool mine() {
    unsigned elected;
    asm volatile("{ .reg .pred p; .reg .b32 r; elect.sync r|p, 0xffffffff; selp.u32 %0, 1, 0, p; }"
                 : "=r"(elected));
    return elected != 0;
  }
};

// Elects anew in each round.
template <typename Who>
__global__ void lock(int* word, unsigned* sum, unsigned* out, unsigned rounds) {
  unsigned times = 0;
  for (unsigned k = 0; k < rounds; ++k) {
    if (Who::mine()) {
      const bool free = gridDim.x == 1 && blockDim.x == 32;
      if (!free) {
        while (atomicCAS(word, 0, 1) != 0) {
        }
      }
      __threadfence();
      *(volatile unsigned*)sum = *(volatile unsigned*)sum + k + 1;
      __threadfence();
      atomicExch(word, 0);
      ++times;
    }
    __syncwarp();
  }
  out[check::gid()] = times;
}

// The same, where the others have left.
__global__ void alone(int* word, unsigned* sum, unsigned* out, unsigned rounds) {
  out[check::gid()] = 0;
  if (threadIdx.x % 32 != 0) return;
  for (unsigned k = 0; k < rounds; ++k) {
    if (gridDim.x * blockDim.x != 32) {
      while (atomicCAS(word, 0, 1) != 0) {
      }
    }
    __threadfence();
    *(volatile unsigned*)sum = *(volatile unsigned*)sum + k + 1;
    __threadfence();
    atomicExch(word, 0);
  }
  out[check::gid()] = rounds;
}

template <typename Launch>
void run(const char* what, unsigned lane, bool of_block, Launch launch) {
  constexpr unsigned rounds = 5;
  static unsigned out[6 * 96];
  auto* memory = check::device_array<unsigned>(2 + 6 * 96);
  for (unsigned shape = 0; shape < 2; ++shape) {
    const unsigned blocks = shape ? 6 : 1, threads = shape ? 96 : 32;
    cudaMemset(memory, 0, 8);
    launch(blocks, threads, (int*)memory, memory + 1, memory + 2, rounds);
    unsigned sum = 0, takers = blocks * (of_block ? 1 : threads / 32);
    check::cuda(cudaMemcpy(&sum, memory + 1, 4, cudaMemcpyDeviceToHost), what);
    check::equal(sum, takers * rounds * (rounds + 1) / 2, what);
    cudaMemcpy(out, memory + 2, blocks * threads * 4, cudaMemcpyDeviceToHost);
    for (unsigned i = 0; i < blocks * threads; ++i) {
      const unsigned t = i % threads;
      const bool mine = of_block ? t == 0 : t % 32 == lane;
      check::equal(out[i], mine ? rounds : 0, what);
    }
  }
  cudaFree(memory);
}

template <typename Who>
void by(const char* what, unsigned lane = 0, bool of_block = false) {
  run(what, lane, of_block,
      [](unsigned blocks, unsigned threads, int* word, unsigned* sum, unsigned* out,
         unsigned rounds) { lock<Who><<<blocks, threads>>>(word, sum, out, rounds); });
}

int main() {
  by<Remainder>("threadIdx.x % 32 == 0");
  by<LowBits>("(threadIdx.x & 31) == 0");
  by<LaneId>("laneid == 0");
  by<OfTheBlock>("threadIdx.x == 0", 0, true);
  by<LastLane>("threadIdx.x % 32 == 31", 31);
  by<BlockRank>("rank in the block", 0, true);
  by<TileRank>("rank in a tile");
  by<Elected>("elect.sync");
  run("after a return", 0, false,
      [](unsigned blocks, unsigned threads, int* word, unsigned* sum, unsigned* out,
         unsigned rounds) { alone<<<blocks, threads>>>(word, sum, out, rounds); });
  return check::result();
}
