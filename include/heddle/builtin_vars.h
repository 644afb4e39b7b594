// SPDX-License-Identifier: Apache-2.0
// threadIdx, blockIdx, blockDim, gridDim, warpSize (CUDA C++ Programming Guide, "Built-in
// Variables"). Each field reads a special register; the objects themselves have no storage.
#pragma once

#include "../vector_types.h"

#define HEDDLE_REGISTER(field, read)                                      \
  __declspec(property(get = __heddle_get_##field)) unsigned int field;    \
  static __device__ __forceinline__ unsigned int __heddle_get_##field() { \
    return read;                                                          \
  }

#define HEDDLE_BUILTIN_VARIABLE(name, reg)                                       \
  struct __heddle_##name##_t {                                                   \
    HEDDLE_REGISTER(x, __nvvm_read_ptx_sreg_##reg##_x())                         \
    HEDDLE_REGISTER(y, __nvvm_read_ptx_sreg_##reg##_y())                         \
    HEDDLE_REGISTER(z, __nvvm_read_ptx_sreg_##reg##_z())                         \
    __device__ __forceinline__ operator dim3() const { return dim3(x, y, z); }   \
    __device__ __forceinline__ operator uint3() const { return uint3{x, y, z}; } \
  };                                                                             \
  extern const __device__ __attribute__((weak)) __heddle_##name##_t name;

HEDDLE_BUILTIN_VARIABLE(threadIdx, tid)
HEDDLE_BUILTIN_VARIABLE(blockIdx, ctaid)
HEDDLE_BUILTIN_VARIABLE(blockDim, ntid)
HEDDLE_BUILTIN_VARIABLE(gridDim, nctaid)

static __device__ constexpr int warpSize = 32;

#undef HEDDLE_BUILTIN_VARIABLE
#undef HEDDLE_REGISTER
