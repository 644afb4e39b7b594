// SPDX-License-Identifier: Apache-2.0
// __reduce_{add,min,max,and,or,xor}_sync (CUDA C++ Programming Guide, Warp Reduce Functions;
// compute capability 8.0): every lane of `mask` gets the reduction of `v` over the lanes of `mask`.
#pragma once

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800

// One broadcast a lane of the mask: right whatever lanes are in it.
#define HEDDLE_REDUCE(name, T, combine)                                                \
  static __device__ __forceinline__ T __reduce_##name##_sync(unsigned int mask, T v) { \
    T a = __shfl_sync(mask, v, __builtin_ctz(mask));                                   \
    for (unsigned int left = mask & (mask - 1); left; left &= left - 1) {              \
      const T b = __shfl_sync(mask, v, __builtin_ctz(left));                           \
      a = combine;                                                                     \
    }                                                                                  \
    return a;                                                                          \
  }
HEDDLE_REDUCE(add, unsigned int, a + b)
HEDDLE_REDUCE(min, unsigned int, a < b ? a : b)
HEDDLE_REDUCE(max, unsigned int, a > b ? a : b)
HEDDLE_REDUCE(add, int, (int)((unsigned int)a + (unsigned int)b))
HEDDLE_REDUCE(min, int, a < b ? a : b)
HEDDLE_REDUCE(max, int, a > b ? a : b)
HEDDLE_REDUCE(and, unsigned int, a& b)
HEDDLE_REDUCE(or, unsigned int, a | b)
HEDDLE_REDUCE(xor, unsigned int, a ^ b)
#undef HEDDLE_REDUCE

#endif
