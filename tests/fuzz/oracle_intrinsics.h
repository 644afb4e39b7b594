// SPDX-License-Identifier: Apache-2.0
// What CUDA's integer and conversion functions give, for the oracle, written from their
// documentation.
#pragma once

#include <cmath>
#include <cstring>
#include <limits>

#include "oracle.h"

using u32 = unsigned;
using u64 = unsigned long long;
using i64 = long long;

inline u32 __byte_perm(u32 a, u32 b, u32 selector) {
  const u64 both = u64(b) << 32 | a;
  u32 result = 0;
  for (u32 k = 0; k < 4; ++k) result |= u32(both >> (selector >> k * 4 & 7) * 8 & 0xff) << k * 8;
  return result;
}
inline u32 __funnelshift_l(u32 low, u32 high, u32 by) {
  return u32((u64(high) << 32 | low) << (by & 31) >> 32);
}
inline u32 __funnelshift_r(u32 low, u32 high, u32 by) {
  return u32((u64(high) << 32 | low) >> (by & 31));
}
inline u32 __funnelshift_lc(u32 low, u32 high, u32 by) {
  return by >= 32 ? low : __funnelshift_l(low, high, by);
}
inline u32 __funnelshift_rc(u32 low, u32 high, u32 by) {
  return by >= 32 ? high : __funnelshift_r(low, high, by);
}
inline u32 __umulhi(u32 a, u32 b) {
  return u32(u64(a) * b >> 32);
}
inline int __mulhi(int a, int b) {
  return int(i64(a) * b >> 32);
}
inline u64 __umul64hi(u64 a, u64 b) {
  return u64(static_cast<unsigned __int128>(a) * b >> 64);
}
inline i64 __mul64hi(i64 a, i64 b) {
  return i64(static_cast<__int128>(a) * b >> 64);
}
inline u32 __sad(int a, int b, u32 c) {
  return c + u32(a > b ? i64(a) - b : i64(b) - a);
}
inline u32 __usad(u32 a, u32 b, u32 c) {
  return c + (a > b ? a - b : b - a);
}
inline int __hadd(int a, int b) {
  return int((i64(a) + b) >> 1);
}
inline int __rhadd(int a, int b) {
  return int((i64(a) + b + 1) >> 1);
}
inline u32 __uhadd(u32 a, u32 b) {
  return u32((u64(a) + b) >> 1);
}
inline u32 __urhadd(u32 a, u32 b) {
  return u32((u64(a) + b + 1) >> 1);
}
inline int __mul24(int a, int b) {
  return int(u32(i64(int(u32(a) << 8) >> 8) * (int(u32(b) << 8) >> 8)));
}
inline u32 __umul24(u32 a, u32 b) {
  return u32(u64(a & 0xffffff) * (b & 0xffffff));
}
inline int __dp4a(int a, int b, int c) {
  u32 sum = u32(c);
  for (int k = 0; k < 4; ++k)
    sum += u32(int((signed char)(a >> k * 8)) * (signed char)(b >> k * 8));
  return int(sum);
}
inline u32 __dp4a(u32 a, u32 b, u32 c) {
  for (int k = 0; k < 4; ++k) c += (a >> k * 8 & 0xff) * (b >> k * 8 & 0xff);
  return c;
}

// Each part of `bits` bits of two words by itself.
template <class Part>
u32 by_parts(u32 a, u32 b, int bits, Part part) {
  const u32 mask = (1u << bits) - 1;
  u32 result = 0;
  for (int k = 0; k < 32; k += bits)
    result |= (u32(part(a >> k & mask, b >> k & mask)) & mask) << k;
  return result;
}
inline u32 __vadd4(u32 a, u32 b) {
  return by_parts(a, b, 8, [](u32 x, u32 y) { return x + y; });
}
inline u32 __vmaxu4(u32 a, u32 b) {
  return by_parts(a, b, 8, [](u32 x, u32 y) { return x > y ? x : y; });
}
inline u32 __vabsdiffu2(u32 a, u32 b) {
  return by_parts(a, b, 16, [](u32 x, u32 y) { return x > y ? x - y : y - x; });
}
inline u32 __vcmpgts2(u32 a, u32 b) {
  return by_parts(a, b, 16, [](u32 x, u32 y) { return short(x) > short(y) ? 0xffffu : 0u; });
}

inline int __popcll(u64 v) {
  return __builtin_popcountll(v);
}
inline int __clzll(i64 v) {
  return v ? __builtin_clzll(u64(v)) : 64;
}
inline int __ffsll(i64 v) {
  return __builtin_ffsll(v);
}
inline u64 __brevll(u64 v) {
  u64 result = 0;
  for (int k = 0; k < 64; ++k) result |= (v >> k & 1) << (63 - k);
  return result;
}

// Conversions saturate.
template <class To, class From>
To saturate(From whole) {
  using Limits = std::numeric_limits<To>;
  if (whole < static_cast<From>(Limits::min())) return Limits::min();
  if (whole >= std::ldexp(From(1), Limits::digits)) return Limits::max();
  return static_cast<To>(whole);
}
#define CONVERSION(name, to, from, round) \
  inline to name(from v) {                \
    return saturate<to>(std::round(v));   \
  }
CONVERSION(__float2int_rz, int, float, trunc)
CONVERSION(__float2int_rn, int, float, nearbyint)
CONVERSION(__float2int_rd, int, float, floor)
CONVERSION(__float2int_ru, int, float, ceil)
CONVERSION(__float2uint_rz, u32, float, trunc)
CONVERSION(__float2uint_rn, u32, float, nearbyint)
CONVERSION(__float2ll_rz, i64, float, trunc)
CONVERSION(__float2ull_rz, u64, float, trunc)
CONVERSION(__double2int_rz, int, double, trunc)
CONVERSION(__double2int_rn, int, double, nearbyint)
CONVERSION(__double2uint_rz, u32, double, trunc)
CONVERSION(__double2ll_rn, i64, double, nearbyint)

inline float __int2float_rn(int v) {
  return float(v);
}
inline float __uint2float_rz(u32 v) {
  const int excess = v >> 24 ? 8 - __builtin_clz(v) : 0;  // bits that do not fit
  return float(v >> excess << excess);
}
inline float __ll2float_rn(i64 v) {
  return float(v);
}
inline float __double2float_rn(double v) {
  return float(v);
}
inline double __int2double_rn(int v) {
  return v;
}
inline double __ll2double_rn(i64 v) {
  return double(v);
}
inline float __uint_as_float(u32 v) {
  float f;
  std::memcpy(&f, &v, sizeof f);
  return f;
}
inline double __hiloint2double(int high, int low) {
  const u64 v = u64(u32(high)) << 32 | u32(low);
  double d;
  std::memcpy(&d, &v, sizeof d);
  return d;
}
inline float __saturatef(float v) {
  return v >= 1 ? 1.0f : v > 0 ? v : 0.0f;  // also of what is not a number
}

// -0 is below +0; of a number and what is none, the number.
template <class T>
T lower(T a, T b) {
  if (a != a || b != b) return a != a ? b : a;
  return a == b ? (std::signbit(a) ? a : b) : a < b ? a : b;
}
template <class T>
T higher(T a, T b) {
  if (a != a || b != b) return a != a ? b : a;
  return a == b ? (std::signbit(a) ? b : a) : a > b ? a : b;
}
#define fminf(a, b) lower<float>(a, b)
#define fmaxf(a, b) higher<float>(a, b)
#define fmin(a, b) lower<double>(a, b)
#define fmax(a, b) higher<double>(a, b)
