// SPDX-License-Identifier: Apache-2.0
// atomicExch and atomicCAS of 128 bits (CUDA C++ Programming Guide, "atomicExch()", "atomicCAS()";
// compute capability 9.0): any trivially copyable type of 16 bytes that is aligned to 16.
#pragma once

template <typename T, bool = sizeof(T) == 16 && alignof(T) >= 16 && __is_trivially_copyable(T)>
struct __heddle_atomic_128 {};
template <typename T>
struct __heddle_atomic_128<T, true> {
  typedef T type;
};

#define HEDDLE_ATOMIC_128(suffix, scope)                                                      \
  template <typename T>                                                                       \
  static __device__ __forceinline__ typename __heddle_atomic_128<T>::type atomicExch##suffix( \
      T* address, T v) {                                                                      \
    unsigned __int128 old;                                                                    \
    __asm__ volatile("atom.relaxed." scope ".exch.b128 %0, [%1], %2;"                         \
                     : "=q"(old)                                                              \
                     : "l"(address), "q"(__builtin_bit_cast(unsigned __int128, v))            \
                     : "memory");                                                             \
    return __builtin_bit_cast(T, old);                                                        \
  }                                                                                           \
  template <typename T>                                                                       \
  static __device__ __forceinline__ typename __heddle_atomic_128<T>::type atomicCAS##suffix(  \
      T* address, T compare, T v) {                                                           \
    unsigned __int128 old;                                                                    \
    __asm__ volatile("atom.relaxed." scope ".cas.b128 %0, [%1], %2, %3;"                      \
                     : "=q"(old)                                                              \
                     : "l"(address), "q"(__builtin_bit_cast(unsigned __int128, compare)),     \
                       "q"(__builtin_bit_cast(unsigned __int128, v))                          \
                     : "memory");                                                             \
    return __builtin_bit_cast(T, old);                                                        \
  }
HEDDLE_ATOMIC_128(, "gpu")
HEDDLE_ATOMIC_128(_block, "cta")
HEDDLE_ATOMIC_128(_system, "sys")
#undef HEDDLE_ATOMIC_128
