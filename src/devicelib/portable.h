// SPDX-License-Identifier: Apache-2.0
// The sources of this folder are device code for the build and ordinary C++ for their test
// (tests/devicelib), where all functions live in a namespace of their own beside the C library's.
#pragma once

#ifdef __CUDACC__
#define DEVICE_BEGIN extern "C" {
#define DEVICE_END }
#define DEVICE __device__
#define CALL(f) f  // another function of the library, from outside DEVICE_BEGIN
#define HELPER static __device__ __forceinline__
#else
#include <cmath>
#define DEVICE_BEGIN namespace heddle::devicelib {
#define DEVICE_END }
#define DEVICE
#define CALL(f) heddle::devicelib::f
#define HELPER static inline __attribute__((unused))
#endif

// Templates may not be extern "C".
template <class To, class From>
HELPER To bits(From x) {
  return __builtin_bit_cast(To, x);
}

// A choice between values that are both computed: a conditional expression of calls would become a
// branch, which costs a vector more than the work it saves.
template <class T>
HELPER T pick(bool first, T a, T b) {
  return first ? a : b;
}
