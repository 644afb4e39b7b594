// SPDX-License-Identifier: Apache-2.0
// heavy: 33
// Every fp8 number becomes the half, float, double and integers that it is; floats, doubles, halves
// and bfloat16 become fp8 rounded once, saturated or not, singly, in pairs and in fours, on the
// device and on the host.
#include <cuda_fp8.h>

#include "narrow.h"

using Byte = unsigned char;
using narrow::compare_both;

// What the number stands for, from its definition; `largest` is the last finite one.
template <__nv_fp8_interpretation_t kKind>
struct Fp8 {
  static constexpr int kMantissa = kKind == __NV_E4M3 ? 3 : 2, kBias = kKind == __NV_E4M3 ? 7 : 15;
  static constexpr Byte kLargest = kKind == __NV_E4M3 ? 0x7e : 0x7b;

  static double magnitude(int bits) {
    const int exponent = bits >> kMantissa, mantissa = bits & ((1 << kMantissa) - 1);
    return exponent ? std::ldexp((1 << kMantissa) + mantissa, exponent - kBias - kMantissa)
                    : std::ldexp(mantissa, 1 - kBias - kMantissa);
  }
  static double decode(Byte bits) {
    const int m = bits & 0x7f;
    const double value = m <= kLargest                     ? magnitude(m)
                         : kKind == __NV_E5M2 && m == 0x7c ? INFINITY
                                                           : NAN;
    return bits & 0x80 ? -value : value;
  }
  static Byte encode(double x, bool saturate) {
    if (x != x) return 0x7f;
    const Byte sign = std::signbit(x) ? 0x80 : 0;
    const double a = std::fabs(x);
    const Byte over = saturate ? kLargest : kLargest + 1;
    if (a > magnitude(kLargest + 1)) return sign | over;
    int low = 0;
    while (low < kLargest && magnitude(low + 1) <= a) ++low;
    const double middle = (magnitude(low) + magnitude(low + 1)) / 2;
    const int near = a > middle || (a == middle && (low & 1)) ? low + 1 : low;
    return sign | (near > kLargest ? over : near);
  }
};

HD double source(unsigned i) {
  const unsigned x = check::mix(i + 99);
  // Around halfway points of short mantissas, over the range of both formats and beyond it.
  const unsigned mantissa = (x >> 19 << 19) & 0x7fffffu;
  const unsigned bits = (x & 0x80000000u) | (100 + check::mix(i) % 48) << 23 | mantissa;
  float f;
  memcpy(&f, &bits, 4);
  const float special[] = {0.0f, -0.0f, 1e30f, -1e-30f, 464.0f, 61440.0f, 448.0f, 57344.0f};
  if (i % 32 == 0) f = special[i / 32 % 8];
  if (i % 32 == 1) f = (i & 32 ? 1.0f : -1.0f) / special[0];
  if (i % 32 == 2) f = special[0] / special[0];
  return i % 3 == 1 ? f * (1 + 1e-12) : i % 3 == 2 ? f * (1 - 1e-12) : f;
}

template <__nv_fp8_interpretation_t K, __nv_saturation_t S>
HD unsigned to_fp8(unsigned i) {
  const double d = source(i);
  const __half_raw h = __half(d);
  const __nv_bfloat16_raw b = __nv_bfloat16(d);
  // What is not a number keeps its sign, and host and device make it with different ones.
  const unsigned from_double = __nv_cvt_double_to_fp8(d, S, K) & (d == d ? 0xff : 0x7f);
  return from_double | __nv_cvt_float_to_fp8((float)d, S, K) << 8 |
         __nv_cvt_halfraw_to_fp8(h, S, K) << 16 |
         (unsigned)__nv_cvt_bfloat16raw_to_fp8(b, S, K) << 24;
}
template <__nv_fp8_interpretation_t K, __nv_saturation_t S>
unsigned want_fp8(unsigned i) {
  const double d = source(i);
  const double h = narrow::Format<10>::decode(narrow::Format<10>::encode({d, 0}));
  const double b = narrow::Format<7>::decode(narrow::Format<7>::encode({d, 0}));
  const bool s = S == __NV_SATFINITE;
  // Of e5m2, an H200 has another NaN for doubles.
  const unsigned from_double = d == d ? Fp8<K>::encode(d, s) : K == __NV_E5M2 ? 0x7e : 0x7f;
  return from_double | Fp8<K>::encode((float)d, s) << 8 | Fp8<K>::encode(h, s) << 16 |
         (unsigned)Fp8<K>::encode(b, s) << 24;
}

template <class T, __nv_fp8_interpretation_t K>
HD double numbers(unsigned i) {
  T v;
  v.__x = (Byte)i;
  const double d = (double)v;
  const __half h(__nv_cvt_fp8_to_halfraw((Byte)i, K));
  const __half_raw raw = h;
  if (d != d) return __hisnan((__half)v) && raw.x == 0x7fff && (float)v != (float)v ? d : 1e9;
  const bool same = (float)v == d && (float)h == d && (float)(__half)v == d &&
                    (float)(__nv_bfloat16)v == d && (bool)v == (d != 0) &&
                    (d > 1e6 || d < -1e6 || (int)v == (int)d) &&
                    T(d).__x == (d > 1e6 || d < -1e6 ? v.__x - 1 : v.__x);
  return same ? d : 1e9;
}
// Pairs and fours are their numbers, the first one lowest.
template <class T, class T2, class T4>
HD unsigned vectors(unsigned i) {
  const double a = source(i), b = source(i + 1), c = source(i + 2), d = source(i + 3);
  const float x = (float)a, y = (float)b, z = (float)c, w = (float)d;
  const __half2 hxy{__half(x), __half(y)}, hzw{__half(z), __half(w)};
  const __nv_bfloat162 bxy{__nv_bfloat16(x), __nv_bfloat16(y)};
  const __nv_bfloat162 bzw{__nv_bfloat16(z), __nv_bfloat16(w)};
  const auto pair = [](T low, T high) { return (unsigned)(low.__x | high.__x << 8); };
  const auto same = [](float p, float q) { return p == q || (p != p && q != q); };
  unsigned bad = 0;
  bad |= (T2(make_float2(x, y)).__x != pair(T(x), T(y))) << 0;
  bad |= (T2(make_double2(a, b)).__x != pair(T(a), T(b))) << 1;
  bad |= (T2(hxy).__x != pair(T(hxy.x), T(hxy.y))) << 2;
  bad |= (T2(bxy).__x != pair(T(bxy.x), T(bxy.y))) << 3;
  const T4 four(make_float4(x, y, z, w));
  bad |= (four.__x != (pair(T(x), T(y)) | pair(T(z), T(w)) << 16)) << 4;
  bad |= (T4(hxy, hzw).__x != (pair(T(hxy.x), T(hxy.y)) | pair(T(hzw.x), T(hzw.y)) << 16)) << 5;
  bad |= (T4(bxy, bzw).__x != (pair(T(bxy.x), T(bxy.y)) | pair(T(bzw.x), T(bzw.y)) << 16)) << 6;
  const float4 back = (float4)four;
  bad |= !(same(back.x, (float)T(x)) && same(back.y, (float)T(y)) && same(back.z, (float)T(z)) &&
           same(back.w, (float)T(w)))
         << 7;
  const T2 two(make_float2(z, w));
  const float2 halves = __half22float2((__half2)two), floats = (float2)two;
  bad |= !(same(halves.x, back.z) && same(halves.y, back.w) && same(floats.x, back.z) &&
           same(floats.y, back.w))
         << 8;
  return bad;
}
HD unsigned integers(unsigned i) {
  const int n = (int)(check::mix(i) >> (i % 32)) * (i & 1 ? -1 : 1);
  return __nv_fp8_e4m3(n).__x | __nv_fp8_e5m2((long long)n).__x << 8 |
         __nv_fp8_e5m2((short)n).__x << 16 |
         (unsigned)__nv_fp8_e4m3((unsigned long)(unsigned)n).__x << 24;
}
unsigned want_integers(unsigned i) {
  const int n = (int)(check::mix(i) >> (i % 32)) * (i & 1 ? -1 : 1);
  return Fp8<__NV_E4M3>::encode(n, true) | Fp8<__NV_E5M2>::encode(n, true) << 8 |
         Fp8<__NV_E5M2>::encode((short)n, true) << 16 |
         (unsigned)Fp8<__NV_E4M3>::encode((unsigned)n, true) << 24;
}

template <class T, class T2, class T4, __nv_fp8_interpretation_t K>
void check_kind() {
  constexpr unsigned n = 1 << 15;
  compare_both<to_fp8<K, __NV_SATFINITE>>("to fp8, saturated", n, want_fp8<K, __NV_SATFINITE>);
  compare_both<to_fp8<K, __NV_NOSAT>>("to fp8", n, want_fp8<K, __NV_NOSAT>);
  compare_both<numbers<T, K>>("from fp8", 256, [](unsigned i) { return Fp8<K>::decode((Byte)i); });
  compare_both<vectors<T, T2, T4>>("pairs and fours", n, [](unsigned) { return 0u; });
}

int main() {
  check_kind<__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3, __NV_E4M3>();
  check_kind<__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2, __NV_E5M2>();
  compare_both<integers>("integers", 1 << 15, want_integers);
  return check::result();
}
