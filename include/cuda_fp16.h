// SPDX-License-Identifier: Apache-2.0
// Half precision (CUDA Math API, "Half Precision Intrinsics"), in host code too. The types keep
// their bits as integers; what computes with them is in heddle/narrow_*.
//
//   CUDA_NO_HALF, __CUDA_NO_HALF_CONVERSIONS__, __CUDA_NO_HALF_OPERATORS__,
//   __CUDA_NO_HALF2_OPERATORS__    leave out what their names say
#pragma once

#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__
#endif
#define __CUDA_FP16_TYPES_EXIST__

#include "heddle/half_format.h"
#include "vector_functions.h"
#include "vector_types.h"

#define HEDDLE_T __half
#define HEDDLE_T2 __half2
#define HEDDLE_RAW __half_raw
#define HEDDLE_RAW2 __half2_raw
#define HEDDLE_T_OTHER __nv_bfloat16
#define HEDDLE_F heddle_narrow::half_format
#define HEDDLE_NATIVE _Float16
#define HEDDLE_NAN_TO_LONG 0x8000000000000000ull
#define HEDDLE_ATOMIC_ARCH 700
#define HEDDLE_ATOMIC_ARCH2 600
#define HEDDLE_TO_NAME(to) __half2##to
#define HEDDLE_FROM_NAME(from, mode) __##from##2half##mode
#ifdef __CUDA_NO_HALF_CONVERSIONS__
#define HEDDLE_T_NO_CONVERSIONS
#endif
#ifdef __CUDA_NO_HALF_OPERATORS__
#define HEDDLE_T_NO_OPERATORS
#endif
#if defined(__CUDA_NO_HALF2_OPERATORS__)
#define HEDDLE_T2_NO_OPERATORS
#endif
#include "heddle/narrow_all.inc"

HEDDLE_NARROW __half2 make_half2(const __half x, const __half y) {
  return __half2(x, y);
}
HEDDLE_NARROW __half2 __halves2half2(const __half a, const __half b) {
  return __half2(a, b);
}
HEDDLE_NARROW __half2 __half2half2(const __half a) {
  return __half2(a, a);
}
HEDDLE_NARROW __half2 __float2half2_rn(const float a) {
  return __half2half2(__float2half(a));
}
HEDDLE_NARROW __half2 __floats2half2_rn(const float a, const float b) {
  return __half2(__float2half(a), __float2half(b));
}
HEDDLE_NARROW __half2 __float22half2_rn(const float2 a) {
  return __half2(__float2half(a.x), __float2half(a.y));
}
HEDDLE_NARROW float2 __half22float2(const __half2 a) {
  return make_float2(__half2float(a.x), __half2float(a.y));
}
HEDDLE_NARROW __half __low2half(const __half2 a) {
  return a.x;
}
HEDDLE_NARROW __half __high2half(const __half2 a) {
  return a.y;
}
HEDDLE_NARROW __half2 __low2half2(const __half2 a) {
  return __half2(a.x, a.x);
}
HEDDLE_NARROW __half2 __high2half2(const __half2 a) {
  return __half2(a.y, a.y);
}
HEDDLE_NARROW __half2 __lows2half2(const __half2 a, const __half2 b) {
  return __half2(a.x, b.x);
}
HEDDLE_NARROW __half2 __highs2half2(const __half2 a, const __half2 b) {
  return __half2(a.y, b.y);
}
HEDDLE_NARROW short __half_as_short(const __half h) {
  return (short)heddle_narrow::raw(h);
}
HEDDLE_NARROW unsigned short __half_as_ushort(const __half h) {
  return heddle_narrow::raw(h);
}
HEDDLE_NARROW __half __short_as_half(const short i) {
  return __half(__half_raw{(unsigned short)i});
}
HEDDLE_NARROW __half __ushort_as_half(const unsigned short i) {
  return __half(__half_raw{i});
}

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7c00u)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7fffu)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001u)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7bffu)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000u)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000u)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3c00u)

typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
typedef __half nv_half;
typedef __half2 nv_half2;
#ifndef CUDA_NO_HALF
typedef __half half;
typedef __half2 half2;
#endif
