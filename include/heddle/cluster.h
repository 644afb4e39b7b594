// SPDX-License-Identifier: Apache-2.0
// Thread block clusters: built-in functions (CUDA C++ Programming Guide, "Thread Block Clusters",
// "Distributed Shared Memory"). As with nvcc, device code has them from compute capability 9.0 on.
#pragma once

#include "../vector_types.h"

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

extern "C" __device__ __attribute__((nothrow, const)) void* __heddle_map_shared(const void* address,
                                                                                unsigned rank);
extern "C" __device__ __attribute__((nothrow, const)) unsigned __heddle_shared_rank(
    const void* address);

#define HEDDLE_CLUSTER_REGISTER(name, reg)                \
  static __device__ __forceinline__ unsigned int name() { \
    unsigned int value;                                   \
    __asm__("mov.u32 %0, %%" #reg ";" : "=r"(value));     \
    return value;                                         \
  }
#define HEDDLE_CLUSTER_DIM(name, reg)                                              \
  HEDDLE_CLUSTER_REGISTER(__heddle_##reg##_x, reg.x)                               \
  HEDDLE_CLUSTER_REGISTER(__heddle_##reg##_y, reg.y)                               \
  HEDDLE_CLUSTER_REGISTER(__heddle_##reg##_z, reg.z)                               \
  static __device__ __forceinline__ dim3 name() {                                  \
    return dim3(__heddle_##reg##_x(), __heddle_##reg##_y(), __heddle_##reg##_z()); \
  }

// Sizes and positions in blocks, or of clusters in the grid. A launch without clusters is one of
// clusters of one block.
HEDDLE_CLUSTER_DIM(__clusterDim, cluster_nctaid)
HEDDLE_CLUSTER_DIM(__clusterRelativeBlockIdx, cluster_ctaid)
HEDDLE_CLUSTER_DIM(__clusterIdx, clusterid)
HEDDLE_CLUSTER_DIM(__clusterGridDimInClusters, nclusterid)
HEDDLE_CLUSTER_REGISTER(__clusterRelativeBlockRank, cluster_ctarank)
HEDDLE_CLUSTER_REGISTER(__clusterSizeInBlocks, cluster_nctarank)

#undef HEDDLE_CLUSTER_DIM
#undef HEDDLE_CLUSTER_REGISTER

// Whether the launch asked for clusters.
static __device__ __forceinline__ bool __clusterDimIsSpecified() {
  unsigned int value;
  __asm__("{\n\t.reg .pred p;\n\tmov.pred p, %%is_explicit_cluster;\n\tselp.u32 %0, 1, 0, p;\n\t}"
          : "=r"(value));
  return value;
}

static __device__ __forceinline__ void __cluster_barrier_arrive() {
  __asm__ volatile("barrier.cluster.arrive;" ::: "memory");
}
static __device__ __forceinline__ void __cluster_barrier_arrive_relaxed() {
  __asm__ volatile("barrier.cluster.arrive.relaxed;" ::);
}
static __device__ __forceinline__ void __cluster_barrier_wait() {
  __asm__ volatile("barrier.cluster.wait;" ::: "memory");
}

static __device__ __forceinline__ unsigned int __cluster_query_shared_rank(const void* address) {
  return __heddle_shared_rank(address);
}
static __device__ __forceinline__ void* __cluster_map_shared_rank(const void* address,
                                                                  unsigned int rank) {
  return __heddle_map_shared(address, rank);
}

static __device__ __forceinline__ unsigned int __isClusterShared(const void* address) {
  unsigned int value;
  __asm__("{\n\t.reg .pred p;\n\tisspacep.shared::cluster p, %1;\n\tselp.u32 %0, 1, 0, p;\n\t}"
          : "=r"(value)
          : "l"(address));
  return value;
}

#endif
