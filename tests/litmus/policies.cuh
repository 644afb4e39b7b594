// SPDX-License-Identifier: Apache-2.0
// Ways to access memory that promise something to other threads (litmus.cuh).
#pragma once

#include "litmus.cuh"

namespace litmus {

#define LITMUS_POLICY(Name, promise, blocks)              \
  static constexpr const char* name = #Name;              \
  static constexpr Strength strength = Strength::promise; \
  static constexpr bool between_blocks = blocks;

#define LITMUS_DEVICE static __device__ __forceinline__

// --- the compiler's functions, CUDA C++ Programming Guide, "Built-in Atomic Functions"

#define LITMUS_NV(Name, promise, blocks, load_order, store_order, fence_between, scope)     \
  struct Name {                                                                             \
    LITMUS_POLICY(Name, promise, blocks)                                                    \
    LITMUS_DEVICE void store(unsigned* at, unsigned value) {                                \
      __nv_atomic_store_n(at, value, __NV_ATOMIC_##store_order, __NV_THREAD_SCOPE_##scope); \
    }                                                                                       \
    LITMUS_DEVICE unsigned load(unsigned* at) {                                             \
      return __nv_atomic_load_n(at, __NV_ATOMIC_##load_order, __NV_THREAD_SCOPE_##scope);   \
    }                                                                                       \
    LITMUS_DEVICE void fence() { fence_between; }                                           \
  };
#define LITMUS_NV_FENCE(order, scope) \
  __nv_atomic_thread_fence(__NV_ATOMIC_##order, __NV_THREAD_SCOPE_##scope)

LITMUS_NV(nv_relaxed, kRelaxed, true, RELAXED, RELAXED, , DEVICE)
LITMUS_NV(nv_acquire_release, kAcquireRelease, true, ACQUIRE, RELEASE, , DEVICE)
LITMUS_NV(nv_seq_cst, kSequential, true, SEQ_CST, SEQ_CST, , DEVICE)
LITMUS_NV(nv_seq_cst_system, kSequential, true, SEQ_CST, SEQ_CST, , SYSTEM)
LITMUS_NV(nv_seq_cst_block, kSequential, false, SEQ_CST, SEQ_CST, , BLOCK)
LITMUS_NV(nv_relaxed_fence_acq_rel, kAcquireRelease, true, RELAXED, RELAXED,
          LITMUS_NV_FENCE(ACQ_REL, DEVICE), DEVICE)
LITMUS_NV(nv_relaxed_fence_seq_cst, kSequential, true, RELAXED, RELAXED,
          LITMUS_NV_FENCE(SEQ_CST, DEVICE), DEVICE)

// --- volatile, the older atomic functions and their fences

#define LITMUS_VOLATILE(Name, promise, blocks, fence_between)                                   \
  struct Name {                                                                                 \
    LITMUS_POLICY(Name, promise, blocks)                                                        \
    LITMUS_DEVICE void store(unsigned* at, unsigned value) { *(volatile unsigned*)at = value; } \
    LITMUS_DEVICE unsigned load(unsigned* at) { return *(volatile unsigned*)at; }               \
    LITMUS_DEVICE void fence() { fence_between; }                                               \
  };
LITMUS_VOLATILE(volatile_access, kRelaxed, true, )
LITMUS_VOLATILE(volatile_threadfence, kSequential, true, __threadfence())
LITMUS_VOLATILE(volatile_threadfence_system, kSequential, true, __threadfence_system())
LITMUS_VOLATILE(volatile_threadfence_block, kSequential, false, __threadfence_block())

#define LITMUS_ATOMIC(Name, suffix, promise, blocks, fence_between)                           \
  struct Name {                                                                               \
    LITMUS_POLICY(Name, promise, blocks)                                                      \
    LITMUS_DEVICE void store(unsigned* at, unsigned value) { atomicExch##suffix(at, value); } \
    LITMUS_DEVICE unsigned load(unsigned* at) { return atomicAdd##suffix(at, 0u); }           \
    LITMUS_DEVICE void fence() { fence_between; }                                             \
  };
LITMUS_ATOMIC(atomic_functions, , kRelaxed, true, )
LITMUS_ATOMIC(atomic_functions_threadfence, , kSequential, true, __threadfence())
LITMUS_ATOMIC(atomic_functions_system, _system, kSequential, true, __threadfence_system())
LITMUS_ATOMIC(atomic_functions_block, _block, kSequential, false, __threadfence_block())

// --- inline PTX

#define LITMUS_PTX(Name, promise, blocks, load_form, store_form, fence_form)             \
  struct Name {                                                                          \
    LITMUS_POLICY(Name, promise, blocks)                                                 \
    LITMUS_DEVICE void store(unsigned* at, unsigned value) {                             \
      asm volatile("st." store_form ".u32 [%0], %1;" ::"l"(at), "r"(value) : "memory");  \
    }                                                                                    \
    LITMUS_DEVICE unsigned load(unsigned* at) {                                          \
      unsigned value;                                                                    \
      asm volatile("ld." load_form ".u32 %0, [%1];" : "=r"(value) : "l"(at) : "memory"); \
      return value;                                                                      \
    }                                                                                    \
    LITMUS_DEVICE void fence() { asm volatile(fence_form ::: "memory"); }                \
  };
LITMUS_PTX(ptx_relaxed_gpu, kRelaxed, true, "relaxed.gpu.global", "relaxed.gpu.global", "")
LITMUS_PTX(ptx_acquire_release_gpu, kAcquireRelease, true, "acquire.gpu", "release.gpu", "")
LITMUS_PTX(ptx_acquire_release_sys, kAcquireRelease, true, "acquire.sys.global",
           "release.sys.global", "")
LITMUS_PTX(ptx_relaxed_fence_acq_rel_gpu, kAcquireRelease, true, "relaxed.gpu", "relaxed.gpu",
           "fence.acq_rel.gpu;")
LITMUS_PTX(ptx_relaxed_fence_sc_gpu, kSequential, true, "relaxed.gpu", "relaxed.gpu",
           "fence.sc.gpu;")
LITMUS_PTX(ptx_relaxed_fence_sc_sys, kSequential, true, "relaxed.sys", "relaxed.sys",
           "fence.sc.sys;")
LITMUS_PTX(ptx_volatile_membar, kSequential, true, "volatile.global", "volatile.global",
           "membar.gl;")
LITMUS_PTX(ptx_acquire_release_cta, kAcquireRelease, false, "acquire.cta", "release.cta", "")
LITMUS_PTX(ptx_relaxed_fence_sc_cta, kSequential, false, "relaxed.cta", "relaxed.cta",
           "fence.sc.cta;")

}  // namespace litmus
