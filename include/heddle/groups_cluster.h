// SPDX-License-Identifier: Apache-2.0
// cluster_group (CUDA C++ Programming Guide, "Cluster Group").
#pragma once

#include "groups_block.h"

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

namespace cooperative_groups {
namespace __v1 {

class cluster_group {
 public:
  class arrival_token {};

  static __device__ __forceinline__ void sync() {
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
  }
  static __device__ __forceinline__ arrival_token barrier_arrive() {
    __cluster_barrier_arrive();
    return arrival_token();
  }
  static __device__ __forceinline__ void barrier_wait(arrival_token&&) { __cluster_barrier_wait(); }
  static __device__ __forceinline__ void barrier_wait() { __cluster_barrier_wait(); }

  // The rank of the block in whose shared memory `address` lies.
  static __device__ __forceinline__ unsigned int query_shared_rank(const void* address) {
    return __cluster_query_shared_rank(address);
  }
  // Where the variable at `address` of this block's shared memory lies in that of another block.
  template <class T>
  static __device__ __forceinline__ T* map_shared_rank(T* address, int rank) {
    return (T*)__cluster_map_shared_rank((const void*)address, (unsigned)rank);
  }

  // In blocks.
  static __device__ __forceinline__ dim3 block_index() { return __clusterRelativeBlockIdx(); }
  static __device__ __forceinline__ unsigned int block_rank() {
    return __clusterRelativeBlockRank();
  }
  static __device__ __forceinline__ dim3 dim_blocks() { return __clusterDim(); }
  static __device__ __forceinline__ unsigned int num_blocks() { return __clusterSizeInBlocks(); }

  // In threads.
  static __device__ __forceinline__ dim3 thread_index() {
    const dim3 block = block_index();
    return dim3(block.x * blockDim.x + threadIdx.x, block.y * blockDim.y + threadIdx.y,
                block.z * blockDim.z + threadIdx.z);
  }
  static __device__ __forceinline__ unsigned int thread_rank() {
    return block_rank() * __heddle::block_threads() + __heddle::rank_in_block();
  }
  static __device__ __forceinline__ dim3 dim_threads() {
    const dim3 blocks = dim_blocks();
    return dim3(blocks.x * blockDim.x, blocks.y * blockDim.y, blocks.z * blockDim.z);
  }
  static __device__ __forceinline__ unsigned int num_threads() {
    return num_blocks() * __heddle::block_threads();
  }
  static __device__ __forceinline__ unsigned int size() { return num_threads(); }

 private:
  __device__ __forceinline__ cluster_group() {}
  friend __device__ cluster_group this_cluster();
};

__device__ __forceinline__ cluster_group this_cluster() {
  return cluster_group();
}

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups

#endif
