// SPDX-License-Identifier: Apache-2.0
// What the instruction cvt makes of pairs of floats of 8, 6 and 4 bits and of scales, by the
// functions of cuda_fp8.h, cuda_fp6.h and cuda_fp4.h. The second argument becomes the lower number.
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

extern "C" {

#define PTX_NARROW(name, T, call, ...)                          \
  __device__ T __ptx_cvt_##name(float high, float low) {        \
    return __nv_cvt_float2_to_##call({low, high}, __VA_ARGS__); \
  }
PTX_NARROW(e4m3x2, unsigned short, fp8x2, __NV_SATFINITE, __NV_E4M3)
PTX_NARROW(e5m2x2, unsigned short, fp8x2, __NV_SATFINITE, __NV_E5M2)
PTX_NARROW(e2m3x2, unsigned short, fp6x2, __NV_E2M3, cudaRoundNearest)
PTX_NARROW(e3m2x2, unsigned short, fp6x2, __NV_E3M2, cudaRoundNearest)
PTX_NARROW(e2m1x2, unsigned char, fp4x2, __NV_E2M1, cudaRoundNearest)
PTX_NARROW(ue8m0x2_rz, unsigned short, e8m0x2, __NV_NOSAT, cudaRoundZero)
PTX_NARROW(ue8m0x2_rp, unsigned short, e8m0x2, __NV_NOSAT, cudaRoundPosInf)
PTX_NARROW(ue8m0x2_rz_satfinite, unsigned short, e8m0x2, __NV_SATFINITE, cudaRoundZero)
PTX_NARROW(ue8m0x2_rp_satfinite, unsigned short, e8m0x2, __NV_SATFINITE, cudaRoundPosInf)
#undef PTX_NARROW

#define PTX_WIDEN(name, T, call, ...)                                   \
  __device__ unsigned int __ptx_cvt_##name##_widen(T both) {            \
    const auto wide = __nv_cvt_##call(both __VA_OPT__(, ) __VA_ARGS__); \
    return wide.x | (unsigned int)wide.y << 16;                         \
  }
PTX_WIDEN(e4m3x2, unsigned short, fp8x2_to_halfraw2, __NV_E4M3)
PTX_WIDEN(e5m2x2, unsigned short, fp8x2_to_halfraw2, __NV_E5M2)
PTX_WIDEN(e2m3x2, unsigned short, fp6x2_to_halfraw2, __NV_E2M3)
PTX_WIDEN(e3m2x2, unsigned short, fp6x2_to_halfraw2, __NV_E3M2)
PTX_WIDEN(e2m1x2, unsigned char, fp4x2_to_halfraw2, __NV_E2M1)
PTX_WIDEN(ue8m0x2, unsigned short, e8m0x2_to_bf162raw)
#undef PTX_WIDEN
}
