// SPDX-License-Identifier: Apache-2.0
// Functions that take a floating-point number apart or put it together: exact, by its bits.
#include "portable.h"

// What differs between float and double.
template <class F>
struct Format;
template <>
struct Format<float> {
  using Bits = unsigned int;
  static constexpr int kMantissa = 23, kBias = 127, kMaxExponent = 255;
};
template <>
struct Format<double> {
  using Bits = unsigned long long;
  static constexpr int kMantissa = 52, kBias = 1023, kMaxExponent = 2047;
};

template <class F>
HELPER F power_of_two(int n) {  // 2^n, n in the range of normal numbers
  using T = Format<F>;
  return bits<F>((typename T::Bits)(n + T::kBias) << T::kMantissa);
}

template <class F>
HELPER int biased_exponent(F x) {
  using T = Format<F>;
  return (int)(bits<typename T::Bits>(x) >> T::kMantissa) & T::kMaxExponent;
}

// The exponent of x as if the format had no denormals; x finite and not zero. `normal` gets x
// scaled into the normal range.
template <class F>
HELPER int exponent(F x, F* normal) {
  using T = Format<F>;
  bool tiny = biased_exponent(x) == 0;
  F scaled = tiny ? x * power_of_two<F>(T::kMantissa + 1) : x;
  *normal = scaled;
  return biased_exponent(scaled) - T::kBias - (tiny ? T::kMantissa + 1 : 0);
}

template <class F>
HELPER bool is_special(F x) {  // zero, infinity or NaN
  return x == 0 || biased_exponent(x) == Format<F>::kMaxExponent;
}

// x's mantissa times 2^e in two factors, of which the second is not 1 only where the result is
// infinite or denormal: one rounding.
template <class F>
HELPER F scale(F x, long n) {
  using T = Format<F>;
  F normal;
  long e = n > 9999 ? 9999 : n < -9999 ? -9999 : n;
  e += exponent(x, &normal);
  typename T::Bits b = bits<typename T::Bits>(normal);
  b &= ~((typename T::Bits)T::kMaxExponent << T::kMantissa);
  F mantissa = bits<F>(b | (typename T::Bits)T::kBias << T::kMantissa);
  constexpr int kHigh = T::kBias + 1, kLow = -T::kBias - T::kMantissa - 1;
  int all = (int)(e > kHigh ? kHigh : e < kLow ? kLow : e);
  int first = all > T::kBias ? T::kBias : all < 1 - T::kBias ? 1 - T::kBias : all;
  F r = mantissa * power_of_two<F>(first) * power_of_two<F>(all - first);
  return is_special(x) ? x + x : r;
}

template <class F>
HELPER F split(F x, int* n) {
  using T = Format<F>;
  F normal;
  int e = exponent(x, &normal);
  bool special = is_special(x);
  *n = special ? 0 : e + 1;
  typename T::Bits mantissa = bits<typename T::Bits>(normal);
  mantissa &= ~((typename T::Bits)T::kMaxExponent << T::kMantissa);
  mantissa |= (typename T::Bits)(T::kBias - 1) << T::kMantissa;
  return special ? x : bits<F>(mantissa);
}

template <class F>
HELPER int integer_log(F x) {
  F normal;
  int e = exponent(x, &normal);
  int infinite = x == x ? 0x7fffffff : (int)0x80000000;
  return x == 0 ? (int)0x80000000 : biased_exponent(x) == Format<F>::kMaxExponent ? infinite : e;
}

template <class F>
HELPER F float_log(F x) {
  F normal;
  int e = exponent(x, &normal);
  F special = x == 0 ? -(F)__builtin_inf() : x * x;
  return is_special(x) ? special : (F)e;
}

template <class F>
HELPER F next(F x, F y) {
  using B = Format<F>::Bits;
  constexpr B kSign = (B)1 << (8 * sizeof(B) - 1);
  B b = bits<B>(x);
  bool away = (x < y) == ((b & kSign) == 0);
  B moved = away ? b + 1 : b - 1;
  B from_zero = (bits<B>(y) & kSign) | 1;
  F r = bits<F>(x == 0 ? from_zero : moved);
  r = x == y ? y : r;
  return x == x && y == y ? r : x + y;
}

// Rounds half away from zero, then converts with saturation as the hardware does.
template <class F>
HELPER long long to_integer(F rounded) {
  constexpr F kLimit = (F)0x1p63;
  const F below = kLimit - kLimit * (sizeof(F) == 4 ? (F)0x1p-24 : (F)0x1p-53);
  F clamped = rounded > -kLimit ? rounded : -kLimit;
  long long i = (long long)(clamped < below ? clamped : below);
  return rounded >= kLimit ? 0x7fffffffffffffffll : i;
}

// The payload that the C library reads from the string: octal, decimal or hexadecimal.
HELPER unsigned long long payload(const char* s) {
  unsigned long long value = 0;
  int base = 10;
  if (s && s[0] == '0') {
    ++s;
    base = 8;
    if (s[0] == 'x' || s[0] == 'X') {
      ++s;
      base = 16;
    }
  }
  for (; s && *s; ++s) {
    int digit = *s >= '0' && *s <= '9'   ? *s - '0'
                : *s >= 'a' && *s <= 'f' ? *s - 'a' + 10
                : *s >= 'A' && *s <= 'F' ? *s - 'A' + 10
                                         : 99;
    if (digit >= base) return 0;
    value = value * base + digit;
  }
  return value;
}

DEVICE_BEGIN

DEVICE double ldexp(double x, int n) {
  return scale(x, n);
}
DEVICE float ldexpf(float x, int n) {
  return scale(x, n);
}
DEVICE double scalbn(double x, int n) {
  return scale(x, n);
}
DEVICE float scalbnf(float x, int n) {
  return scale(x, n);
}
DEVICE double scalbln(double x, long n) {
  return scale(x, n);
}
DEVICE float scalblnf(float x, long n) {
  return scale(x, n);
}
DEVICE double frexp(double x, int* n) {
  return split(x, n);
}
DEVICE float frexpf(float x, int* n) {
  return split(x, n);
}
DEVICE int ilogb(double x) {
  return integer_log(x);
}
DEVICE int ilogbf(float x) {
  return integer_log(x);
}
DEVICE double logb(double x) {
  return float_log(x);
}
DEVICE float logbf(float x) {
  return float_log(x);
}
DEVICE double nextafter(double x, double y) {
  return next(x, y);
}
DEVICE float nextafterf(float x, float y) {
  return next(x, y);
}

DEVICE double modf(double x, double* whole) {
  double t = __builtin_trunc(x);
  *whole = t;
  return __builtin_copysign(x == t ? 0.0 : x - t, x);
}
DEVICE float modff(float x, float* whole) {
  float t = __builtin_truncf(x);
  *whole = t;
  return __builtin_copysignf(x == t ? 0.0f : x - t, x);
}

DEVICE long lrint(double x) {
  return to_integer(__builtin_rint(x));
}
DEVICE long lrintf(float x) {
  return to_integer(__builtin_rintf(x));
}
DEVICE long long llrint(double x) {
  return to_integer(__builtin_rint(x));
}
DEVICE long long llrintf(float x) {
  return to_integer(__builtin_rintf(x));
}
DEVICE long lround(double x) {
  return to_integer(__builtin_round(x));
}
DEVICE long lroundf(float x) {
  return to_integer(__builtin_roundf(x));
}
DEVICE long long llround(double x) {
  return to_integer(__builtin_round(x));
}
DEVICE long long llroundf(float x) {
  return to_integer(__builtin_roundf(x));
}

DEVICE double nan(const char* s) {
  return bits<double>(0x7ff8000000000000ull | (payload(s) & 0x7ffffffffffffull));
}
DEVICE float nanf(const char* s) {
  return bits<float>(0x7fc00000u | (unsigned int)(payload(s) & 0x3fffffu));
}

DEVICE_END
