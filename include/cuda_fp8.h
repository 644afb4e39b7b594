// SPDX-License-Identifier: Apache-2.0
// 8-bit floating point (CUDA Math API, "FP8 Intrinsics"), in host code too: storage and
// conversions; there is no arithmetic.
#pragma once

#ifndef __CUDA_FP8_H__
#define __CUDA_FP8_H__
#endif
#define __CUDA_FP8_TYPES_EXIST__

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "device_types.h"
#include "heddle/fp8_format.h"
#include "vector_functions.h"
#include "vector_types.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short int __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;

// Overflow becomes NaN (e4m3) or infinity (e5m2), or the largest finite number.
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

#include "heddle/fp8_conversion.h"
#include "heddle/narrow_pair.h"

#define HEDDLE_CVT(from, n) __nv_cvt_##from##_to_fp8##n
#define HEDDLE_BACK(n, to) __nv_cvt_fp8##n##_to_##to
#define HEDDLE_TO_ARGS , __NV_SATFINITE, HEDDLE_KIND
#define HEDDLE_BACK_ARGS , HEDDLE_KIND
#define HEDDLE_STORAGE(n) __nv_fp8##n##_storage_t
#define HEDDLE_APART 8
#define HEDDLE_A __nv_saturation_t
#define HEDDLE_B __nv_fp8_interpretation_t
#define HEDDLE_INTERPRETATION __nv_fp8_interpretation_t
#include "heddle/small_float_conversion.inc"

#define HEDDLE_FLOAT __nv_fp8_e4m3
#define HEDDLE_FLOATX2 __nv_fp8x2_e4m3
#define HEDDLE_FLOATX4 __nv_fp8x4_e4m3
#define HEDDLE_KIND __NV_E4M3
#define HEDDLE_FORMAT heddle_narrow::e4m3_format
#include "heddle/small_float_type.inc"

#define HEDDLE_FLOAT __nv_fp8_e5m2
#define HEDDLE_FLOATX2 __nv_fp8x2_e5m2
#define HEDDLE_FLOATX4 __nv_fp8x4_e5m2
#define HEDDLE_KIND __NV_E5M2
#define HEDDLE_FORMAT heddle_narrow::e5m2_format
#include "heddle/small_float_type.inc"

#undef HEDDLE_CVT
#undef HEDDLE_BACK
#undef HEDDLE_TO_ARGS
#undef HEDDLE_BACK_ARGS
#include "heddle/e8m0.h"

#define HEDDLE_CVT(from, n) heddle_narrow::e8m0##n##_from_##from
#define HEDDLE_BACK(n, to) heddle_narrow::e8m0##n##_to_##to
#define HEDDLE_TO_ARGS
#define HEDDLE_BACK_ARGS
#define HEDDLE_FLOAT __nv_fp8_e8m0
#define HEDDLE_FLOATX2 __nv_fp8x2_e8m0
#define HEDDLE_FLOATX4 __nv_fp8x4_e8m0
#define HEDDLE_FORMAT heddle_narrow::e8m0_format
#include "heddle/small_float_type.inc"

#undef HEDDLE_CVT
#undef HEDDLE_BACK
#undef HEDDLE_TO_ARGS
#undef HEDDLE_BACK_ARGS
#undef HEDDLE_STORAGE
#undef HEDDLE_APART
