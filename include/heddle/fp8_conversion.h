// SPDX-License-Identifier: Apache-2.0
// Conversions between fp8 storage and float, double and half (CUDA Math API, "FP8 Conversion and
// Data Movement"); small_float_conversion.inc has the others. The first of several numbers stands
// in the low byte.
#pragma once

HEDDLE_NARROW __nv_fp8_storage_t __nv_cvt_float_to_fp8(const float x,
                                                       const __nv_saturation_t saturate,
                                                       const __nv_fp8_interpretation_t kind) {
  const bool finite = saturate == __NV_SATFINITE;
  return kind == __NV_E4M3 ? heddle_narrow::e4m3_format::nearest(x, finite ? 0x7e : 0x7f)
                           : heddle_narrow::e5m2_format::nearest(x, finite ? 0x7b : 0x7c);
}
HEDDLE_NARROW __nv_fp8_storage_t __nv_cvt_double_to_fp8(const double x,
                                                        const __nv_saturation_t saturate,
                                                        const __nv_fp8_interpretation_t kind) {
  // What is not a number keeps its sign, unlike a float (as on an H200).
  if (x != x) {
    const __nv_fp8_storage_t nan = kind == __NV_E4M3 ? 0x7f : 0x7e;
    return (__nv_fp8_storage_t)(nan | (__builtin_signbit(x) ? 0x80 : 0));
  }
  return __nv_cvt_float_to_fp8(heddle_narrow::to_odd(x), saturate, kind);
}
// Exact; not a number is 0x7fff.
HEDDLE_NARROW __half_raw __nv_cvt_fp8_to_halfraw(const __nv_fp8_storage_t x,
                                                 const __nv_fp8_interpretation_t kind) {
  const bool e4m3 = kind == __NV_E4M3;
  const unsigned short shifted = (unsigned short)(x << 8);
  const unsigned short number =
      e4m3 ? heddle_narrow::half_format::nearest(heddle_narrow::e4m3_format::widen(x)) : shifted;
  const bool is_nan = e4m3 ? (x & 0x7f) == 0x7f : (x & 0x7f) > 0x7c;
  return __half_raw{is_nan ? (unsigned short)heddle_narrow::half_format::kNan : number};
}
