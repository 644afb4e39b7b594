// SPDX-License-Identifier: Apache-2.0
// Loads and stores with cache hints (CUDA C++ Programming Guide, "Read-Only Data Cache Load
// Function", "Load Functions Using Cache Hints"). A CPU has no such hints that pay: plain accesses.
#pragma once

#define HEDDLE_LOAD(name)                                      \
  template <class T>                                           \
  static __device__ __forceinline__ T name(const T* address) { \
    return *address;                                           \
  }
HEDDLE_LOAD(__ldg)
HEDDLE_LOAD(__ldca)
HEDDLE_LOAD(__ldcg)
HEDDLE_LOAD(__ldcs)
HEDDLE_LOAD(__ldlu)
#undef HEDDLE_LOAD

// Don't cache, fetch again: volatile, word by word, since classes cannot be copied from volatile
// ones.
template <unsigned bytes>
struct __heddle_word;
template <>
struct __heddle_word<1> {
  typedef unsigned char __attribute__((may_alias)) type;
};
template <>
struct __heddle_word<2> {
  typedef unsigned short __attribute__((may_alias)) type;
};
template <>
struct __heddle_word<4> {
  typedef unsigned int __attribute__((may_alias)) type;
};
template <>
struct __heddle_word<8> {
  typedef unsigned long long __attribute__((may_alias)) type;
};
template <class T>
static __device__ __forceinline__ T __ldcv(const T* address) {
  typedef typename __heddle_word<(alignof(T) < 8 ? alignof(T) : 8)>::type Word;
  struct {
    Word words[sizeof(T) / sizeof(Word)];
  } all;
#pragma unroll
  for (unsigned i = 0; i < sizeof(T) / sizeof(Word); ++i) {
    all.words[i] = ((const volatile Word*)address)[i];
  }
  return __builtin_bit_cast(T, all);
}

#define HEDDLE_STORE(name)                                           \
  template <class T>                                                 \
  static __device__ __forceinline__ void name(T* address, T value) { \
    *address = value;                                                \
  }
HEDDLE_STORE(__stwb)
HEDDLE_STORE(__stcg)
HEDDLE_STORE(__stcs)
HEDDLE_STORE(__stwt)
#undef HEDDLE_STORE
