// SPDX-License-Identifier: Apache-2.0
// The __nv_atomic_ functions: any memory order and scope (CUDA C++ Programming Guide, "Atomic
// Functions", "Built-in Atomic Functions"). Types of 1, 2, 4 and 8 bytes; of 16 bytes there are
// load and store from compute capability 7.0 on, exchange and compare_exchange from 9.0.
#pragma once

enum {
  __NV_ATOMIC_RELAXED = __ATOMIC_RELAXED,
  __NV_ATOMIC_CONSUME = __ATOMIC_CONSUME,
  __NV_ATOMIC_ACQUIRE = __ATOMIC_ACQUIRE,
  __NV_ATOMIC_RELEASE = __ATOMIC_RELEASE,
  __NV_ATOMIC_ACQ_REL = __ATOMIC_ACQ_REL,
  __NV_ATOMIC_SEQ_CST = __ATOMIC_SEQ_CST,
  __NV_THREAD_SCOPE_THREAD = __MEMORY_SCOPE_SINGLE,
  __NV_THREAD_SCOPE_BLOCK = __MEMORY_SCOPE_WRKGRP,
  __NV_THREAD_SCOPE_CLUSTER = __MEMORY_SCOPE_CLUSTR,
  __NV_THREAD_SCOPE_DEVICE = __MEMORY_SCOPE_DEVICE,
  __NV_THREAD_SCOPE_SYSTEM = __MEMORY_SCOPE_SYSTEM
};

#define HEDDLE_ORDERED static __device__ __forceinline__
#define HEDDLE_SCOPE int scope = __NV_THREAD_SCOPE_SYSTEM

HEDDLE_ORDERED void __nv_atomic_thread_fence(int order, HEDDLE_SCOPE) {
  __heddle_fence(order, scope);
}

#include "heddle/atomics_words.h"

// T as a parameter that does not say what T is: what stands there is converted.
template <typename T>
struct __heddle_atomic_value {
  typedef T type;
};
template <typename T>
struct __heddle_atomic_value<volatile T> {
  typedef T type;
};
template <typename T>
struct __heddle_atomic_value<const T> {
  typedef T type;
};
#define HEDDLE_VALUE typename __heddle_atomic_value<T>::type

template <typename T>
HEDDLE_ORDERED void __nv_atomic_load(T* address, HEDDLE_VALUE* to, int order, HEDDLE_SCOPE) {
  __heddle_atomic_words<sizeof(T)>::load(address, to, order, scope);
}
template <typename T>
HEDDLE_ORDERED HEDDLE_VALUE __nv_atomic_load_n(T* address, int order, HEDDLE_SCOPE) {
  HEDDLE_VALUE value;
  __nv_atomic_load(address, &value, order, scope);
  return value;
}
template <typename T>
HEDDLE_ORDERED void __nv_atomic_store(T* address, HEDDLE_VALUE* from, int order, HEDDLE_SCOPE) {
  __heddle_atomic_words<sizeof(T)>::store(address, from, order, scope);
}
template <typename T>
HEDDLE_ORDERED void __nv_atomic_store_n(T* address, HEDDLE_VALUE v, int order, HEDDLE_SCOPE) {
  __nv_atomic_store(address, &v, order, scope);
}
template <typename T>
HEDDLE_ORDERED void __nv_atomic_exchange(T* address, HEDDLE_VALUE* from, HEDDLE_VALUE* old,
                                         int order, HEDDLE_SCOPE) {
  __heddle_atomic_exchange_words<sizeof(T)>::exchange(address, from, old, order, scope);
}
template <typename T>
HEDDLE_ORDERED HEDDLE_VALUE __nv_atomic_exchange_n(T* address, HEDDLE_VALUE v, int order,
                                                   HEDDLE_SCOPE) {
  HEDDLE_VALUE old;
  __nv_atomic_exchange(address, &v, &old, order, scope);
  return old;
}
// True when `*address` was `*expected` and is `*desired` now; else `*expected` is what it was.
template <typename T>
HEDDLE_ORDERED bool __nv_atomic_compare_exchange(T* address, HEDDLE_VALUE* expected,
                                                 HEDDLE_VALUE* desired, bool weak, int success,
                                                 int failure, HEDDLE_SCOPE) {
  (void)weak;
  return __heddle_atomic_exchange_words<sizeof(T)>::compare(address, expected, desired, success,
                                                            failure, scope);
}
template <typename T>
HEDDLE_ORDERED bool __nv_atomic_compare_exchange_n(T* address, HEDDLE_VALUE* expected,
                                                   HEDDLE_VALUE desired, bool weak, int success,
                                                   int failure, HEDDLE_SCOPE) {
  return __nv_atomic_compare_exchange(address, expected, &desired, weak, success, failure, scope);
}

// __nv_atomic_fetch_OP returns the old value, __nv_atomic_OP nothing.
#define HEDDLE_ORDERED_UPDATE(op)                                                             \
  template <typename T>                                                                       \
  HEDDLE_ORDERED HEDDLE_VALUE __nv_atomic_fetch_##op(T* address, HEDDLE_VALUE v, int order,   \
                                                     HEDDLE_SCOPE) {                          \
    return __scoped_atomic_fetch_##op(__heddle_scoped(address, scope), v, order,              \
                                      __MEMORY_SCOPE_SYSTEM);                                 \
  }                                                                                           \
  template <typename T>                                                                       \
  HEDDLE_ORDERED void __nv_atomic_##op(T* address, HEDDLE_VALUE v, int order, HEDDLE_SCOPE) { \
    (void)__scoped_atomic_fetch_##op(__heddle_scoped(address, scope), v, order,               \
                                     __MEMORY_SCOPE_SYSTEM);                                  \
  }
HEDDLE_ORDERED_UPDATE(add)
HEDDLE_ORDERED_UPDATE(sub)
HEDDLE_ORDERED_UPDATE(and)
HEDDLE_ORDERED_UPDATE(or)
HEDDLE_ORDERED_UPDATE(xor)
HEDDLE_ORDERED_UPDATE(min)
HEDDLE_ORDERED_UPDATE(max)
#undef HEDDLE_ORDERED_UPDATE
#undef HEDDLE_VALUE
#undef HEDDLE_SCOPE
#undef HEDDLE_ORDERED
