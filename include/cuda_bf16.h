// SPDX-License-Identifier: Apache-2.0
// bfloat16 (CUDA Math API, "Bfloat16 Precision Intrinsics"), in host code too; see cuda_fp16.h.
//
//   __CUDA_NO_BFLOAT16_CONVERSIONS__, __CUDA_NO_BFLOAT16_OPERATORS__,
//   __CUDA_NO_BFLOAT162_OPERATORS__    leave out what their names say
#pragma once

#ifndef __CUDA_BF16_H__
#define __CUDA_BF16_H__
#endif
#define __CUDA_BF16_TYPES_EXIST__

#include "cuda_fp16.h"
#include "heddle/bfloat16_format.h"

#define HEDDLE_T __nv_bfloat16
#define HEDDLE_T2 __nv_bfloat162
#define HEDDLE_RAW __nv_bfloat16_raw
#define HEDDLE_RAW2 __nv_bfloat162_raw
#define HEDDLE_T_OTHER __half
#define HEDDLE_F heddle_narrow::bfloat16_format
#define HEDDLE_NATIVE __bf16
#define HEDDLE_NAN_TO_LONG 0x8000000000000000ull
#define HEDDLE_ATOMIC_ARCH 800
#define HEDDLE_ATOMIC_ARCH2 800
#define HEDDLE_TO_NAME(to) __bfloat162##to
#define HEDDLE_FROM_NAME(from, mode) __##from##2bfloat16##mode
#ifdef __CUDA_NO_BFLOAT16_CONVERSIONS__
#define HEDDLE_T_NO_CONVERSIONS
#endif
#ifdef __CUDA_NO_BFLOAT16_OPERATORS__
#define HEDDLE_T_NO_OPERATORS
#endif
#ifdef __CUDA_NO_BFLOAT162_OPERATORS__
#define HEDDLE_T2_NO_OPERATORS
#endif
#include "heddle/narrow_all.inc"

HEDDLE_NARROW __nv_bfloat162 make_bfloat162(const __nv_bfloat16 x, const __nv_bfloat16 y) {
  return __nv_bfloat162(x, y);
}
HEDDLE_NARROW __nv_bfloat162 __halves2bfloat162(const __nv_bfloat16 a, const __nv_bfloat16 b) {
  return __nv_bfloat162(a, b);
}
HEDDLE_NARROW __nv_bfloat162 __bfloat162bfloat162(const __nv_bfloat16 a) {
  return __nv_bfloat162(a, a);
}
HEDDLE_NARROW __nv_bfloat162 __float2bfloat162_rn(const float a) {
  return __bfloat162bfloat162(__float2bfloat16(a));
}
HEDDLE_NARROW __nv_bfloat162 __floats2bfloat162_rn(const float a, const float b) {
  return __nv_bfloat162(__float2bfloat16(a), __float2bfloat16(b));
}
HEDDLE_NARROW __nv_bfloat162 __float22bfloat162_rn(const float2 a) {
  return __nv_bfloat162(__float2bfloat16(a.x), __float2bfloat16(a.y));
}
HEDDLE_NARROW float2 __bfloat1622float2(const __nv_bfloat162 a) {
  return make_float2(__bfloat162float(a.x), __bfloat162float(a.y));
}
HEDDLE_NARROW __nv_bfloat16 __low2bfloat16(const __nv_bfloat162 a) {
  return a.x;
}
HEDDLE_NARROW __nv_bfloat16 __high2bfloat16(const __nv_bfloat162 a) {
  return a.y;
}
HEDDLE_NARROW __nv_bfloat162 __low2bfloat162(const __nv_bfloat162 a) {
  return __nv_bfloat162(a.x, a.x);
}
HEDDLE_NARROW __nv_bfloat162 __high2bfloat162(const __nv_bfloat162 a) {
  return __nv_bfloat162(a.y, a.y);
}
HEDDLE_NARROW __nv_bfloat162 __lows2bfloat162(const __nv_bfloat162 a, const __nv_bfloat162 b) {
  return __nv_bfloat162(a.x, b.x);
}
HEDDLE_NARROW __nv_bfloat162 __highs2bfloat162(const __nv_bfloat162 a, const __nv_bfloat162 b) {
  return __nv_bfloat162(a.y, b.y);
}
HEDDLE_NARROW short __bfloat16_as_short(const __nv_bfloat16 h) {
  return (short)heddle_narrow::raw(h);
}
HEDDLE_NARROW unsigned short __bfloat16_as_ushort(const __nv_bfloat16 h) {
  return heddle_narrow::raw(h);
}
HEDDLE_NARROW __nv_bfloat16 __short_as_bfloat16(const short i) {
  return __nv_bfloat16(__nv_bfloat16_raw{(unsigned short)i});
}
HEDDLE_NARROW __nv_bfloat16 __ushort_as_bfloat16(const unsigned short i) {
  return __nv_bfloat16(__nv_bfloat16_raw{i});
}

// From one 16-bit type to the other, by way of the float that both are.
#ifndef __CUDA_NO_HALF_CONVERSIONS__
__host__ __device__ __forceinline__ __half::__half(const __nv_bfloat16 f)
    : __x(heddle_narrow::half_format::nearest(heddle_narrow::widen(f))) {}
#endif
#ifndef __CUDA_NO_BFLOAT16_CONVERSIONS__
__host__ __device__ __forceinline__ __nv_bfloat16::__nv_bfloat16(const __half f)
    : __x(heddle_narrow::bfloat16_format::nearest(heddle_narrow::widen(f))) {}
#endif

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7f80u)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7fffu)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001u)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7f7fu)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000u)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000u)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3f80u)

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
