// SPDX-License-Identifier: Apache-2.0
// Atomic functions (CUDA C++ Programming Guide, "Atomic Functions"): relaxed, at device scope, with
// the _block and _system forms at theirs. All return the old value. What an architecture does not
// have is not declared for it, as documented: _block, _system and double from 6.0 on, 16-bit
// atomicCAS from 7.0, float2, float4 and 128 bits from 9.0.
#pragma once

#include "heddle/scopes.h"

#define HEDDLE_ATOMIC_DEVICE(name, T, op)                           \
  static __device__ __forceinline__ T name(T* address, T v) {       \
    return op(address, v, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE); \
  }
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
#define HEDDLE_ATOMIC_SCOPES(name, T, op)
#else
#define HEDDLE_ATOMIC_SCOPES(name, T, op)                                           \
  static __device__ __forceinline__ T name##_block(T* address, T v) {               \
    return op(__heddle_scoped(address, __MEMORY_SCOPE_WRKGRP), v, __ATOMIC_RELAXED, \
              __MEMORY_SCOPE_SYSTEM);                                               \
  }                                                                                 \
  static __device__ __forceinline__ T name##_system(T* address, T v) {              \
    return op(__heddle_scoped(address, __MEMORY_SCOPE_SYSTEM), v, __ATOMIC_RELAXED, \
              __MEMORY_SCOPE_SYSTEM);                                               \
  }
#endif
#define HEDDLE_ATOMIC(name, T, op)  \
  HEDDLE_ATOMIC_DEVICE(name, T, op) \
  HEDDLE_ATOMIC_SCOPES(name, T, op)

// unsigned long too: on this host size_t and uint64_t are that type, not unsigned long long.
#define HEDDLE_ATOMIC_INTEGERS(name, op) \
  HEDDLE_ATOMIC(name, int, op)           \
  HEDDLE_ATOMIC(name, unsigned int, op)  \
  HEDDLE_ATOMIC(name, long, op)          \
  HEDDLE_ATOMIC(name, unsigned long, op) \
  HEDDLE_ATOMIC(name, long long, op)     \
  HEDDLE_ATOMIC(name, unsigned long long, op)

HEDDLE_ATOMIC_INTEGERS(atomicAdd, __scoped_atomic_fetch_add)
HEDDLE_ATOMIC_INTEGERS(atomicSub, __scoped_atomic_fetch_sub)
HEDDLE_ATOMIC_INTEGERS(atomicMin, __scoped_atomic_fetch_min)
HEDDLE_ATOMIC_INTEGERS(atomicMax, __scoped_atomic_fetch_max)
HEDDLE_ATOMIC_INTEGERS(atomicAnd, __scoped_atomic_fetch_and)
HEDDLE_ATOMIC_INTEGERS(atomicOr, __scoped_atomic_fetch_or)
HEDDLE_ATOMIC_INTEGERS(atomicXor, __scoped_atomic_fetch_xor)
HEDDLE_ATOMIC_INTEGERS(atomicExch, __scoped_atomic_exchange_n)
HEDDLE_ATOMIC(atomicAdd, float, __scoped_atomic_fetch_add)
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
HEDDLE_ATOMIC(atomicAdd, double, __scoped_atomic_fetch_add)
#endif
HEDDLE_ATOMIC(atomicInc, unsigned int, __scoped_atomic_fetch_uinc)
HEDDLE_ATOMIC(atomicDec, unsigned int, __scoped_atomic_fetch_udec)
#undef HEDDLE_ATOMIC_INTEGERS
#undef HEDDLE_ATOMIC
#undef HEDDLE_ATOMIC_SCOPES
#undef HEDDLE_ATOMIC_DEVICE

#define HEDDLE_ATOMIC_SCOPED(name, suffix, scope)                                                  \
  static __device__ __forceinline__ float name##suffix(float* address, float v) {                  \
    return __builtin_bit_cast(                                                                     \
        float,                                                                                     \
        __scoped_atomic_exchange_n((unsigned int*)__heddle_scoped(address, scope),                 \
                                   __builtin_bit_cast(unsigned int, v), __ATOMIC_RELAXED, scope)); \
  }                                                                                                \
  static __device__ __forceinline__ double name##suffix(double* address, double v) {               \
    return __builtin_bit_cast(                                                                     \
        double, __scoped_atomic_exchange_n((unsigned long long*)__heddle_scoped(address, scope),   \
                                           __builtin_bit_cast(unsigned long long, v),              \
                                           __ATOMIC_RELAXED, scope));                              \
  }
HEDDLE_ATOMIC_SCOPED(atomicExch, , __MEMORY_SCOPE_DEVICE)
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
HEDDLE_ATOMIC_SCOPED(atomicExch, _block, __MEMORY_SCOPE_WRKGRP)
HEDDLE_ATOMIC_SCOPED(atomicExch, _system, __MEMORY_SCOPE_SYSTEM)
#endif
#undef HEDDLE_ATOMIC_SCOPED

#define HEDDLE_ATOMIC_CAS(name, T, scope)                                                   \
  static __device__ __forceinline__ T name(T* address, T compare, T v) {                    \
    __scoped_atomic_compare_exchange_n(__heddle_scoped(address, scope), &compare, v, false, \
                                       __ATOMIC_RELAXED, __ATOMIC_RELAXED, scope);          \
    return compare;                                                                         \
  }
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
#define HEDDLE_ATOMIC_CAS_SCOPES(T) HEDDLE_ATOMIC_CAS(atomicCAS, T, __MEMORY_SCOPE_DEVICE)
#else
#define HEDDLE_ATOMIC_CAS_SCOPES(T)                            \
  HEDDLE_ATOMIC_CAS(atomicCAS, T, __MEMORY_SCOPE_DEVICE)       \
  HEDDLE_ATOMIC_CAS(atomicCAS_block, T, __MEMORY_SCOPE_WRKGRP) \
  HEDDLE_ATOMIC_CAS(atomicCAS_system, T, __MEMORY_SCOPE_SYSTEM)
#endif
HEDDLE_ATOMIC_CAS_SCOPES(int)
HEDDLE_ATOMIC_CAS_SCOPES(unsigned int)
HEDDLE_ATOMIC_CAS_SCOPES(long)
HEDDLE_ATOMIC_CAS_SCOPES(unsigned long)
HEDDLE_ATOMIC_CAS_SCOPES(long long)
HEDDLE_ATOMIC_CAS_SCOPES(unsigned long long)
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
HEDDLE_ATOMIC_CAS_SCOPES(unsigned short)
#endif
#undef HEDDLE_ATOMIC_CAS_SCOPES
#undef HEDDLE_ATOMIC_CAS

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
// Vectors add each component atomically, not the vector as one.
#define HEDDLE_ATOMIC_VECTORS(name)                                                       \
  static __device__ __forceinline__ float2 name(float2* address, float2 v) {              \
    return float2{name(&address->x, v.x), name(&address->y, v.y)};                        \
  }                                                                                       \
  static __device__ __forceinline__ float4 name(float4* address, float4 v) {              \
    return float4{name(&address->x, v.x), name(&address->y, v.y), name(&address->z, v.z), \
                  name(&address->w, v.w)};                                                \
  }
HEDDLE_ATOMIC_VECTORS(atomicAdd)
HEDDLE_ATOMIC_VECTORS(atomicAdd_block)
HEDDLE_ATOMIC_VECTORS(atomicAdd_system)
#undef HEDDLE_ATOMIC_VECTORS

#include "heddle/atomics_128.h"
#endif
