// SPDX-License-Identifier: Apache-2.0
// Operations of a warp with wrong masks.
#include <cooperative_groups.h>

#include "planted.h"

__global__ void caller_not_named(int* y) {
  int lane = threadIdx.x;
  if (lane >= 16) __syncwarp(PLANT(0x0000ffff, 0xffff0000));  // ERROR caller-not-in-mask (16,0,0)
  y[lane] = 1;
}

__global__ void caller_not_named_in_shuffle(int* y) {
  int lane = threadIdx.x;
  y[lane] = __shfl_xor_sync(PLANT(0x7fffffff, 0xffffffff), lane, 1);
  // ^ ERROR caller-not-in-mask (31,0,0)
}

__global__ void never_arrives(int* y) {
  int lane = threadIdx.x;
  int v = lane;
  if (lane < 16) {
    v += __shfl_down_sync(PLANT(0xffffffff, 0x0000ffff), v, 8, 16);  // ERROR missing-lane (0,0,0)
  }
  y[lane] = v;
}

__device__ bool vote(bool yes) {
  return __any_sync(PLANT(0xffffffff, __activemask()), yes);  // ERROR missing-lane (0,0,0)
}
__global__ void vote_in_a_helper(int* y) {
  int lane = threadIdx.x;
  int sum = 0;
  if (lane % 2 == 0) sum += vote(lane == 4);
  __syncthreads();
  y[lane] = sum;
}

__global__ void sync_in_a_condition(int* y) {
  int lane = threadIdx.x;
  __shared__ int numbers[32];
  numbers[lane] = lane;
  if (lane < 8) {
    __syncwarp(PLANT(0x0000ffff, 0x000000ff));  // ERROR missing-lane (0,0,0)
  }
  y[lane] = numbers[lane];
}

// Right: both ways of a branch, groups, early returns, and a mask that a vote has made.
__global__ void right(int* y, int n) {
  int lane = threadIdx.x;
  int v = lane;
  if (lane < 16) {
    v += __shfl_xor_sync(0x0000ffff, v, 1);
  } else {
    v += __shfl_xor_sync(0xffff0000, v, 2);
  }
  unsigned odd = __ballot_sync(0xffffffff, v & 1);
  if (v & 1) v += __popc(__ballot_sync(odd, true));
  auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
  v += tile.shfl_down(v, 1);
  if (lane % 3 == 0) {
    auto some = cooperative_groups::coalesced_threads();
    v += some.shfl(v, 0);
  }
  y[lane] = v;
  if (lane >= n) return;
  y[lane] += __reduce_add_sync((1u << n) - 1, 1);
}

int main() {
  int* y = make<int>(64);
  caller_not_named<<<1, 32>>>(y);
  caller_not_named_in_shuffle<<<1, 32>>>(y);
  never_arrives<<<1, 32>>>(y);
  vote_in_a_helper<<<1, 32>>>(y);
  sync_in_a_condition<<<1, 32>>>(y);
  right<<<1, 32>>>(y, 20);
  good(cudaDeviceSynchronize());
  std::printf("done\n");
}
