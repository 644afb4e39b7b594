// SPDX-License-Identifier: Apache-2.0
// Block and warp barriers, memory fences (CUDA C++ Programming Guide, "Synchronization Functions",
// "Memory Fence Functions").
#pragma once

// __syncthreads() is a builtin of clang.
static __device__ __forceinline__ int __syncthreads_count(int predicate) {
  return __nvvm_bar0_popc(predicate);
}
static __device__ __forceinline__ int __syncthreads_and(int predicate) {
  return __nvvm_bar0_and(predicate);
}
static __device__ __forceinline__ int __syncthreads_or(int predicate) {
  return __nvvm_bar0_or(predicate);
}
static __device__ __forceinline__ void __syncwarp(unsigned int mask = 0xffffffffu) {
  __nvvm_bar_warp_sync(mask);
}

// Barrier `id` (0 to 15), of the whole block or of `threads` of its threads, a multiple of 32.
static __device__ __forceinline__ void __barrier_sync(unsigned int id) {
  __asm__ volatile("barrier.sync %0;" ::"r"(id) : "memory");
}
static __device__ __forceinline__ void __barrier_sync_count(unsigned int id, unsigned int threads) {
  __asm__ volatile("barrier.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

static __device__ __forceinline__ void __threadfence_block() {
  __nvvm_membar_cta();
}
static __device__ __forceinline__ void __threadfence() {
  __nvvm_membar_gl();
}
static __device__ __forceinline__ void __threadfence_system() {
  __nvvm_membar_sys();
}

// Where a pointer of the generic address space points.
static __device__ __forceinline__ unsigned int __isGlobal(const void* p) {
  return __nvvm_isspacep_global(p);
}
static __device__ __forceinline__ unsigned int __isShared(const void* p) {
  return __nvvm_isspacep_shared(p);
}
static __device__ __forceinline__ unsigned int __isConstant(const void* p) {
  return __nvvm_isspacep_const(p);
}
static __device__ __forceinline__ unsigned int __isLocal(const void* p) {
  return __nvvm_isspacep_local(p);
}
#define HEDDLE_IS_IN(name, space)                                               \
  static __device__ __forceinline__ unsigned int name(const void* p) {          \
    unsigned int r;                                                             \
    __asm__("{ .reg .pred p; isspacep." space " p, %1; selp.u32 %0, 1, 0, p; }" \
            : "=r"(r)                                                           \
            : "l"(p));                                                          \
    return r;                                                                   \
  }
HEDDLE_IS_IN(__isGridConstant, "param")
#undef HEDDLE_IS_IN

// What cuda::associate_access_property calls: a pointer whose lines a GPU keeps as `property` says.
// There is no such cache here, so it is the pointer as it was.
static __device__ __forceinline__ void* __nv_associate_access_property(const void* p,
                                                                       unsigned long long) {
  return const_cast<void*>(p);
}
// Addresses within a state space: offsets for shared memory, as inline PTX takes them.
#define HEDDLE_CVTA(name, space)                                                       \
  static __device__ __forceinline__ size_t __cvta_generic_to_##name(const void* p) {   \
    size_t r;                                                                          \
    __asm__("cvta.to." #space ".u64 %0, %1;" : "=l"(r) : "l"(p));                      \
    return r;                                                                          \
  }                                                                                    \
  static __device__ __forceinline__ void* __cvta_##name##_to_generic(size_t address) { \
    void* r;                                                                           \
    __asm__("cvta." #space ".u64 %0, %1;" : "=l"(r) : "l"(address));                   \
    return r;                                                                          \
  }
HEDDLE_CVTA(global, global)
HEDDLE_CVTA(shared, shared)
HEDDLE_CVTA(constant, const)
HEDDLE_CVTA(local, local)
#undef HEDDLE_CVTA
