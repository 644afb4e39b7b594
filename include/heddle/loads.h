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

template <class T>
static __device__ __forceinline__ T __ldcv(const T* address) {
  return *const_cast<const volatile T*>(address);
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
