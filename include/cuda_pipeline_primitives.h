// SPDX-License-Identifier: Apache-2.0
// Copies from global to shared memory that go on while the thread does (CUDA C++ Programming Guide,
// "Pipeline Primitives Interface"); below compute capability 8.0 a copy is made at once.
#pragma once

#include <cuda_awbarrier_primitives.h>

#ifdef __CUDACC__

// Copies size_and_align - zfill bytes and clears the zfill bytes behind them. size_and_align: 4, 8
// or 16, to which both addresses are aligned; anything else ends the kernel.
static __device__ __forceinline__ void __pipeline_memcpy_async(void* __restrict__ dst_shared,
                                                               const void* __restrict__ src_global,
                                                               __SIZE_TYPE__ size_and_align,
                                                               __SIZE_TYPE__ zfill = 0) {
  const unsigned int size = static_cast<unsigned int>(size_and_align);
  if ((size != 4 && size != 8 && size != 16) || zfill > size) __builtin_trap();
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  const unsigned int to = static_cast<unsigned int>(__cvta_generic_to_shared(dst_shared));
  const unsigned int bytes = size - static_cast<unsigned int>(zfill);
  if (size == 4) {
    __asm__ volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to),
                     "l"(__cvta_generic_to_global(src_global)), "r"(bytes)
                     : "memory");
  } else if (size == 8) {
    __asm__ volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(to),
                     "l"(__cvta_generic_to_global(src_global)), "r"(bytes)
                     : "memory");
  } else {
    __asm__ volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to),
                     "l"(__cvta_generic_to_global(src_global)), "r"(bytes)
                     : "memory");
  }
#else
  char* const to = static_cast<char*>(dst_shared);
  for (unsigned int k = 0; k < size; ++k) {
    to[k] = k < size - zfill ? static_cast<const char*>(src_global)[k] : 0;
  }
#endif
}

// The copies asked for since the last commit become a batch.
static __device__ __forceinline__ void __pipeline_commit() {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  __asm__ volatile("cp.async.commit_group;" ::: "memory");
#endif
}

// Waits for all batches of the thread but the last `prior`.
static __device__ __forceinline__ void __pipeline_wait_prior(__SIZE_TYPE__ prior) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define HEDDLE_WAIT_PRIOR(n)                                      \
  case n:                                                         \
    __asm__ volatile("cp.async.wait_group " #n ";" ::: "memory"); \
    break;
  switch (prior < 8 ? prior : 8) {
    HEDDLE_WAIT_PRIOR(0)
    HEDDLE_WAIT_PRIOR(1)
    HEDDLE_WAIT_PRIOR(2)
    HEDDLE_WAIT_PRIOR(3)
    HEDDLE_WAIT_PRIOR(4)
    HEDDLE_WAIT_PRIOR(5)
    HEDDLE_WAIT_PRIOR(6)
    HEDDLE_WAIT_PRIOR(7)
    HEDDLE_WAIT_PRIOR(8)
  }
#undef HEDDLE_WAIT_PRIOR
#else
  (void)prior;
#endif
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
// The barrier's phase lacks one arrival more until the thread's copies have come.
static __device__ __forceinline__ void __pipeline_arrive_on(__mbarrier_t* barrier) {
  __asm__ volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(__heddle_mbarrier_at(barrier))
                   : "memory");
}
#endif

#endif
