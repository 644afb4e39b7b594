// SPDX-License-Identifier: Apache-2.0
// The __nv_atomic_ functions: any memory order and scope (CUDA C++ Programming Guide, "Atomic
// Functions", "__nv_atomic functions").
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
  __NV_THREAD_SCOPE_CLUSTER = __MEMORY_SCOPE_DEVICE,
  __NV_THREAD_SCOPE_DEVICE = __MEMORY_SCOPE_DEVICE,
  __NV_THREAD_SCOPE_SYSTEM = __MEMORY_SCOPE_SYSTEM
};

// Macros, since order and scope must be constants where the operation is made.
#define HEDDLE_SCOPE_OR_SYSTEM(scope, ...) scope
#define HEDDLE_SCOPE(...) \
  HEDDLE_SCOPE_OR_SYSTEM(__VA_ARGS__ __VA_OPT__(, ) __NV_THREAD_SCOPE_SYSTEM)
#define __nv_atomic_load_n(p, order, ...) \
  __scoped_atomic_load_n(p, order, HEDDLE_SCOPE(__VA_ARGS__))
#define __nv_atomic_load(p, to, order, ...) \
  __scoped_atomic_load(p, to, order, HEDDLE_SCOPE(__VA_ARGS__))
#define __nv_atomic_store_n(p, v, order, ...) \
  __scoped_atomic_store_n(p, v, order, HEDDLE_SCOPE(__VA_ARGS__))
#define __nv_atomic_store(p, from, order, ...) \
  __scoped_atomic_store(p, from, order, HEDDLE_SCOPE(__VA_ARGS__))
#define __nv_atomic_exchange_n(p, v, order, ...) \
  __scoped_atomic_exchange_n(p, v, order, HEDDLE_SCOPE(__VA_ARGS__))
#define __nv_atomic_exchange(p, v, old, order, ...) \
  __scoped_atomic_exchange(p, v, old, order, HEDDLE_SCOPE(__VA_ARGS__))
#define __nv_atomic_compare_exchange_n(p, expected, v, weak, order, failure, ...) \
  __scoped_atomic_compare_exchange_n(p, expected, v, weak, order, failure,        \
                                     HEDDLE_SCOPE(__VA_ARGS__))
#define __nv_atomic_compare_exchange(p, expected, v, weak, order, failure, ...) \
  __scoped_atomic_compare_exchange(p, expected, v, weak, order, failure, HEDDLE_SCOPE(__VA_ARGS__))
#define __nv_atomic_fetch_add(p, v, order, ...) \
  __scoped_atomic_fetch_add(p, v, order, HEDDLE_SCOPE(__VA_ARGS__))
#define __nv_atomic_fetch_sub(p, v, order, ...) \
  __scoped_atomic_fetch_sub(p, v, order, HEDDLE_SCOPE(__VA_ARGS__))
#define __nv_atomic_fetch_and(p, v, order, ...) \
  __scoped_atomic_fetch_and(p, v, order, HEDDLE_SCOPE(__VA_ARGS__))
#define __nv_atomic_fetch_or(p, v, order, ...) \
  __scoped_atomic_fetch_or(p, v, order, HEDDLE_SCOPE(__VA_ARGS__))
#define __nv_atomic_fetch_xor(p, v, order, ...) \
  __scoped_atomic_fetch_xor(p, v, order, HEDDLE_SCOPE(__VA_ARGS__))
#define __nv_atomic_fetch_min(p, v, order, ...) \
  __scoped_atomic_fetch_min(p, v, order, HEDDLE_SCOPE(__VA_ARGS__))
#define __nv_atomic_fetch_max(p, v, order, ...) \
  __scoped_atomic_fetch_max(p, v, order, HEDDLE_SCOPE(__VA_ARGS__))
// In their place without a result.
#define __nv_atomic_add(p, v, order, ...) \
  ((void)__scoped_atomic_fetch_add(p, v, order, HEDDLE_SCOPE(__VA_ARGS__)))
#define __nv_atomic_sub(p, v, order, ...) \
  ((void)__scoped_atomic_fetch_sub(p, v, order, HEDDLE_SCOPE(__VA_ARGS__)))
#define __nv_atomic_and(p, v, order, ...) \
  ((void)__scoped_atomic_fetch_and(p, v, order, HEDDLE_SCOPE(__VA_ARGS__)))
#define __nv_atomic_or(p, v, order, ...) \
  ((void)__scoped_atomic_fetch_or(p, v, order, HEDDLE_SCOPE(__VA_ARGS__)))
#define __nv_atomic_xor(p, v, order, ...) \
  ((void)__scoped_atomic_fetch_xor(p, v, order, HEDDLE_SCOPE(__VA_ARGS__)))
#define __nv_atomic_min(p, v, order, ...) \
  ((void)__scoped_atomic_fetch_min(p, v, order, HEDDLE_SCOPE(__VA_ARGS__)))
#define __nv_atomic_max(p, v, order, ...) \
  ((void)__scoped_atomic_fetch_max(p, v, order, HEDDLE_SCOPE(__VA_ARGS__)))
#define __nv_atomic_thread_fence(order, ...) \
  __scoped_atomic_thread_fence(order, HEDDLE_SCOPE(__VA_ARGS__))
