// SPDX-License-Identifier: Apache-2.0
// Arrive/wait barriers in shared memory as plain functions (CUDA C++ Programming Guide,
// "Asynchronous Barriers", primitives interface): from compute capability 8.0 on, the waits with a
// time limit and by parity from 9.0.
#pragma once

#include <cuda_runtime.h>

typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;

#if defined(__CUDACC__) && (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800)

static __device__ __forceinline__ unsigned int __heddle_mbarrier_at(const __mbarrier_t* barrier) {
  return static_cast<unsigned int>(__cvta_generic_to_shared(barrier));
}

// Arrivals that a phase can surely wait for: what CUDA 13 answers (the instructions take 2^20 - 1).
static __device__ __forceinline__ unsigned int __mbarrier_maximum_count() {
  return (1u << 14) - 1;
}
static __device__ __forceinline__ void __mbarrier_init(__mbarrier_t* barrier,
                                                       unsigned int expected_count) {
  __asm__ volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(__heddle_mbarrier_at(barrier)),
                   "r"(expected_count)
                   : "memory");
}
static __device__ __forceinline__ void __mbarrier_inval(__mbarrier_t* barrier) {
  __asm__ volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(__heddle_mbarrier_at(barrier))
                   : "memory");
}
#define HEDDLE_MBARRIER_ARRIVE(name, instruction)                                    \
  static __device__ __forceinline__ __mbarrier_token_t name(__mbarrier_t* barrier) { \
    __mbarrier_token_t token;                                                        \
    __asm__ volatile(instruction " %0, [%1];"                                        \
                     : "=l"(token)                                                   \
                     : "r"(__heddle_mbarrier_at(barrier))                            \
                     : "memory");                                                    \
    return token;                                                                    \
  }
HEDDLE_MBARRIER_ARRIVE(__mbarrier_arrive, "mbarrier.arrive.shared.b64")
HEDDLE_MBARRIER_ARRIVE(__mbarrier_arrive_and_drop, "mbarrier.arrive_drop.shared.b64")
#undef HEDDLE_MBARRIER_ARRIVE
// Arrivals that the token's phase still lacked.
static __device__ __forceinline__ unsigned int __mbarrier_token_pending_count(
    __mbarrier_token_t token) {
  unsigned int count;
  __asm__("mbarrier.pending_count.b64 %0, %1;" : "=r"(count) : "l"(token));
  return count;
}
// Has the token's phase, or the one of a parity, ended? The try_ forms after waiting for it up to
// so long.
#define HEDDLE_MBARRIER_WAIT(name, instruction, Phase, constraint, more, ...)                   \
  static __device__ __forceinline__ bool name(__mbarrier_t* barrier, Phase phase __VA_ARGS__) { \
    unsigned int ended;                                                                         \
    __asm__ volatile("{ .reg .pred p; " instruction " p, [%1], %2" more                         \
                     "; selp.u32 %0, 1, 0, p; }"                                                \
                     : "=r"(ended)                                                              \
                     : "r"(__heddle_mbarrier_at(barrier)), constraint                           \
                     : "memory");                                                               \
    return ended != 0;                                                                          \
  }
HEDDLE_MBARRIER_WAIT(__mbarrier_test_wait, "mbarrier.test_wait.shared.b64", __mbarrier_token_t,
                     "l"(phase), "")

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
HEDDLE_MBARRIER_WAIT(__mbarrier_test_wait_parity, "mbarrier.test_wait.parity.shared.b64", bool,
                     "r"(static_cast<unsigned int>(phase)), "")
#define HEDDLE_COMMA ,
HEDDLE_MBARRIER_WAIT(__mbarrier_try_wait, "mbarrier.try_wait.shared.b64", __mbarrier_token_t,
                     "l"(phase)HEDDLE_COMMA "r"(max_sleep_nanosec), ", %3", ,
                     unsigned int max_sleep_nanosec)
HEDDLE_MBARRIER_WAIT(__mbarrier_try_wait_parity, "mbarrier.try_wait.parity.shared.b64", bool,
                     "r"(static_cast<unsigned int>(phase))HEDDLE_COMMA "r"(max_sleep_nanosec),
                     ", %3", , unsigned int max_sleep_nanosec)
#undef HEDDLE_COMMA
#endif
#undef HEDDLE_MBARRIER_WAIT

#endif
