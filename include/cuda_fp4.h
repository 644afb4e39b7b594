// SPDX-License-Identifier: Apache-2.0
// 4-bit floating point (CUDA Math API, "FP4 Intrinsics"), in host code too: storage and
// conversions; there is no arithmetic. The first of several numbers stands in the low half byte.
// Not compared with a GPU.
#pragma once

#ifndef __CUDA_FP4_H__
#define __CUDA_FP4_H__
#endif
#define __CUDA_FP4_TYPES_EXIST__

#include "cuda_fp8.h"
#include "heddle/small_float_format.h"

typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
typedef unsigned short int __nv_fp4x4_storage_t;

typedef enum __nv_fp4_interpretation_t { __NV_E2M1 } __nv_fp4_interpretation_t;

HEDDLE_NARROW __nv_fp4_storage_t __nv_cvt_float_to_fp4(const float x,
                                                       const __nv_fp4_interpretation_t kind,
                                                       const enum cudaRoundMode rounding) {
  (void)kind;
  return heddle_narrow::e2m1_format::rounded(x, rounding);
}
HEDDLE_NARROW __nv_fp4_storage_t __nv_cvt_double_to_fp4(const double x,
                                                        const __nv_fp4_interpretation_t kind,
                                                        const enum cudaRoundMode rounding) {
  return __nv_cvt_float_to_fp4(heddle_narrow::to_odd(x), kind, rounding);
}
// Exact.
HEDDLE_NARROW __half_raw __nv_cvt_fp4_to_halfraw(const __nv_fp4_storage_t x,
                                                 const __nv_fp4_interpretation_t kind) {
  (void)kind;
  return __half_raw{heddle_narrow::half_format::nearest(heddle_narrow::e2m1_format::widen(x))};
}

#define HEDDLE_CVT(from, n) __nv_cvt_##from##_to_fp4##n
#define HEDDLE_BACK(n, to) __nv_cvt_fp4##n##_to_##to
#define HEDDLE_TO_ARGS , HEDDLE_KIND, cudaRoundNearest
#define HEDDLE_BACK_ARGS , HEDDLE_KIND
#define HEDDLE_STORAGE(n) __nv_fp4##n##_storage_t
#define HEDDLE_APART 4
#define HEDDLE_A __nv_fp4_interpretation_t
#define HEDDLE_B enum cudaRoundMode
#define HEDDLE_INTERPRETATION __nv_fp4_interpretation_t
#include "heddle/small_float_conversion.inc"

#define HEDDLE_FLOAT __nv_fp4_e2m1
#define HEDDLE_FLOATX2 __nv_fp4x2_e2m1
#define HEDDLE_FLOATX4 __nv_fp4x4_e2m1
#define HEDDLE_KIND __NV_E2M1
#define HEDDLE_FORMAT heddle_narrow::e2m1_format
#include "heddle/small_float_type.inc"

#undef HEDDLE_CVT
#undef HEDDLE_BACK
#undef HEDDLE_TO_ARGS
#undef HEDDLE_BACK_ARGS
#undef HEDDLE_STORAGE
#undef HEDDLE_APART
