// SPDX-License-Identifier: Apache-2.0
// 6-bit floating point (CUDA Math API, "FP6 Intrinsics"), in host code too: storage and
// conversions; there is no arithmetic. The first of several numbers stands in the low byte. Not
// compared with a GPU.
#pragma once

#ifndef __CUDA_FP6_H__
#define __CUDA_FP6_H__
#endif
#define __CUDA_FP6_TYPES_EXIST__

#include "cuda_fp8.h"
#include "heddle/small_float_format.h"

typedef unsigned char __nv_fp6_storage_t;
typedef unsigned short int __nv_fp6x2_storage_t;
typedef unsigned int __nv_fp6x4_storage_t;

typedef enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 } __nv_fp6_interpretation_t;

HEDDLE_NARROW __nv_fp6_storage_t __nv_cvt_float_to_fp6(const float x,
                                                       const __nv_fp6_interpretation_t kind,
                                                       const enum cudaRoundMode rounding) {
  return kind == __NV_E2M3 ? heddle_narrow::e2m3_format::rounded(x, rounding)
                           : heddle_narrow::e3m2_format::rounded(x, rounding);
}
HEDDLE_NARROW __nv_fp6_storage_t __nv_cvt_double_to_fp6(const double x,
                                                        const __nv_fp6_interpretation_t kind,
                                                        const enum cudaRoundMode rounding) {
  return __nv_cvt_float_to_fp6(heddle_narrow::to_odd(x), kind, rounding);
}
// Exact.
HEDDLE_NARROW __half_raw __nv_cvt_fp6_to_halfraw(const __nv_fp6_storage_t x,
                                                 const __nv_fp6_interpretation_t kind) {
  return __half_raw{heddle_narrow::half_format::nearest(
      kind == __NV_E2M3 ? heddle_narrow::e2m3_format::widen(x)
                        : heddle_narrow::e3m2_format::widen(x))};
}

#define HEDDLE_CVT(from, n) __nv_cvt_##from##_to_fp6##n
#define HEDDLE_BACK(n, to) __nv_cvt_fp6##n##_to_##to
#define HEDDLE_TO_ARGS , HEDDLE_KIND, cudaRoundNearest
#define HEDDLE_BACK_ARGS , HEDDLE_KIND
#define HEDDLE_STORAGE(n) __nv_fp6##n##_storage_t
#define HEDDLE_APART 8
#define HEDDLE_A __nv_fp6_interpretation_t
#define HEDDLE_B enum cudaRoundMode
#define HEDDLE_INTERPRETATION __nv_fp6_interpretation_t
#include "heddle/small_float_conversion.inc"

#define HEDDLE_FLOAT __nv_fp6_e2m3
#define HEDDLE_FLOATX2 __nv_fp6x2_e2m3
#define HEDDLE_FLOATX4 __nv_fp6x4_e2m3
#define HEDDLE_KIND __NV_E2M3
#define HEDDLE_FORMAT heddle_narrow::e2m3_format
#include "heddle/small_float_type.inc"

#define HEDDLE_FLOAT __nv_fp6_e3m2
#define HEDDLE_FLOATX2 __nv_fp6x2_e3m2
#define HEDDLE_FLOATX4 __nv_fp6x4_e3m2
#define HEDDLE_KIND __NV_E3M2
#define HEDDLE_FORMAT heddle_narrow::e3m2_format
#include "heddle/small_float_type.inc"

#undef HEDDLE_CVT
#undef HEDDLE_BACK
#undef HEDDLE_TO_ARGS
#undef HEDDLE_BACK_ARGS
#undef HEDDLE_STORAGE
#undef HEDDLE_APART
