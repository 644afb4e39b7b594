// SPDX-License-Identifier: Apache-2.0
// Inline PTX: pairs of floats of 8 bits and less from and to floats and pairs of halves, the upper
// one first, with .relu; scales; and .satfinite of floats of 16 bits and tf32. The host computes
// with the functions of cuda_fp8.h and its like, which tests of their own compare.
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

#include "../check.h"

struct Result {
  unsigned w[12];
};

// Of every size that the formats have and beyond, negative zero, infinity and what is no number.
HD float some_float(unsigned a, unsigned b) {
  const unsigned exponent = b % 4 ? 100 + b / 4 % 48 : b / 4 % 256;
  unsigned bits = (a & 0x80000000u) | exponent << 23 | (a & (b & 16 ? 0x7fffffu : 0x780000u));
  if (b % 64 == 5) bits = a & 0x80000000u;
  if (b % 64 == 6) bits = (a & 0x80000000u) | 0x7f800000u;
  if (b % 64 == 7) bits = (a & 0x80000000u) | 0x7fc00000u;
  float f;
  memcpy(&f, &bits, 4);
  return f;
}
HD float at_least_zero(float x) {
  return x != x ? x : x > 0 ? x : 0.0F;
}
HD unsigned pair_of(__half2_raw h) {
  return h.x | (unsigned)h.y << 16;
}
HD unsigned pair_of(__nv_bfloat162_raw h) {
  return h.x | (unsigned)h.y << 16;
}
// Both halves of a pair, 0 in place of negative ones.
HD unsigned positive(unsigned pair) {
  for (int k = 0; k < 32; k += 16) {
    const unsigned half = pair >> k & 0xffffu;
    if (half & 0x8000u && half <= 0xfc00u) pair &= ~(0xffffu << k);
  }
  return pair;
}

#define CVT(k, what, T, letter, ...)                     \
  {                                                      \
    T to;                                                \
    asm("cvt." what ";" : "=" letter(to) : __VA_ARGS__); \
    r.w[k] = to;                                         \
  }
#define SHORT(k, what, ...) CVT(k, what, unsigned short, "h", __VA_ARGS__)
#define WORD(k, what, ...) CVT(k, what, unsigned, "r", __VA_ARGS__)

HD Result eight(unsigned i, const unsigned* in) {
  const float a = some_float(in[i], in[i + 3]), b = some_float(in[i + 1], in[i + 7]);
  const auto both = (unsigned short)in[i + 9];
  const unsigned halves = in[i + 5];
  Result r{};
#ifdef __CUDA_ARCH__
  SHORT(0, "rn.satfinite.e4m3x2.f32 %0, %1, %2", "f"(a), "f"(b))
  SHORT(1, "rn.satfinite.e5m2x2.f32 %0, %1, %2", "f"(a), "f"(b))
  SHORT(2, "rn.satfinite.relu.e4m3x2.f32 %0, %1, %2", "f"(a), "f"(b))
  SHORT(3, "rn.satfinite.relu.e5m2x2.f32 %0, %1, %2", "f"(a), "f"(b))
  SHORT(4, "rn.satfinite.e4m3x2.f16x2 %0, %1", "r"(halves))
  SHORT(5, "rn.satfinite.e5m2x2.f16x2 %0, %1", "r"(halves))
  SHORT(6, "rn.satfinite.relu.e4m3x2.f16x2 %0, %1", "r"(halves))
  SHORT(7, "rn.satfinite.relu.e5m2x2.f16x2 %0, %1", "r"(halves))
  WORD(8, "rn.f16x2.e4m3x2 %0, %1", "h"(both))
  WORD(9, "rn.f16x2.e5m2x2 %0, %1", "h"(both))
  WORD(10, "rn.relu.f16x2.e4m3x2 %0, %1", "h"(both))
  WORD(11, "rn.relu.f16x2.e5m2x2 %0, %1", "h"(both))
#else
  const float2 plain{b, a}, floats{at_least_zero(b), at_least_zero(a)};
  const unsigned some = positive(halves);
  const __half2_raw raw{(unsigned short)halves, (unsigned short)(halves >> 16)},
      rest{(unsigned short)some, (unsigned short)(some >> 16)};
  const auto finite = __NV_SATFINITE;
  r.w[0] = __nv_cvt_float2_to_fp8x2(plain, finite, __NV_E4M3);
  r.w[1] = __nv_cvt_float2_to_fp8x2(plain, finite, __NV_E5M2);
  r.w[2] = __nv_cvt_float2_to_fp8x2(floats, finite, __NV_E4M3);
  r.w[3] = __nv_cvt_float2_to_fp8x2(floats, finite, __NV_E5M2);
  r.w[4] = __nv_cvt_halfraw2_to_fp8x2(raw, finite, __NV_E4M3);
  r.w[5] = __nv_cvt_halfraw2_to_fp8x2(raw, finite, __NV_E5M2);
  r.w[6] = __nv_cvt_halfraw2_to_fp8x2(rest, finite, __NV_E4M3);
  r.w[7] = __nv_cvt_halfraw2_to_fp8x2(rest, finite, __NV_E5M2);
  r.w[8] = pair_of(__nv_cvt_fp8x2_to_halfraw2(both, __NV_E4M3));
  r.w[9] = pair_of(__nv_cvt_fp8x2_to_halfraw2(both, __NV_E5M2));
  r.w[10] = positive(r.w[8]);
  r.w[11] = positive(r.w[9]);
#endif
  return r;
}

// Six and four bits, and scales (sm_100a).
HD Result fewer(unsigned i, const unsigned* in) {
  const float a = some_float(in[i], in[i + 3]), b = some_float(in[i + 1], in[i + 7]);
  const auto six = (unsigned short)(in[i + 9] & 0x3f3fu);
  const unsigned byte = in[i + 9] & 0xffu, brains = in[i + 5];
  Result r{};
#ifdef __CUDA_ARCH__
  SHORT(0, "rn.satfinite.e2m3x2.f32 %0, %1, %2", "f"(a), "f"(b))
  SHORT(1, "rn.satfinite.relu.e3m2x2.f32 %0, %1, %2", "f"(a), "f"(b))
  WORD(2, "rn.f16x2.e2m3x2 %0, %1", "h"(six))
  WORD(3, "rn.relu.f16x2.e3m2x2 %0, %1", "h"(six))
  asm("{.reg .b8 t; cvt.rn.satfinite.e2m1x2.f32 t, %1, %2; cvt.u32.u8 %0, t;}"
      : "=r"(r.w[4])
      : "f"(a), "f"(b));
  asm("{.reg .b8 t; cvt.u8.u32 t, %1; cvt.rn.f16x2.e2m1x2 %0, t;}" : "=r"(r.w[5]) : "r"(byte));
  SHORT(6, "rz.ue8m0x2.f32 %0, %1, %2", "f"(a), "f"(b))
  SHORT(7, "rp.satfinite.ue8m0x2.f32 %0, %1, %2", "f"(a), "f"(b))
  SHORT(8, "rp.ue8m0x2.bf16x2 %0, %1", "r"(brains))
  WORD(9, "rn.bf16x2.ue8m0x2 %0, %1", "h"((unsigned short)in[i + 9]))
#else
  const float2 plain{b, a}, floats{at_least_zero(b), at_least_zero(a)};
  const __nv_bfloat162_raw raw{(unsigned short)brains, (unsigned short)(brains >> 16)};
  r.w[0] = __nv_cvt_float2_to_fp6x2(plain, __NV_E2M3, cudaRoundNearest);
  r.w[1] = __nv_cvt_float2_to_fp6x2(floats, __NV_E3M2, cudaRoundNearest);
  r.w[2] = pair_of(__nv_cvt_fp6x2_to_halfraw2(six, __NV_E2M3));
  r.w[3] = positive(pair_of(__nv_cvt_fp6x2_to_halfraw2(six, __NV_E3M2)));
  r.w[4] = __nv_cvt_float2_to_fp4x2(plain, __NV_E2M1, cudaRoundNearest);
  r.w[5] = pair_of(__nv_cvt_fp4x2_to_halfraw2((unsigned char)byte, __NV_E2M1));
  r.w[6] = __nv_cvt_float2_to_e8m0x2(plain, __NV_NOSAT, cudaRoundZero);
  r.w[7] = __nv_cvt_float2_to_e8m0x2(plain, __NV_SATFINITE, cudaRoundPosInf);
  r.w[8] = __nv_cvt_bfloat162raw_to_e8m0x2(raw, __NV_NOSAT, cudaRoundPosInf);
  r.w[9] = pair_of(__nv_cvt_e8m0x2_to_bf162raw((unsigned short)in[i + 9]));
#endif
  return r;
}

HD Result without_infinity(unsigned i, const unsigned* in) {
  const float a = some_float(in[i], in[i + 3]), b = some_float(in[i + 1], in[i + 7]);
  Result r{};
#ifdef __CUDA_ARCH__
  SHORT(0, "rn.satfinite.f16.f32 %0, %1", "f"(a))
  SHORT(1, "rn.satfinite.bf16.f32 %0, %1", "f"(a))
  SHORT(2, "rz.relu.satfinite.f16.f32 %0, %1", "f"(a))
  WORD(3, "rn.satfinite.f16x2.f32 %0, %1, %2", "f"(a), "f"(b))
  WORD(4, "rn.relu.satfinite.bf16x2.f32 %0, %1, %2", "f"(a), "f"(b))
  WORD(5, "rna.satfinite.tf32.f32 %0, %1", "f"(a))
  WORD(6, "rna.tf32.f32 %0, %1", "f"(a))
  WORD(7, "rn.tf32.f32 %0, %1", "f"(a))
  WORD(8, "rz.tf32.f32 %0, %1", "f"(a))
#else
  const auto half = [](float x) {
    const unsigned short bits = __half_raw(__float2half_rn(x)).x;
    return (unsigned short)((bits & 0x7fffu) == 0x7c00u ? bits - 1u : bits);
  };
  const auto brain = [](float x) {
    const unsigned short bits = __nv_bfloat16_raw(__float2bfloat16_rn(x)).x;
    return (unsigned short)((bits & 0x7fffu) == 0x7f80u ? bits - 1u : bits);
  };
  const float p = at_least_zero(a);
  const unsigned short down = __half_raw(__float2half_rz(p)).x;
  unsigned word;
  memcpy(&word, &a, 4);
  // As an H200 has it for what is no number, too.
  const unsigned sign = word & 0x80000000u, size = word & 0x7fffffffu;
  const unsigned tf32 = ((size < 0x7fffefffu ? size : 0x7fffefffu) + 0x1000u) & ~0x1fffu;
  r.w[0] = half(a);
  r.w[1] = brain(a);
  r.w[2] = down == 0x7c00u ? 0x7bffu : down;
  r.w[3] = (unsigned)half(a) << 16 | half(b);
  r.w[4] = (unsigned)brain(p) << 16 | brain(at_least_zero(b));
  r.w[5] = sign | (tf32 >= 0x7f800000u ? tf32 - 0x2000u : tf32);
  r.w[6] = sign | tf32;
  r.w[7] = a != a ? 0x7fffe000u : (word + 0xfffu + (word >> 13 & 1u)) & ~0x1fffu;
  r.w[8] = a != a ? 0x7fffe000u : word & ~0x1fffu;
#endif
  return r;
}

int main() {
  check::each<eight>("8 bits");
#ifndef ON_SM_90
  check::each<fewer>("6 and 4 bits, scales");
#endif
  check::each<without_infinity>("satfinite");
  return check::result();
}
