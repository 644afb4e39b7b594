// SPDX-License-Identifier: Apache-2.0
// tanhf and erff in line (activation functions), and the ends of sinh, cosh, asinh, acosh and
// log1p, which SLEEF leaves infinite before the result is.
#include "reduced_f32.h"

DEVICE_BEGIN
DEVICE float __heddle_sleef_sinhf(float);
DEVICE float __heddle_sleef_coshf(float);
DEVICE float __heddle_sleef_asinhf(float);
DEVICE float __heddle_sleef_acoshf(float);
DEVICE double __heddle_sleef_sinh(double);
DEVICE double __heddle_sleef_cosh(double);
DEVICE double __heddle_sleef_asinh(double);
DEVICE double __heddle_sleef_acosh(double);
DEVICE float __heddle_sleef_log1pf(float);
DEVICE double __heddle_sleef_log1p(double);
DEVICE float logf(float);
DEVICE double exp(double);
DEVICE double log(double);
DEVICE_END

// e^t / 2, which is finite a little longer than e^t.
HELPER float half_exp(float t) {
  float n;
  float r = exp_rest(clamp(t, 0.0f, 90.0f), &n);
  return times_power(exp_reduced(r), n - 1.0f);
}
HELPER double half_exp_beyond_709(double t) {
  double e = CALL(exp)(t - 709.0);  // times e^709 / 2 in two parts
  return __builtin_isinf(e)
             ? e
             : __builtin_fma(e, 0x1.d422d2be5dc9bp+1021, e * -0x1.916aa7a2c8d07p+966);
}

DEVICE_BEGIN

// By e = e^(2t) - 1, which the polynomial gives without cancellation: e / (e + 2), and for small
// arguments the half of e less its product with that, where only the last operation rounds.
DEVICE float tanhf(float x) {
  float t = __builtin_fabsf(x), n;
  float r = exp_rest(2 * clamp(t, 0.0f, 10.0f), &n);
  float s = times_normal_power(1.0f, n);
  float e = __builtin_fmaf(s, exp_minus_1_reduced(r), s - 1.0f);
  float far = e / (e + 2.0f), half = 0.5f * e;
  float near = __builtin_fmaf(-half, far, half);
  return __builtin_copysignf(pick(t < 0.35f, near, far), x);
}

DEVICE float erff(float x) {
  float t = __builtin_fabsf(x), z = x * x;
  float p = 0x1.5d955cp-14f;
  p = __builtin_fmaf(p, z, -0x1.aa7e38p-11f);
  p = __builtin_fmaf(p, z, 0x1.54cfb6p-8f);
  p = __builtin_fmaf(p, z, -0x1.b80f72p-6f);
  p = __builtin_fmaf(p, z, 0x1.ce2e14p-4f);
  p = __builtin_fmaf(p, z, -0x1.812744p-2f);
  p = __builtin_fmaf(p, z, 0x1.06eba8p-3f);
  float near = __builtin_fmaf(p, x, x);
  float c = clamp(t, 0.0f, 4.0f);
  float q = 0x1.b4634ap-20f;  // log(erfc(c))
  q = __builtin_fmaf(q, c, -0x1.80881cp-15f);
  q = __builtin_fmaf(q, c, 0x1.37f6bcp-11f);
  q = __builtin_fmaf(q, c, -0x1.3763dp-8f);
  q = __builtin_fmaf(q, c, 0x1.b081dap-6f);
  q = __builtin_fmaf(q, c, -0x1.c2b88ep-4f);
  q = __builtin_fmaf(q, c, -0x1.43848cp-1f);
  q = __builtin_fmaf(q, c, -0x1.21552ep+0f);
  q = __builtin_fmaf(q, c, 0x1.481cf6p-12f);
  float far = 1.0f - exp_normal(q);
  return pick(t < 0.92f, near, __builtin_copysignf(far, x));
}

DEVICE float sinhf(float x) {
  float t = __builtin_fabsf(x);
  if (!(t > 88.0f)) return __heddle_sleef_sinhf(x);
  return __builtin_copysignf(half_exp(t), x);
}
DEVICE float coshf(float x) {
  float t = __builtin_fabsf(x);
  return t > 88.0f ? half_exp(t) : __heddle_sleef_coshf(x);
}
DEVICE double sinh(double x) {
  double t = __builtin_fabs(x);
  if (!(t > 709.0)) return __heddle_sleef_sinh(x);
  return __builtin_copysign(half_exp_beyond_709(t), x);
}
DEVICE double cosh(double x) {
  double t = __builtin_fabs(x);
  if (!(t > 709.0)) return __heddle_sleef_cosh(x);
  return half_exp_beyond_709(t);
}

// log(2t), where sqrt(t * t + 1) is t; x itself where SLEEF would lose a denormal.
DEVICE float asinhf(float x) {
  float t = __builtin_fabsf(x);
  if (!(t > 1e9f)) return pick(__builtin_fabsf(x) < 0x1p-60f, x, __heddle_sleef_asinhf(x));
  return __builtin_copysignf(logf(t) + 0x1.62e43p-1f, x);
}
DEVICE float acoshf(float x) {
  if (!(x > 1e9f)) return __heddle_sleef_acoshf(x);
  return logf(x) + 0x1.62e43p-1f;
}
DEVICE double asinh(double x) {
  double t = __builtin_fabs(x);
  if (!(t > 1e18)) return pick(__builtin_fabs(x) < 0x1p-60, x, __heddle_sleef_asinh(x));
  return __builtin_copysign(log(t) + 0x1.62e42fefa39efp-1, x);
}
DEVICE double acosh(double x) {
  if (!(x > 1e18)) return __heddle_sleef_acosh(x);
  return log(x) + 0x1.62e42fefa39efp-1;
}

// SLEEF's log1p overflows early.
DEVICE float log1pf(float x) {
  if (x > 1e9f) return logf(x);
  return pick(__builtin_fabsf(x) < 0x1p-60f, x, __heddle_sleef_log1pf(x));
}
DEVICE double log1p(double x) {
  if (x > 1e18) return log(x);
  return pick(__builtin_fabs(x) < 0x1p-60, x, __heddle_sleef_log1p(x));
}

DEVICE_END
