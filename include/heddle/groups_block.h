// SPDX-License-Identifier: Apache-2.0
// thread_group, what all groups can be seen as, and thread_block (CUDA C++ Programming Guide,
// "Cooperative Groups", "Group Types").
#pragma once

#include "groups_lanes.h"

namespace cooperative_groups {
namespace __v1 {  // where libcu++ declares them too

class thread_group {
 public:
  __device__ __forceinline__ unsigned long long size() const { return count_; }
  __device__ __forceinline__ unsigned long long num_threads() const { return count_; }
  __device__ __forceinline__ unsigned long long thread_rank() const {
    if (kind_ == kLanes) return __popc(place_ & __heddle::lanes_below());
    return __heddle::rank_in_block() & (kind_ == kTile ? count_ - 1 : ~0u);
  }
  __device__ __forceinline__ void sync() const {
    switch (kind_) {
      case kBlock:
        return __syncthreads();
      case kTile:
        __heddle_barrier(place_, count_, 0, false);
        return;
      case kLanes:
        return __syncwarp(place_);
    }
  }

 protected:
  enum kind { kBlock, kTile, kLanes };
  __device__ __forceinline__ thread_group(kind kind, unsigned place, unsigned count)
      : kind_(kind), place_(place), count_(count) {}

  kind kind_;
  unsigned place_;  // kTile: its barrier; kLanes: the mask of its lanes
  unsigned count_;

  friend __device__ thread_group tiled_partition(const thread_group& parent, unsigned size);
};

class thread_block : public thread_group {
 public:
  class arrival_token {};

  static __device__ __forceinline__ void sync() { __syncthreads(); }
  // Nobody waits for a thread between the two calls but at the second one.
  static __device__ __forceinline__ arrival_token barrier_arrive() {
    __threadfence_block();
    return arrival_token();
  }
  static __device__ __forceinline__ void barrier_wait(arrival_token&&) { __syncthreads(); }

  static __device__ __forceinline__ unsigned thread_rank() { return __heddle::rank_in_block(); }
  static __device__ __forceinline__ unsigned num_threads() { return __heddle::block_threads(); }
  static __device__ __forceinline__ unsigned size() { return num_threads(); }
  static __device__ __forceinline__ dim3 group_index() { return blockIdx; }
  static __device__ __forceinline__ dim3 thread_index() { return threadIdx; }
  static __device__ __forceinline__ dim3 dim_threads() { return blockDim; }
  static __device__ __forceinline__ dim3 group_dim() { return blockDim; }

 private:
  __device__ __forceinline__ thread_block() : thread_group(kBlock, 0, num_threads()) {}
  friend __device__ thread_block this_thread_block();
};

__device__ __forceinline__ thread_block this_thread_block() {
  return thread_block();
}

// Where GPUs keep what tiles of several warps exchange. Such tiles have a place of their own here.
template <unsigned int MaxBlockSize = 1024>
struct block_tile_memory {
  static_assert(MaxBlockSize <= 1024, "a block has at most 1024 threads");
};

template <unsigned int MaxBlockSize>
__device__ __forceinline__ thread_block this_thread_block(block_tile_memory<MaxBlockSize>&) {
  return this_thread_block();
}

template <class Group>
__device__ __forceinline__ void sync(const Group& group) {
  group.sync();
}
template <class Group>
__device__ __forceinline__ auto thread_rank(const Group& group) -> decltype(group.thread_rank()) {
  return group.thread_rank();
}
template <class Group>
__device__ __forceinline__ auto group_size(const Group& group) -> decltype(group.num_threads()) {
  return group.num_threads();
}

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups
