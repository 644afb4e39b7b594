// SPDX-License-Identifier: Apache-2.0
// Votes, matches and shuffles of a warp (CUDA C++ Programming Guide, "Warp Vote Functions", "Warp
// Match Functions", "Warp Shuffle Functions").
#pragma once

static __device__ __forceinline__ unsigned int __activemask() {
  return __nvvm_activemask();
}
static __device__ __forceinline__ unsigned int __ballot_sync(unsigned int mask, int predicate) {
  return __nvvm_vote_ballot_sync(mask, predicate != 0);
}
static __device__ __forceinline__ int __all_sync(unsigned int mask, int predicate) {
  return __nvvm_vote_all_sync(mask, predicate != 0);
}
static __device__ __forceinline__ int __any_sync(unsigned int mask, int predicate) {
  return __nvvm_vote_any_sync(mask, predicate != 0);
}
static __device__ __forceinline__ int __uni_sync(unsigned int mask, int predicate) {
  return __nvvm_vote_uni_sync(mask, predicate != 0);
}

// The third operand of the shuffle instruction: the last lane of a segment that a source may be
// (clamp, bits 0-4) and which lane bits are those of the segment (bits 8-12).
static __device__ __forceinline__ int __heddle_shfl_segment(int width, int clamp) {
  return ((32 - width) << 8) | clamp;
}

#define HEDDLE_SHFL_WORD(name, op, operand, clamp)                                            \
  static __device__ __forceinline__ int name(unsigned int mask, int v, operand o,             \
                                             int width = 32) {                                \
    return __nvvm_shfl_sync_##op##_i32(mask, v, (int)o, __heddle_shfl_segment(width, clamp)); \
  }
HEDDLE_SHFL_WORD(__shfl_sync, idx, int, 31)
HEDDLE_SHFL_WORD(__shfl_up_sync, up, unsigned int, 0)
HEDDLE_SHFL_WORD(__shfl_down_sync, down, unsigned int, 31)
HEDDLE_SHFL_WORD(__shfl_xor_sync, bfly, int, 31)
#undef HEDDLE_SHFL_WORD

#define HEDDLE_SHFL_32(name, T, operand)                                                        \
  static __device__ __forceinline__ T name(unsigned int mask, T v, operand o, int width = 32) { \
    return __builtin_bit_cast(T, name(mask, __builtin_bit_cast(int, v), o, width));             \
  }
#define HEDDLE_SHFL_64(name, T, operand)                                                        \
  static __device__ __forceinline__ T name(unsigned int mask, T v, operand o, int width = 32) { \
    unsigned long long bits = __builtin_bit_cast(unsigned long long, v);                        \
    unsigned int low = (unsigned int)name(mask, (int)bits, o, width);                           \
    unsigned int high = (unsigned int)name(mask, (int)(bits >> 32), o, width);                  \
    return __builtin_bit_cast(T, ((unsigned long long)high << 32) | low);                       \
  }
#define HEDDLE_SHFL_TYPES(name, operand)            \
  HEDDLE_SHFL_32(name, unsigned int, operand)       \
  HEDDLE_SHFL_32(name, float, operand)              \
  HEDDLE_SHFL_64(name, long, operand)               \
  HEDDLE_SHFL_64(name, unsigned long, operand)      \
  HEDDLE_SHFL_64(name, long long, operand)          \
  HEDDLE_SHFL_64(name, unsigned long long, operand) \
  HEDDLE_SHFL_64(name, double, operand)
HEDDLE_SHFL_TYPES(__shfl_sync, int)
HEDDLE_SHFL_TYPES(__shfl_up_sync, unsigned int)
HEDDLE_SHFL_TYPES(__shfl_down_sync, unsigned int)
HEDDLE_SHFL_TYPES(__shfl_xor_sync, int)
#undef HEDDLE_SHFL_TYPES
#undef HEDDLE_SHFL_64
#undef HEDDLE_SHFL_32

#define HEDDLE_MATCH(T, bits, builtin)                                                       \
  static __device__ __forceinline__ unsigned int __match_any_sync(unsigned int mask, T v) {  \
    return __nvvm_match_any_sync_##builtin(mask, __builtin_bit_cast(bits, v));               \
  }                                                                                          \
  static __device__ __forceinline__ unsigned int __match_all_sync(unsigned int mask, T v,    \
                                                                  int* predicate) {          \
    return __nvvm_match_all_sync_##builtin##p(mask, __builtin_bit_cast(bits, v), predicate); \
  }
HEDDLE_MATCH(int, int, i32)
HEDDLE_MATCH(unsigned int, int, i32)
HEDDLE_MATCH(float, int, i32)
HEDDLE_MATCH(long, long long, i64)
HEDDLE_MATCH(unsigned long, long long, i64)
HEDDLE_MATCH(long long, long long, i64)
HEDDLE_MATCH(unsigned long long, long long, i64)
HEDDLE_MATCH(double, long long, i64)
#undef HEDDLE_MATCH

#include "heddle/warp_legacy.h"
#include "heddle/warp_reduce.h"
