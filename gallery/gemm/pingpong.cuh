// SPDX-License-Identifier: Apache-2.0
// Step 16: ping-pong. Each of two consumers has tiles of C of its own, and they take turns: while
// one stores its sums, the other multiplies, so that the tensor cores need not wait for an
// epilogue. The producer loads tile after tile as ever; a consumer skips the stages of the other's.
#pragma once

#include <cuda_runtime.h>

namespace gemm {

// Whose a tile is, of those that a block walks over, and when its products may begin: when all of
// the tile before have been issued. So one consumer at a time has the tensor cores to itself, and
// stages become free in the order in which the producer fills them. Without turns sums would be
// wrong: a wait for a full stage tells only even uses from odd ones, so it needs the use before,
// here maybe the other consumer's, to be past.
template <bool PING_PONG>
struct Turns {
  static constexpr int kBarrier = 3;  // and 4; 1 and 2 are the warpgroups' own
  int consumer;

  __device__ bool has(int tile) const { return !PING_PONG || tile % 2 == consumer; }
  __device__ void wait(int tile) const {
    if (PING_PONG && tile > 0)
      asm volatile("bar.sync %0, 256;" ::"r"(kBarrier + consumer) : "memory");
  }
  // To the consumer of the next tile, when there is one: each wait meets one hand_over.
  __device__ void hand_over() const {
    if (PING_PONG) asm volatile("bar.arrive %0, 256;" ::"r"(kBarrier + 1 - consumer) : "memory");
  }
};

}  // namespace gemm
