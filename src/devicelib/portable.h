// SPDX-License-Identifier: Apache-2.0
// The sources of this folder are device code for the build and ordinary C++ for their test
// (tests/devicelib), where all functions live in a namespace of their own beside the C library's.
#pragma once

#ifdef __CUDACC__
#define DEVICE_BEGIN extern "C" {
#define DEVICE_END }
#define DEVICE __device__
#define HELPER static __device__ __forceinline__
#define TABLE static __device__ const
#else
#include <cmath>
#define DEVICE_BEGIN namespace heddle::devicelib {
#define DEVICE_END }
#define DEVICE
#define HELPER static inline __attribute__((unused))
#define TABLE static const
#endif

// Templates may not be extern "C".
template <class To, class From>
HELPER To bits(From x) {
  return __builtin_bit_cast(To, x);
}
