// SPDX-License-Identifier: Apache-2.0
// Inline PTX with floats of 16 bits: conversions to them that do not round to the nearest, and set,
// whose result is a number, a mask, or two of them. As NVRTC's clients bring headers that are
// written so. And registers that are declared without a blank.
#include "../check.h"

struct Result {
  unsigned w[24];
};

// What the host computes: an integer or a float as a number of `precision` bits.
struct Format {
  int precision, least_exponent, largest_exponent;
};
#ifndef __CUDA_ARCH__
#include <cmath>
constexpr Format kHalf = {11, -14, 15}, kBrain = {8, -126, 127};

unsigned rounded(long double value, Format format, char mode) {
  const unsigned sign = std::signbit(value) ? 0x8000 : 0;
  const int fraction = format.precision - 1;
  const unsigned infinity = (2u * format.largest_exponent + 1) << fraction;
  if (value == 0) return sign;
  if (std::isinf(value)) return sign | infinity;
  const bool away = mode == 'm' ? sign != 0 : mode == 'p' ? sign == 0 : false;
  const long double magnitude = std::fabs(value);
  const int exponent = std::max(std::ilogb(magnitude), format.least_exponent);
  const long double scaled = std::ldexp(magnitude, fraction - exponent);
  // The bits count on through all exponents.
  const auto steps = (unsigned long long)(away ? std::ceil(scaled) : std::floor(scaled));
  if (exponent > format.largest_exponent) return sign | (away ? infinity : infinity - 1);
  return sign |
         (unsigned)(((unsigned long long)(exponent - format.least_exponent) << fraction) + steps);
}
float value_of(unsigned bits, Format format) {
  const int fraction = format.precision - 1, exponent = (bits & 0x7fff) >> fraction;
  const unsigned rest = bits & ((1u << fraction) - 1);
  const float sign = bits & 0x8000 ? -1 : 1;
  if (exponent == 2 * format.largest_exponent + 1) return rest ? NAN : sign * INFINITY;
  const unsigned steps = exponent ? rest | 1u << fraction : rest;
  return sign *
         std::ldexp((float)steps, std::max(exponent, 1) - 1 + format.least_exponent - fraction);
}
#endif

HD float some_float(unsigned a, unsigned b) {
  float x = (float)(int)a;
  for (unsigned k = 0; k < b % 64; ++k) x *= 0.5F;
  return b % 256 < 16 ? x * 1e30F : x;
}
// Small, halfway between two numbers of 16 bits, and of all sizes.
HD unsigned long long some_long(unsigned a, unsigned b) {
  const unsigned long long all = (unsigned long long)a << 32 | b;
  return a % 3 == 0 ? (all >> 40 | 1) << b % 40 : all >> a % 64;
}

HD Result conversions(unsigned i, const unsigned* in) {
  const float x = some_float(in[i], in[i + 5]);
  const unsigned long long u = some_long(in[i + 1], in[i + 9]);
  const auto s = (long long)u * (in[i + 2] % 2 ? -1 : 1);
  const auto n = (int)s, small = (int)(short)s;
  Result r{};
#ifdef __CUDA_ARCH__
  unsigned short h;
#define CVT(k, what, letter, value)                      \
  asm("cvt." what " %0, %1;" : "=h"(h) : letter(value)); \
  r.w[k] = h
  CVT(0, "rz.f16.f32", "f", x);
  CVT(1, "rm.f16.f32", "f", x);
  CVT(2, "rp.f16.f32", "f", x);
  CVT(3, "rz.bf16.f32", "f", x);
  CVT(4, "rm.bf16.f32", "f", x);
  CVT(5, "rp.bf16.f32", "f", x);
  CVT(6, "rz.f16.u64", "l", u);
  CVT(7, "rm.f16.s64", "l", s);
  CVT(8, "rp.f16.s64", "l", s);
  CVT(9, "rp.bf16.u64", "l", u);
  CVT(10, "rm.bf16.s64", "l", s);
  CVT(11, "rz.bf16.s64", "l", s);
  CVT(12, "rm.f16.s32", "r", n);
  CVT(13, "rp.bf16.s32", "r", n);
  CVT(14, "rz.bf16.u32", "r", n);
  CVT(15, "rp.f16.s16", "h", (short)small);
  CVT(16, "rm.bf16.u16", "h", (unsigned short)small);
  CVT(17, "rp.f16.f64", "d", (double)s);
  asm("cvt.rz.f16x2.f32 %0, %1, %2;" : "=r"(r.w[18]) : "f"(x), "f"(-x * 3));
  asm("cvt.rz.bf16x2.f32 %0, %1, %2;" : "=r"(r.w[19]) : "f"(x), "f"(-x * 3));
#else
  r.w[0] = rounded(x, kHalf, 'z');
  r.w[1] = rounded(x, kHalf, 'm');
  r.w[2] = rounded(x, kHalf, 'p');
  r.w[3] = rounded(x, kBrain, 'z');
  r.w[4] = rounded(x, kBrain, 'm');
  r.w[5] = rounded(x, kBrain, 'p');
  r.w[6] = rounded(u, kHalf, 'z');
  r.w[7] = rounded(s, kHalf, 'm');
  r.w[8] = rounded(s, kHalf, 'p');
  r.w[9] = rounded(u, kBrain, 'p');
  r.w[10] = rounded(s, kBrain, 'm');
  r.w[11] = rounded(s, kBrain, 'z');
  r.w[12] = rounded(n, kHalf, 'm');
  r.w[13] = rounded(n, kBrain, 'p');
  r.w[14] = rounded((unsigned)n, kBrain, 'z');
  r.w[15] = rounded(small, kHalf, 'p');
  r.w[16] = rounded((unsigned short)small, kBrain, 'm');
  r.w[17] = rounded((double)s, kHalf, 'p');
  r.w[18] = rounded(x, kHalf, 'z') << 16 | rounded(-x * 3, kHalf, 'z');
  r.w[19] = rounded(x, kBrain, 'z') << 16 | rounded(-x * 3, kBrain, 'z');
#endif
  return r;
}

// Equal ones, zeros of both signs and NaNs among them.
HD unsigned some_half(unsigned v) {
  const unsigned special[] = {0, 0x8000, 0x7fff, 0x7c00, 0xff80, 0x3c00};
  return v % 3 ? (v >> 8) & 0xffff : special[(v >> 8) % 6];
}

HD Result comparisons(unsigned i, const unsigned* in) {
  const unsigned lo = some_half(in[i]), hi = some_half(in[i + 1]);
  const unsigned other = in[i + 2] % 2 ? lo : some_half(in[i + 3]), high = some_half(in[i + 4]);
  const unsigned a = lo | hi << 16, b = other | high << 16;
  Result r{};
#ifdef __CUDA_ARCH__
  unsigned short h;
#define PAIRS(k, what) asm("set." what " %0, %1, %2;" : "=r"(r.w[k]) : "r"(a), "r"(b))
  PAIRS(0, "eq.f16x2.f16x2");
  PAIRS(1, "neu.f16x2.f16x2");
  PAIRS(2, "lt.bf16x2.bf16x2");
  PAIRS(3, "gtu.bf16x2.bf16x2");
  PAIRS(4, "le.u32.f16x2");
  PAIRS(5, "nan.u32.bf16x2");
  asm("{.reg.b16 x,y; mov.b16 x, %1; mov.b16 y, %2; set.ge.f16.f16 %0, x, y;}"
      : "=h"(h)
      : "h"((short)lo), "h"((short)other));
  r.w[6] = h;
  asm("{.reg.pred p<2>;\n  setp.ne.u32 p1, %3, 0;\n"
      " set.num.and.u32.bf16 %0, %1, %2, p1;}"
      : "=r"(r.w[7])
      : "h"((short)lo), "h"((short)other), "r"(in[i + 6] % 2));
  asm("set.equ.u32.f16 %0, %1, %2;" : "=r"(r.w[8]) : "h"((short)lo), "h"((short)other));
  asm("set.lt.u16.f16 %0, %1, %2;" : "=h"(h) : "h"((short)lo), "h"((short)other));
  r.w[9] = h;
#else
  const float x = value_of(lo, kHalf), y = value_of(other, kHalf);
  const float x2 = value_of(hi, kHalf), y2 = value_of(high, kHalf);
  const float p = value_of(lo, kBrain), q = value_of(other, kBrain);
  const float p2 = value_of(hi, kBrain), q2 = value_of(high, kBrain);
  const auto two = [](bool low, bool upper, unsigned one) {
    return (low ? one : 0) | (upper ? one << 16 : 0);
  };
  r.w[0] = two(x == y, x2 == y2, 0x3c00);
  r.w[1] = two(x != y, x2 != y2, 0x3c00);
  r.w[2] = two(p < q, p2 < q2, 0x3f80);
  r.w[3] = two(!(p <= q), !(p2 <= q2), 0x3f80);
  r.w[4] = two(x <= y, x2 <= y2, 0xffff);
  r.w[5] = two(std::isnan(p) || std::isnan(q), std::isnan(p2) || std::isnan(q2), 0xffff);
  r.w[6] = x >= y ? 0x3c00 : 0;
  r.w[7] = p == p && q == q && in[i + 6] % 2 ? ~0u : 0;
  r.w[8] = x < y || x > y ? 0 : ~0u;
  r.w[9] = x < y ? 0xffff : 0;
#endif
  return r;
}

int main() {
  check::each<conversions>("conversions in a direction");
  check::each<comparisons>("comparisons whose result is a number");
  return check::result();
}
