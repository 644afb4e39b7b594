// SPDX-License-Identifier: Apache-2.0
// Scale factors of 8 bits: powers of two from 2^-127 to 2^127, and 0xff, which is not a number
// (CUDA Math API,
// __nv_fp8_e8m0). There is no sign: that of a number is dropped, as on an H200. What is below
// 2^-127 becomes that.
#pragma once

namespace heddle_narrow {

struct e8m0_format {
  // Towards zero, or up where the mode is another one. What is above 2^127 becomes that, or 0xff.
  static __host__ __device__ __forceinline__ unsigned char rounded(float x, bool finite,
                                                                   cudaRoundMode mode) {
    const unsigned int u = bits<unsigned int>(x) & 0x7fffffffu, fraction = u & 0x7fffffu;
    const bool more = u >> 23 ? fraction != 0 : fraction > 0x400000u;
    const unsigned int code = (u >> 23) + (mode != cudaRoundZero && more);
    if (u > 0x7f800000u) return 0xff;
    return (unsigned char)(code > 0xfe && finite ? 0xfe : code);
  }
  static __host__ __device__ __forceinline__ unsigned short to_bfloat16(unsigned char b) {
    return (unsigned short)(b == 0xff ? 0x7fff : b ? b << 7 : 0x40);
  }
  static __host__ __device__ __forceinline__ float widen(unsigned char b) {
    return bfloat16_format::widen(to_bfloat16(b));
  }
};

}  // namespace heddle_narrow

HEDDLE_NARROW __nv_fp8_storage_t __nv_cvt_float_to_e8m0(const float x,
                                                        const __nv_saturation_t saturate,
                                                        const enum cudaRoundMode rounding) {
  return heddle_narrow::e8m0_format::rounded(x, saturate == __NV_SATFINITE, rounding);
}
HEDDLE_NARROW __nv_fp8_storage_t __nv_cvt_double_to_e8m0(const double x,
                                                         const __nv_saturation_t saturate,
                                                         const enum cudaRoundMode rounding) {
  const bool large = x >= 0x1p128 || x <= -0x1p128;
  return __nv_cvt_float_to_e8m0(large ? __builtin_huge_valf() : heddle_narrow::to_odd(x), saturate,
                                rounding);
}
HEDDLE_NARROW __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(const __nv_bfloat16_raw x,
                                                              const __nv_saturation_t saturate,
                                                              const enum cudaRoundMode rounding) {
  return __nv_cvt_float_to_e8m0(heddle_narrow::bfloat16_format::widen(x.x), saturate, rounding);
}

#define HEDDLE_PAIR(name, Pair, scalar, low, high)                                   \
  HEDDLE_NARROW_PAIR(__nv_fp8x2_storage_t, 8, name, Pair, scalar, __nv_saturation_t, \
                     enum cudaRoundMode, low, high)
HEDDLE_PAIR(__nv_cvt_float2_to_e8m0x2, float2, __nv_cvt_float_to_e8m0, x.x, x.y)
HEDDLE_PAIR(__nv_cvt_double2_to_e8m0x2, double2, __nv_cvt_double_to_e8m0, x.x, x.y)
HEDDLE_PAIR(__nv_cvt_bfloat162raw_to_e8m0x2, __nv_bfloat162_raw, __nv_cvt_bfloat16raw_to_e8m0,
            __nv_bfloat16_raw{x.x}, __nv_bfloat16_raw{x.y})
#undef HEDDLE_PAIR

// Exact.
HEDDLE_NARROW __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(const __nv_fp8_storage_t x) {
  return __nv_bfloat16_raw{heddle_narrow::e8m0_format::to_bfloat16(x)};
}
HEDDLE_NARROW __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(const __nv_fp8x2_storage_t x) {
  return __nv_bfloat162_raw{heddle_narrow::e8m0_format::to_bfloat16((unsigned char)(x & 0xff)),
                            heddle_narrow::e8m0_format::to_bfloat16((unsigned char)(x >> 8))};
}

// From and to halves there are no functions of their own.
namespace heddle_narrow {

#define HEDDLE_E8M0(from, T, call, value)                                         \
  __host__ __device__ __forceinline__ unsigned char e8m0_from_##from(const T x) { \
    return call(value, __NV_SATFINITE, cudaRoundPosInf);                          \
  }
#define HEDDLE_E8M0X2(from, T, scalar, X, Y)                                         \
  __host__ __device__ __forceinline__ unsigned short e8m0x2_from_##from(const T x) { \
    return (unsigned short)(e8m0_from_##scalar(X) | e8m0_from_##scalar(Y) << 8);     \
  }
HEDDLE_E8M0(float, float, __nv_cvt_float_to_e8m0, x)
HEDDLE_E8M0(double, double, __nv_cvt_double_to_e8m0, x)
HEDDLE_E8M0(bfloat16raw, __nv_bfloat16_raw, __nv_cvt_bfloat16raw_to_e8m0, x)
HEDDLE_E8M0(halfraw, __half_raw, __nv_cvt_float_to_e8m0, half_format::widen(x.x))
HEDDLE_E8M0X2(float2, float2, float, x.x, x.y)
HEDDLE_E8M0X2(double2, double2, double, x.x, x.y)
HEDDLE_E8M0X2(bfloat16raw2, __nv_bfloat162_raw, bfloat16raw, __nv_bfloat16_raw{x.x},
              __nv_bfloat16_raw{x.y})
HEDDLE_E8M0X2(halfraw2, __half2_raw, halfraw, __half_raw{x.x}, __half_raw{x.y})
#undef HEDDLE_E8M0
#undef HEDDLE_E8M0X2

__host__ __device__ __forceinline__ __half_raw e8m0_to_halfraw(unsigned char x) {
  return __half_raw{half_format::nearest(e8m0_format::widen(x))};
}
__host__ __device__ __forceinline__ __half2_raw e8m0x2_to_halfraw2(unsigned short x) {
  return __half2_raw{e8m0_to_halfraw((unsigned char)(x & 0xff)).x,
                     e8m0_to_halfraw((unsigned char)(x >> 8)).x};
}

}  // namespace heddle_narrow
