// SPDX-License-Identifier: Apache-2.0
// Operations and conversions rounded toward zero, up or down. A CPU's vectors round to nearest, so
// each is the nearest result and the sign of what rounding lost, found exactly by fused
// multiply-adds; float operations are computed in double, where that needs no care for underflow.
#include "portable.h"

#pragma clang fp contract(off)

enum class Mode { kZero, kUp, kDown };

// Moves r, the value nearest to an exact result, by one unit in the direction of the mode; error
// has the sign of (exact - r).
template <Mode mode, class Bits, class F>
HELPER F direct(F r, F error) {
  Bits b = bits<Bits>(r);
  constexpr Bits kSign = (Bits)1 << (8 * sizeof(Bits) - 1);
  bool negative = (b & kSign) != 0;
  bool below = error < 0, above = error > 0;  // where the exact result lies
  bool down = mode == Mode::kDown ? below : mode == Mode::kZero ? below && (r > 0) : false;
  bool up = mode == Mode::kUp ? above : mode == Mode::kZero ? above && (r < 0) : false;
  Bits lower = r == 0 ? (kSign | 1) : negative ? b + 1 : b - 1;
  Bits upper = r == 0 ? 1 : negative ? b - 1 : b + 1;
  // Toward zero, a result of the wrong sign cannot arise: r == 0 with an error stays zero.
  return bits<F>(pick(down, lower, pick(up, upper, b)));
}

// Double, with the sign of what it lacks of the exact result, to float.
template <Mode mode>
HELPER float narrow(double d, double lost) {
  float f = (float)d;
  bool special = d - d != 0;  // infinite or NaN
  double error = d - (double)f;
  error = error == 0 ? lost : error;
  return pick(special, f,
              direct<mode, unsigned int>(f, (float)(error > 0   ? 1
                                                    : error < 0 ? -1
                                                                : 0)));
}

HELPER double two_sum_error(double a, double b, double s) {
  double t = s - a;
  return (a - (s - t)) + (b - t);
}

// The sign of an exact zero sum of unlike operands is negative when rounding down.
template <Mode mode, class F>
HELPER F zero_sum(F s, F a, F b) {
  bool cancels = s == 0 && a == -b && a != 0;
  bool unlike = s == 0 && a == 0 && b == 0 && __builtin_signbit(a) != __builtin_signbit(b);
  return mode == Mode::kDown && (cancels || unlike) ? -(F)0 : s;
}

template <Mode mode>
HELPER float add(float a, float b) {
  double s = (double)a + b;
  return zero_sum<mode>(narrow<mode>(s, two_sum_error(a, b, s)), a, b);
}
template <Mode mode>
HELPER float multiply(float a, float b) {
  return narrow<mode>((double)a * b, 0);
}
template <Mode mode>
HELPER float divide(float a, float b) {
  double q = (double)a / b;
  double rest = __builtin_fma(-q, (double)b, (double)a);
  return narrow<mode>(q, b < 0 ? -rest : rest);
}
template <Mode mode>
HELPER float root(float a) {
  double s = __builtin_sqrt((double)a);
  return narrow<mode>(s, __builtin_fma(-s, s, (double)a));
}
template <Mode mode>
HELPER float multiply_add(float a, float b, float c) {
  double p = (double)a * b;
  double s = p + c;
  float r = narrow<mode>(s, two_sum_error(p, c, s));
  bool cancels = s == 0 && (p != 0 || __builtin_signbit(p) != __builtin_signbit(c));
  return mode == Mode::kDown && cancels ? -0.0f : r;
}

// Doubles: the error is found on scaled operands where it would be too small or too large.
template <Mode mode>
HELPER double finish(double r, double error) {
  bool overflow = __builtin_isinf(r);  // of finite operands: the exact result is nearer to zero
  error = overflow ? (r > 0 ? -1.0 : 1.0) : error;
  return pick(r != r, r, direct<mode, unsigned long long>(r, error));
}
HELPER bool is_finite(double x) {
  return x - x == 0;
}
HELPER double sign_of_product(double a, double b) {
  return __builtin_copysign(1.0, a) * __builtin_copysign(1.0, b);
}

template <Mode mode>
HELPER double add(double a, double b) {
  double s = a + b;
  double r = pick(is_finite(a) && is_finite(b), finish<mode>(s, two_sum_error(a, b, s)), s);
  return zero_sum<mode>(r, a, b);
}

template <Mode mode>
HELPER double multiply(double a, double b) {
  double p = a * b;
  bool a_smaller = __builtin_fabs(a) < __builtin_fabs(b);
  double small = a_smaller ? a : b, large = a_smaller ? b : a;
  bool tiny = __builtin_fabs(p) < 0x1p-900;
  double k = tiny ? 0x1p600 : 1;
  double error = __builtin_fma(small * k, large, -(p * k));
  error = p == 0 ? sign_of_product(a, b) : error;
  bool exact = a == 0 || b == 0 || !is_finite(a) || !is_finite(b);
  return pick(exact, p, finish<mode>(p, error));
}

// x * 2^-e in [1, 2), x finite and not zero.
HELPER double mantissa(double x, int* e) {
  bool tiny = __builtin_fabs(x) < 0x1p-1022;
  unsigned long long b = bits<unsigned long long>(tiny ? x * 0x1p60 : x);
  *e = (int)((b >> 52) & 0x7ff) - 1023 - (tiny ? 60 : 0);
  return bits<double>((b & 0x800fffffffffffffull) | 0x3ff0000000000000ull);
}
HELPER double times_power(double x, int n) {  // |n| < 3000, exact unless the result is denormal
  int third = n / 3;
  double factor = bits<double>((unsigned long long)(third + 1023) << 52);
  double last = bits<double>((unsigned long long)(n - 2 * third + 1023) << 52);
  return x * factor * factor * last;
}

template <Mode mode>
HELPER double divide(double a, double b) {
  double q = a / b;
  int ea, eb;
  double ma = mantissa(a, &ea), mb = mantissa(b, &eb);
  double scaled = times_power(q, eb - ea);  // near ma / mb, whatever the size of q
  double rest = __builtin_fma(-scaled, mb, ma);
  bool exact = a == 0 || b == 0 || !is_finite(a) || !is_finite(b);
  return pick(exact, q, finish<mode>(q, b < 0 ? -rest : rest));
}

template <Mode mode>
HELPER double root(double a) {
  bool tiny = a < 0x1p-900;
  double x = tiny ? a * 0x1p600 : a;
  double s = __builtin_sqrt(x);
  double error = __builtin_fma(-s, s, x);
  double r = tiny ? s * 0x1p-300 : s;
  return pick(a > 0 && is_finite(a), direct<mode, unsigned long long>(r, error), r);
}

// The error of a fused multiply-add as the sum of two doubles, of which the first has its sign
// (Boldo and Muller, "Exact and approximated error of the FMA", 2011).
template <Mode mode>
HELPER double multiply_add(double a, double b, double c) {
  double r = __builtin_fma(a, b, c);
  double product = a * b;
  bool a_smaller = __builtin_fabs(a) < __builtin_fabs(b);
  double small = a_smaller ? a : b, large = a_smaller ? b : a;
  bool tiny = __builtin_fabs(product) < 0x1p-800 && __builtin_fabs(c) < 0x1p-800;
  bool huge = !(__builtin_fabs(product) < 0x1p1000) || __builtin_fabs(c) > 0x1p1000;
  double k = tiny ? 0x1p600 : huge ? 0x1p-100 : 1;
  double x = tiny ? small * k : small, y = huge ? large * k : large, w = r * k;
  // Beside a huge product only the sign of a small addend matters; scaled, it could vanish.
  double z =
      huge && c != 0 && __builtin_fabs(c) < 0x1p-800 ? __builtin_copysign(0x1p-800, c) : c * k;
  double u1 = x * y;
  double u2 = __builtin_fma(x, y, -u1);
  double v1 = z + u2;
  double v2 = two_sum_error(z, u2, v1);
  double t1 = u1 + v1;
  double t2 = two_sum_error(u1, v1, t1);
  double error = ((t1 - w) + t2) + v2;
  bool zero_product = a == 0 || b == 0;
  error = u1 == 0 && !zero_product ? sign_of_product(a, b) : error;
  bool special = !is_finite(a) || !is_finite(b) || !is_finite(c);
  double rounded = pick(special, r, finish<mode>(r, error));
  bool zero_sum_of_zeros =
      zero_product && c == 0 && sign_of_product(a, b) != __builtin_copysign(1.0, c);
  bool cancels = rounded == 0 && ((!zero_product && error == 0) || zero_sum_of_zeros);
  return mode == Mode::kDown && cancels ? -0.0 : rounded;
}

// Integers: compares the nearest value with the integer itself.
template <Mode mode, class F, class Bits, class I>
HELPER F from_integer(I x) {
  F r = (F)x;
  constexpr unsigned kBits = 8 * sizeof(I) - ((I)-1 < 0 ? 1 : 0);
  constexpr F kLimit = (F)(1ull << (kBits - 1)) * 2;
  bool beyond = r >= kLimit;  // r is above every integer of the type
  I back = beyond ? (I)0 : (I)r;
  F error = beyond ? (F)-1 : back < x ? (F)1 : back > x ? (F)-1 : (F)0;
  return direct<mode, Bits>(r, error);
}

DEVICE_BEGIN

#define HEDDLE_DIRECTED(name, mode)                           \
  DEVICE float __fadd_##name(float a, float b) {              \
    return add<mode>(a, b);                                   \
  }                                                           \
  DEVICE float __fsub_##name(float a, float b) {              \
    return add<mode>(a, -b);                                  \
  }                                                           \
  DEVICE float __fmul_##name(float a, float b) {              \
    return multiply<mode>(a, b);                              \
  }                                                           \
  DEVICE float __fdiv_##name(float a, float b) {              \
    return divide<mode>(a, b);                                \
  }                                                           \
  DEVICE float __frcp_##name(float a) {                       \
    return divide<mode>(1.0f, a);                             \
  }                                                           \
  DEVICE float __fsqrt_##name(float a) {                      \
    return root<mode>(a);                                     \
  }                                                           \
  DEVICE float __fmaf_##name(float a, float b, float c) {     \
    return multiply_add<mode>(a, b, c);                       \
  }                                                           \
  DEVICE double __dadd_##name(double a, double b) {           \
    return add<mode>(a, b);                                   \
  }                                                           \
  DEVICE double __dsub_##name(double a, double b) {           \
    return add<mode>(a, -b);                                  \
  }                                                           \
  DEVICE double __dmul_##name(double a, double b) {           \
    return multiply<mode>(a, b);                              \
  }                                                           \
  DEVICE double __ddiv_##name(double a, double b) {           \
    return divide<mode>(a, b);                                \
  }                                                           \
  DEVICE double __drcp_##name(double a) {                     \
    return divide<mode>(1.0, a);                              \
  }                                                           \
  DEVICE double __dsqrt_##name(double a) {                    \
    return root<mode>(a);                                     \
  }                                                           \
  DEVICE double __fma_##name(double a, double b, double c) {  \
    return multiply_add<mode>(a, b, c);                       \
  }                                                           \
  DEVICE float __double2float_##name(double x) {              \
    return narrow<mode>(x, 0);                                \
  }                                                           \
  DEVICE float __int2float_##name(int x) {                    \
    return narrow<mode>(x, 0);                                \
  }                                                           \
  DEVICE float __uint2float_##name(unsigned int x) {          \
    return narrow<mode>(x, 0);                                \
  }                                                           \
  DEVICE float __ll2float_##name(long long x) {               \
    return from_integer<mode, float, unsigned int>(x);        \
  }                                                           \
  DEVICE float __ull2float_##name(unsigned long long x) {     \
    return from_integer<mode, float, unsigned int>(x);        \
  }                                                           \
  DEVICE double __ll2double_##name(long long x) {             \
    return from_integer<mode, double, unsigned long long>(x); \
  }                                                           \
  DEVICE double __ull2double_##name(unsigned long long x) {   \
    return from_integer<mode, double, unsigned long long>(x); \
  }
HEDDLE_DIRECTED(rz, Mode::kZero)
HEDDLE_DIRECTED(ru, Mode::kUp)
HEDDLE_DIRECTED(rd, Mode::kDown)

DEVICE float __frsqrt_rn(float x) {
  return (float)(1.0 / __builtin_sqrt((double)x));
}

DEVICE_END
