// SPDX-License-Identifier: Apache-2.0
// heavy: 33
// Numbers of 6 and 4 bits and scale factors (e8m0) become the half, float and integers that they
// are; floats, doubles, halves and bfloat16 become them rounded once in every mode, singly, in
// pairs and in fours, on the device and on the host.
#include <cuda_fp4.h>
#include <cuda_fp6.h>

#include "narrow.h"

using narrow::compare_both;

// What the number stands for, from its definition.
template <int kExponent, int kMantissa>
struct Small {
  static constexpr int kBias = (1 << (kExponent - 1)) - 1,
                       kLargest = (1 << (kExponent + kMantissa)) - 1;

  static double magnitude(int code) {
    const int exponent = code >> kMantissa, mantissa = code & ((1 << kMantissa) - 1);
    return exponent ? std::ldexp((1 << kMantissa) + mantissa, exponent - kBias - kMantissa)
                    : std::ldexp(mantissa, 1 - kBias - kMantissa);
  }
  static double decode(int code) { return (code > kLargest ? -1 : 1) * magnitude(code & kLargest); }
  static unsigned encode(double x, int mode) {
    if (x != x) return kLargest;
    const unsigned sign = std::signbit(x) ? kLargest + 1 : 0;
    const double a = std::fabs(x);
    int low = 0;
    while (low < kLargest && magnitude(low + 1) <= a) ++low;
    if (low == kLargest || magnitude(low) == a) return sign | low;
    const double middle = (magnitude(low) + magnitude(low + 1)) / 2;
    const bool up = mode == cudaRoundNearest  ? a > middle || (a == middle && (low & 1))
                    : mode == cudaRoundPosInf ? !sign
                    : mode == cudaRoundMinInf ? sign != 0
                                              : false;
    return sign | (low + up);
  }
};

static unsigned scale_of(double x, bool finite, int mode) {
  if (x != x) return 0xff;
  x = std::fabs(x);
  if (x <= std::ldexp(1, -127)) return 0;
  if (x >= std::ldexp(1, 128)) return finite ? 0xfe : 0xff;
  int exponent;
  const bool power = std::frexp(x, &exponent) == 0.5;
  const int code = exponent - 1 + 127 + (mode == cudaRoundPosInf && !power);
  return code > 0xfe ? (finite ? 0xfe : 0xff) : code < 0 ? 0 : code;
}

HD double source(unsigned i) {
  const unsigned x = check::mix(i + 99);
  // Around halfway points of short mantissas, over the range of all formats and beyond it.
  const unsigned mantissa = (x >> 19 << 19) & 0x7fffffu;
  const unsigned bits =
      (x & 0x80000000u) | (i % 7 ? 118 + check::mix(i) % 14 : check::mix(i) % 255) << 23 | mantissa;
  float f;
  memcpy(&f, &bits, 4);
  const float special[] = {0.0f, -0.0f, 1e30f, -1e-30f, 7.5f, 28.0f, 6.0f, 0.25f};
  if (i % 32 == 0) f = special[i / 32 % 8];
  if (i % 32 == 1) f = (i & 32 ? 1.0f : -1.0f) / special[0];
  if (i % 32 == 2) f = special[0] / special[0];
  return i % 3 == 1 ? f * (1 + 1e-12) : i % 3 == 2 ? f * (1 - 1e-12) : f;
}
HD cudaRoundMode mode_of(unsigned i) {
  return (cudaRoundMode)(i / 5 % 4);
}

template <__nv_fp6_interpretation_t K>
HD unsigned to_fp6(unsigned i) {
  const double d = source(i);
  const float f = (float)d;
  const double2 both = {d, source(i + 1)};
  const unsigned pair = __nv_cvt_double2_to_fp6x2(both, K, mode_of(i));
  return __nv_cvt_double_to_fp6(d, K, mode_of(i)) | __nv_cvt_float_to_fp6(f, K, mode_of(i)) << 8 |
         (pair >> 8) << 16 |
         ((pair & 0xff) == __nv_cvt_double_to_fp6(d, K, mode_of(i)) ? 1u << 31 : 0);
}
template <__nv_fp6_interpretation_t K, int E, int M>
unsigned want_fp6(unsigned i) {
  const double d = source(i);
  return Small<E, M>::encode(d, mode_of(i)) | Small<E, M>::encode((float)d, mode_of(i)) << 8 |
         Small<E, M>::encode(source(i + 1), mode_of(i)) << 16 | 1u << 31;
}
HD unsigned to_fp4(unsigned i) {
  const double d = source(i);
  const float4 four = {(float)d, (float)source(i + 1), (float)source(i + 2), (float)source(i + 3)};
  const float2 two = {(float)source(i + 4), (float)source(i + 5)};
  return __nv_fp4x4_e2m1(four).__x | __nv_cvt_float2_to_fp4x2(two, __NV_E2M1, mode_of(i)) << 16 |
         __nv_cvt_double_to_fp4(d, __NV_E2M1, mode_of(i)) << 24 | __nv_fp4_e2m1(d).__x << 28;
}
unsigned want_fp4(unsigned i) {
  using Fp4 = Small<2, 1>;
  unsigned all = 0;
  for (unsigned k = 0; k < 4; ++k)
    all |= Fp4::encode((float)source(i + k), cudaRoundNearest) << 4 * k;
  for (unsigned k = 4; k < 6; ++k) all |= Fp4::encode((float)source(i + k), mode_of(i)) << 4 * k;
  return all | Fp4::encode(source(i), mode_of(i)) << 24 |
         Fp4::encode(source(i), cudaRoundNearest) << 28;
}
HD unsigned to_scale(unsigned i) {
  const double d = source(i);
  const auto mode = i & 1 ? cudaRoundZero : cudaRoundPosInf;
  const __nv_bfloat16_raw narrow = __float2bfloat16((float)d);
  return __nv_cvt_float_to_e8m0((float)d, __NV_SATFINITE, mode) |
         __nv_cvt_double_to_e8m0(d, __NV_NOSAT, mode) << 8 | __nv_fp8_e8m0(d).__x << 16 |
         __nv_cvt_bfloat16raw_to_e8m0(narrow, __NV_NOSAT, mode) << 24;
}
unsigned want_scale(unsigned i) {
  const double d = source(i);
  const int mode = i & 1 ? cudaRoundZero : cudaRoundPosInf;
  return scale_of((float)d, true, mode) | scale_of(d, false, mode) << 8 |
         scale_of(d, true, cudaRoundPosInf) << 16 |
         scale_of(__bfloat162float(__float2bfloat16((float)d)), false, mode) << 24;
}

// From halves and bfloat16, in pairs, and of halves the scale factor.
HD unsigned from_halves(unsigned i) {
  const __half2_raw h = __half2{__half((float)source(i)), __half((float)source(i + 1))};
  const __half_raw one{h.x};
  const unsigned pair = __nv_cvt_halfraw2_to_fp6x2(h, __NV_E3M2, mode_of(i));
  return __nv_cvt_halfraw_to_fp6(one, __NV_E2M3, mode_of(i)) | pair << 8 |
         (unsigned)__nv_fp8_e8m0(__half(one)).__x << 24;
}
unsigned want_from_halves(unsigned i) {
  const double x = __half2float(__half((float)source(i))),
               y = __half2float(__half((float)source(i + 1)));
  return Small<2, 3>::encode(x, mode_of(i)) | Small<3, 2>::encode(x, mode_of(i)) << 8 |
         Small<3, 2>::encode(y, mode_of(i)) << 16 | scale_of(x, true, cudaRoundPosInf) << 24;
}
HD unsigned from_bfloat16(unsigned i) {
  const __nv_bfloat162_raw b =
      __nv_bfloat162{__nv_bfloat16((float)source(i)), __nv_bfloat16((float)source(i + 1))};
  const __nv_bfloat16_raw one{b.x};
  return __nv_cvt_bfloat16raw2_to_fp4x2(b, __NV_E2M1, mode_of(i)) |
         __nv_cvt_bfloat16raw_to_fp6(one, __NV_E3M2, mode_of(i)) << 8 |
         (unsigned)__nv_cvt_bfloat162raw_to_e8m0x2(b, __NV_SATFINITE, cudaRoundZero) << 16;
}
unsigned want_from_bfloat16(unsigned i) {
  const auto b = [](unsigned k) {
    return (double)__bfloat162float(__nv_bfloat16((float)source(k)));
  };
  return Small<2, 1>::encode(b(i), mode_of(i)) | Small<2, 1>::encode(b(i + 1), mode_of(i)) << 4 |
         Small<3, 2>::encode(b(i), mode_of(i)) << 8 | scale_of(b(i), true, cudaRoundZero) << 16 |
         scale_of(b(i + 1), true, cudaRoundZero) << 24;
}

HD unsigned half_bits(__half x) {
  return __half_raw(x).x;
}
HD float float_from(unsigned i) {
  __nv_fp6_e2m3 a;
  __nv_fp6_e3m2 b;
  __nv_fp4_e2m1 c;
  __nv_fp8_e8m0 d;
  a.__x = b.__x = i & 63;
  c.__x = i & 15;
  d.__x = 100 + i % 50;
  const unsigned kind = i / 64 % 4;
  return kind == 0 ? (float)a : kind == 1 ? (float)b : kind == 2 ? (float)c : (float)d;
}
float want_float(unsigned i) {
  const unsigned kind = i / 64 % 4;
  return kind == 0   ? Small<2, 3>::decode(i & 63)
         : kind == 1 ? Small<3, 2>::decode(i & 63)
         : kind == 2 ? Small<2, 1>::decode(i & 15)
                     : std::ldexp(1, (int)(100 + i % 50) - 127);
}
HD unsigned others_from(unsigned i) {
  __nv_fp6x4_e3m2 four;
  four.__x = check::mix(i) & 0x3f3f3f3fu;
  __nv_fp4x2_e2m1 two;
  two.__x = (unsigned char)i;
  __nv_fp6_e3m2 one;
  one.__x = i & 63;
  const float4 all = (float4)four;
  return half_bits(__low2half((__half2)two)) ^ half_bits(__high2half((__half2)two)) << 16 ^
         (unsigned)(int)(all.x + 3 * all.y + 5 * all.z + 7 * all.w) ^ (unsigned)(int)one << 8 ^
         (one ? 1u << 31 : 0) ^ __nv_cvt_fp6_to_halfraw(one.__x, __NV_E3M2).x << 3;
}
unsigned want_others(unsigned i) {
  const auto half = [](double x) { return half_bits(__float2half((float)x)); };
  double all[4];
  for (int k = 0; k < 4; ++k) all[k] = Small<3, 2>::decode(check::mix(i) >> 8 * k & 0x3f);
  const double one = Small<3, 2>::decode(i & 63);
  return half(Small<2, 1>::decode(i & 15)) ^ half(Small<2, 1>::decode(i >> 4 & 15)) << 16 ^
         (unsigned)(int)(float)(all[0] + 3 * all[1] + 5 * all[2] + 7 * all[3]) ^
         (unsigned)(int)one << 8 ^ (one != 0 ? 1u << 31 : 0) ^ half(one) << 3;
}

int main() {
  constexpr unsigned n = 1 << 15;
  compare_both<to_fp6<__NV_E2M3>>("to fp6, e2m3", n, want_fp6<__NV_E2M3, 2, 3>);
  compare_both<to_fp6<__NV_E3M2>>("to fp6, e3m2", n, want_fp6<__NV_E3M2, 3, 2>);
  compare_both<to_fp4>("to fp4", n, want_fp4);
  compare_both<to_scale>("to scale factors", n, want_scale);
  compare_both<from_halves>("from halves", n, want_from_halves);
  compare_both<from_bfloat16>("from bfloat16", n, want_from_bfloat16);
  compare_both<float_from>("floats", 2048, want_float);
  compare_both<others_from>("halves, integers, pairs and fours", 2048, want_others);
  return check::result();
}
