// SPDX-License-Identifier: Apache-2.0
// grid_group (CUDA C++ Programming Guide, "Grid Group", "Grid Synchronization").
#pragma once

#include "groups_block.h"

namespace cooperative_groups {
namespace __v1 {

class grid_group {
 public:
  class arrival_token {};

  // Needs a cooperative launch.
  static __device__ __forceinline__ bool is_valid() { return __heddle_cooperative(); }
  static __device__ __forceinline__ void sync() {
    if (!is_valid()) __trap();
    __heddle_barrier(16, 0, 0, false);
  }
  // Nobody waits for a thread between the two calls but at the second one.
  static __device__ __forceinline__ arrival_token barrier_arrive() {
    __threadfence();
    return arrival_token();
  }
  static __device__ __forceinline__ void barrier_wait(arrival_token&&) { sync(); }

  static __device__ __forceinline__ unsigned long long block_rank() {
    return blockIdx.x + (unsigned long long)gridDim.x *
                            (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
  }
  static __device__ __forceinline__ unsigned long long thread_rank() {
    return block_rank() * __heddle::block_threads() + __heddle::rank_in_block();
  }
  static __device__ __forceinline__ unsigned long long num_blocks() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
  }
  static __device__ __forceinline__ unsigned long long num_threads() {
    return num_blocks() * __heddle::block_threads();
  }
  static __device__ __forceinline__ unsigned long long size() { return num_threads(); }
  static __device__ __forceinline__ dim3 dim_blocks() { return gridDim; }
  static __device__ __forceinline__ dim3 group_dim() { return gridDim; }
  static __device__ __forceinline__ dim3 block_index() { return blockIdx; }

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  // In clusters.
  static __device__ __forceinline__ dim3 dim_clusters() { return __clusterGridDimInClusters(); }
  static __device__ __forceinline__ dim3 cluster_index() { return __clusterIdx(); }
  static __device__ __forceinline__ unsigned long long num_clusters() {
    const dim3 dim = dim_clusters();
    return (unsigned long long)dim.x * dim.y * dim.z;
  }
  static __device__ __forceinline__ unsigned long long cluster_rank() {
    const dim3 dim = dim_clusters(), index = cluster_index();
    return index.x + (unsigned long long)dim.x * (index.y + (unsigned long long)dim.y * index.z);
  }
#endif

 private:
  __device__ __forceinline__ grid_group() {}
  friend __device__ grid_group this_grid();
};

__device__ __forceinline__ grid_group this_grid() {
  return grid_group();
}

class multi_grid_group;
__device__
    __attribute__((unavailable("groups of several devices were removed from CUDA; launch "
                               "one grid a device"))) multi_grid_group
    this_multi_grid();

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups
