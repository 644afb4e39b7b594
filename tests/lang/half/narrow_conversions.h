// SPDX-License-Identifier: Apache-2.0
// Conversions of a 16-bit type, every number of it and each rounding mode. N names the functions.
#pragma once

#include <climits>

#include "narrow.h"

namespace narrow {

// Floats and doubles near numbers of the format, halfway between two, far away, and not a number.
template <class F>
HD double source(unsigned i) {
  const unsigned x = check::mix(i * 0x85ebca6bu + 9), y = check::mix(x + 1);
  float near;
  const unsigned shift = 23 - F::kMantissaBits;
  const unsigned word = i % 4 == 0 ? x : x >> shift << shift | (i & 4 ? 1u << (shift - 1) : 0);
  const unsigned exponent = (unsigned)(127 - F::kBias - 12 + (int)(y % (1u << (F::kExponent + 1))));
  const unsigned bits = i % 16 < 12 ? (word & 0x807fffffu) | (exponent & 255) << 23 : word;
  memcpy(&near, &bits, sizeof(near));
  double value = near;
  if (i % 5 == 1) value *= 1 + 1e-15;
  if (i % 5 == 2) value *= 1 - 1e-15;
  return value;
}
template <class I>
HD I integer(unsigned i) {
  const unsigned x = check::mix(i + 12345), y = check::mix(x);
  const unsigned long long all = (unsigned long long)x << 32 | y;
  unsigned long long some = all >> (i % 64);
  // Halfway between two numbers of a format, and one beside it.
  if (i % 3 == 1) some = (some | 1) << (x % 53);
  if (i % 6 == 1) some += i % 12 == 1 ? 1 : -1;
  return (I)some;
}

template <class F>
Bits rounded(double x, Mode mode) {
  return F::encode({x, 0}, mode);
}
// As a double and what that leaves out.
template <class F, class I>
Bits rounded_integer(I v, Mode mode) {
  const double near = (double)(v >> 12) * 4096.0;
  const double rest = (double)(v & 0xfff);
  return F::encode(sum(near, rest), mode);
}
template <class I>
I saturated(double x, I nan) {
  if (x != x) return nan;
  const long double low = std::is_signed_v<I> ? -(long double)(1ull << (sizeof(I) * 8 - 1)) : 0;
  const long double high =
      std::is_signed_v<I> ? -low - 1 : 2 * (long double)(1ull << (sizeof(I) * 8 - 1)) - 1;
  return x <= low    ? (I)(std::is_signed_v<I> ? 1ull << (sizeof(I) * 8 - 1) : 0)
         : x >= high ? (I)(std::is_signed_v<I> ? ~(~0ull << (sizeof(I) * 8 - 1)) : ~0ull)
                     : (I)x;
}
inline double integral(double x, Mode mode) {
  return mode == kZero   ? std::trunc(x)
         : mode == kDown ? std::floor(x)
         : mode == kUp   ? std::ceil(x)
                         : std::nearbyint(x);
}

// The words in the functions' names: T, `half` or `bfloat16`, and F.
#define NARROW_CONVERSIONS(T, word, F)                                                            \
  using narrow::Bits;                                                                             \
  HD float to_float(unsigned i) {                                                                 \
    return __##word##2float(narrow::from_bits<T>((Bits)i));                                       \
  }                                                                                               \
  HD Bits from_double(unsigned i) {                                                               \
    const T h = __double2##word(narrow::source<F>(i));                                            \
    return __hisnan(h) ? F::kNan : narrow::to_bits(h); /* a GPU keeps bits of the double's NaN */ \
  }                                                                                               \
  NARROW_FROM_FLOAT(T, word, F, _rn)                                                              \
  NARROW_FROM_FLOAT(T, word, F, _rz)                                                              \
  NARROW_FROM_FLOAT(T, word, F, _rd)                                                              \
  NARROW_FROM_FLOAT(T, word, F, _ru)                                                              \
  NARROW_INTEGER(T, word, short, short)                                                           \
  NARROW_INTEGER(T, word, ushort, unsigned short)                                                 \
  NARROW_INTEGER(T, word, int, int)                                                               \
  NARROW_INTEGER(T, word, uint, unsigned)                                                         \
  NARROW_INTEGER(T, word, ll, long long)                                                          \
  NARROW_INTEGER(T, word, ull, unsigned long long)                                                \
  void check_conversions() {                                                                      \
    const unsigned n = 1 << 16;                                                                   \
    using narrow::compare_both;                                                                   \
    compare_both<to_float>("to float", n, [](unsigned i) { return (float)F::decode((Bits)i); });  \
    compare_both<from_double>("from double", n, [](unsigned i) {                                  \
      return narrow::rounded<F>(narrow::source<F>(i), narrow::kNearest);                          \
    });                                                                                           \
    NARROW_MODES(NARROW_CHECK_FLOAT, F, float, float)                                             \
    NARROW_MODES(NARROW_CHECK_INTEGER, F, short, short)                                           \
    NARROW_MODES(NARROW_CHECK_INTEGER, F, ushort, unsigned short)                                 \
    NARROW_MODES(NARROW_CHECK_INTEGER, F, int, int)                                               \
    NARROW_MODES(NARROW_CHECK_INTEGER, F, uint, unsigned)                                         \
    NARROW_MODES(NARROW_CHECK_INTEGER, F, ll, long long)                                          \
    NARROW_MODES(NARROW_CHECK_INTEGER, F, ull, unsigned long long)                                \
  }
#define NARROW_FROM_FLOAT(T, word, F, mode)                                    \
  HD Bits from_float##mode(unsigned i) {                                       \
    return narrow::to_bits(__float2##word##mode((float)narrow::source<F>(i))); \
  }
#define NARROW_INTEGER(T, word, name, I)     \
  NARROW_INTEGER_MODE(T, word, name, I, _rn) \
  NARROW_INTEGER_MODE(T, word, name, I, _rz) \
  NARROW_INTEGER_MODE(T, word, name, I, _rd) \
  NARROW_INTEGER_MODE(T, word, name, I, _ru)
#define NARROW_INTEGER_MODE(T, word, name, I, mode)                         \
  ANYWHERE Bits from_##name##mode(unsigned i) {                             \
    return narrow::to_bits(__##name##2##word##mode(narrow::integer<I>(i))); \
  }                                                                         \
  ANYWHERE I to_##name##mode(unsigned i) {                                  \
    return __##word##2##name##mode(narrow::from_bits<T>((Bits)i));          \
  }
#define NARROW_MODES(check, F, name, I)                                                        \
  check(F, name, I, _rn, kNearest) check(F, name, I, _rz, kZero) check(F, name, I, _rd, kDown) \
      check(F, name, I, _ru, kUp)
#define NARROW_CHECK_FLOAT(F, name, I, suffix, mode)                         \
  compare_both<from_float##suffix>("from float" #suffix, n, [](unsigned i) { \
    return narrow::rounded<F>((float)narrow::source<F>(i), narrow::mode);    \
  });
#define NARROW_CHECK_INTEGER(F, name, I, suffix, mode)                                    \
  compare_both<from_##name##suffix>("from " #name #suffix, n / 4, [](unsigned i) {        \
    return narrow::rounded_integer<F>(narrow::integer<I>(i), narrow::mode);               \
  });                                                                                     \
  compare_both<to_##name##suffix>("to " #name #suffix, n, [](unsigned i) {                \
    const I nan = sizeof(I) == 8 ? (I)(1ull << 63) : (I)0;                                \
    return narrow::saturated<I>(narrow::integral(F::decode((Bits)i), narrow::mode), nan); \
  });

}  // namespace narrow
