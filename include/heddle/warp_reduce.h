// SPDX-License-Identifier: Apache-2.0
// __reduce_{add,min,max,and,or,xor}_sync (CUDA C++ Programming Guide, Warp Reduce Functions;
// compute capability 8.0): every lane of `mask` gets the reduction of `v` over the lanes of `mask`.
#pragma once

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800

#define HEDDLE_REDUCE(name, T, builtin)                                                \
  static __device__ __forceinline__ T __reduce_##name##_sync(unsigned int mask, T v) { \
    return (T)__nvvm_redux_sync_##builtin(v, (int)mask);                               \
  }
HEDDLE_REDUCE(add, unsigned int, add)
HEDDLE_REDUCE(min, unsigned int, umin)
HEDDLE_REDUCE(max, unsigned int, umax)
HEDDLE_REDUCE(add, int, add)
HEDDLE_REDUCE(min, int, min)
HEDDLE_REDUCE(max, int, max)
HEDDLE_REDUCE(and, unsigned int, and)
HEDDLE_REDUCE(or, unsigned int, or)
HEDDLE_REDUCE(xor, unsigned int, xor)
#undef HEDDLE_REDUCE

#endif
