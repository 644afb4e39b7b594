// SPDX-License-Identifier: Apache-2.0
// The operators of reductions and scans, and what each is on an atomic object (CUDA C++ Programming
// Guide, "Group Collectives", "reduce Operators").
#pragma once

#include "groups_lanes.h"

namespace cooperative_groups {
namespace __v1 {

template <class T>
struct plus {
  __device__ __forceinline__ T operator()(const T& a, const T& b) const { return a + b; }
};
template <class T>
struct less {
  __device__ __forceinline__ T operator()(const T& a, const T& b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
  __device__ __forceinline__ T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};
template <class T>
struct bit_and {
  __device__ __forceinline__ T operator()(const T& a, const T& b) const { return a & b; }
};
template <class T>
struct bit_or {
  __device__ __forceinline__ T operator()(const T& a, const T& b) const { return a | b; }
};
template <class T>
struct bit_xor {
  __device__ __forceinline__ T operator()(const T& a, const T& b) const { return a ^ b; }
};

namespace __heddle {

// The value of `atomic` before `op` with `value` is applied to it, as one step.
template <class Atomic, class T, class Op>
__device__ __forceinline__ T update(Atomic& atomic, const T& value, const Op& op) {
  T before = atomic.load();
  while (!atomic.compare_exchange_weak(before, op(before, value))) {
  }
  return before;
}
template <class Atomic, class T, class U>
__device__ __forceinline__ T update(Atomic& atomic, const T& value, const plus<U>&) {
  return atomic.fetch_add(value);
}
template <class Atomic, class T, class U>
__device__ __forceinline__ T update(Atomic& atomic, const T& value, const less<U>&) {
  return atomic.fetch_min(value);
}
template <class Atomic, class T, class U>
__device__ __forceinline__ T update(Atomic& atomic, const T& value, const greater<U>&) {
  return atomic.fetch_max(value);
}
template <class Atomic, class T, class U>
__device__ __forceinline__ T update(Atomic& atomic, const T& value, const bit_and<U>&) {
  return atomic.fetch_and(value);
}
template <class Atomic, class T, class U>
__device__ __forceinline__ T update(Atomic& atomic, const T& value, const bit_or<U>&) {
  return atomic.fetch_or(value);
}
template <class Atomic, class T, class U>
__device__ __forceinline__ T update(Atomic& atomic, const T& value, const bit_xor<U>&) {
  return atomic.fetch_xor(value);
}

}  // namespace __heddle
}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups
