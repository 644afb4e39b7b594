// SPDX-License-Identifier: Apache-2.0
// The functions of the LLVM-level device library (Libdevice User's Guide) that CUDA C++ has under
// their names without __nv_: with libdevice_names.cu beside this they are all of it, as
// nvvm/libdevice/libdevice.10.bc. Device code that Heddle compiles finds them by their CUDA names
// (compiler/passes/libdevice_names.h), so they are no part of its own library.
#include "devicelib/portable.h"

#define ROW_1(R, name, A, call) \
  DEVICE R __nv_##name(A x) {   \
    return call(x);             \
  }
#define ROW_2(R, name, A, B, call) \
  DEVICE R __nv_##name(A x, B y) { \
    return call(x, y);             \
  }
#define ROW_3(R, name, A, B, C, call)   \
  DEVICE R __nv_##name(A x, B y, C z) { \
    return call(x, y, z);               \
  }
// Of double, and of float by the same name with an f.
#define UNARY(name)                   \
  ROW_1(double, name, double, ::name) \
  ROW_1(float, name##f, float, ::name##f)
#define BINARY(name)                          \
  ROW_2(double, name, double, double, ::name) \
  ROW_2(float, name##f, float, float, ::name##f)
#define TERNARY(name)                                 \
  ROW_3(double, name, double, double, double, ::name) \
  ROW_3(float, name##f, float, float, float, ::name##f)
// The rounding modes that libdevice_names.cu has not.
#define DIRECTED_1(type, name)                \
  ROW_1(type, name##_rd, type, __##name##_rd) \
  ROW_1(type, name##_ru, type, __##name##_ru) \
  ROW_1(type, name##_rz, type, __##name##_rz)
#define DIRECTED_2(type, name)                      \
  ROW_2(type, name##_rd, type, type, __##name##_rd) \
  ROW_2(type, name##_ru, type, type, __##name##_ru) \
  ROW_2(type, name##_rz, type, type, __##name##_rz)
#define DIRECTED_3(type, name)                            \
  ROW_3(type, name##_rd, type, type, type, __##name##_rd) \
  ROW_3(type, name##_ru, type, type, type, __##name##_ru) \
  ROW_3(type, name##_rz, type, type, type, __##name##_rz)

using ll = long long;

DEVICE_BEGIN

UNARY(acos)
UNARY(acosh)
UNARY(asin)
UNARY(asinh)
UNARY(atan)
UNARY(atanh)
UNARY(cbrt)
UNARY(ceil)
UNARY(cos)
UNARY(cosh)
UNARY(cospi)
UNARY(cyl_bessel_i0)
UNARY(cyl_bessel_i1)
UNARY(erf)
UNARY(erfc)
UNARY(erfcinv)
UNARY(erfcx)
UNARY(erfinv)
UNARY(exp)
UNARY(exp10)
UNARY(exp2)
UNARY(expm1)
UNARY(fabs)
UNARY(floor)
UNARY(j0)
UNARY(j1)
UNARY(lgamma)
UNARY(log)
UNARY(log10)
UNARY(log1p)
UNARY(log2)
UNARY(logb)
UNARY(nearbyint)
UNARY(normcdf)
UNARY(normcdfinv)
UNARY(rcbrt)
UNARY(rint)
UNARY(round)
UNARY(rsqrt)
UNARY(sin)
UNARY(sinh)
UNARY(sinpi)
UNARY(sqrt)
UNARY(tan)
UNARY(tanh)
UNARY(tgamma)
UNARY(trunc)
UNARY(y0)
UNARY(y1)
BINARY(atan2)
BINARY(copysign)
BINARY(fdim)
BINARY(fmax)
BINARY(fmin)
BINARY(fmod)
BINARY(hypot)
BINARY(nextafter)
BINARY(pow)
BINARY(remainder)
BINARY(rhypot)
TERNARY(fma)
TERNARY(norm3d)
TERNARY(rnorm3d)

ROW_1(int, ilogb, double, ::ilogb)
ROW_1(int, ilogbf, float, ::ilogbf)
ROW_1(ll, llrint, double, ::llrint)
ROW_1(ll, llrintf, float, ::llrintf)
ROW_1(ll, llround, double, ::llround)
ROW_1(ll, llroundf, float, ::llroundf)
ROW_2(double, jn, int, double, ::jn)
ROW_2(float, jnf, int, float, ::jnf)
ROW_2(double, yn, int, double, ::yn)
ROW_2(float, ynf, int, float, ::ynf)
ROW_2(double, ldexp, double, int, ::ldexp)
ROW_2(float, ldexpf, float, int, ::ldexpf)
ROW_2(double, scalbn, double, int, ::scalbn)
ROW_2(float, scalbnf, float, int, ::scalbnf)
ROW_2(double, frexp, double, int*, ::frexp)
ROW_2(float, frexpf, float, int*, ::frexpf)
ROW_2(double, modf, double, double*, ::modf)
ROW_2(float, modff, float, float*, ::modff)
ROW_3(double, remquo, double, double, int*, ::remquo)
ROW_3(float, remquof, float, float, int*, ::remquof)
ROW_3(void, sincos, double, double*, double*, ::sincos)
ROW_3(void, sincosf, float, float*, float*, ::sincosf)
ROW_3(void, sincospi, double, double*, double*, ::sincospi)
ROW_3(void, sincospif, float, float*, float*, ::sincospif)
ROW_1(double, nan, const char*, ::nan)
ROW_1(float, nanf, const char*, ::nanf)
ROW_2(double, norm, int, const double*, ::norm)
ROW_2(float, normf, int, const float*, ::normf)
ROW_2(double, rnorm, int, const double*, ::rnorm)
ROW_2(float, rnormf, int, const float*, ::rnormf)
DEVICE double __nv_norm4d(double a, double b, double c, double d) {
  return ::norm4d(a, b, c, d);
}
DEVICE float __nv_norm4df(float a, float b, float c, float d) {
  return ::norm4df(a, b, c, d);
}
DEVICE double __nv_rnorm4d(double a, double b, double c, double d) {
  return ::rnorm4d(a, b, c, d);
}
DEVICE float __nv_rnorm4df(float a, float b, float c, float d) {
  return ::rnorm4df(a, b, c, d);
}
// The power with a whole exponent is that with any.
DEVICE double __nv_powi(double x, int y) {
  return ::pow(x, (double)y);
}
DEVICE float __nv_powif(float x, int y) {
  return ::powf(x, (float)y);
}

ROW_1(int, isfinited, double, __builtin_isfinite)
ROW_1(int, finitef, float, __builtin_isfinite)
ROW_1(int, isinfd, double, __builtin_isinf)
ROW_1(int, isinff, float, __builtin_isinf)
ROW_1(int, isnand, double, __builtin_isnan)
ROW_1(int, isnanf, float, __builtin_isnan)
DEVICE int __nv_signbitd(double x) {
  return __builtin_bit_cast(long long, x) < 0;
}
DEVICE int __nv_signbitf(float x) {
  return __builtin_bit_cast(int, x) < 0;
}
DEVICE float __nv_half2float(short x) {
  return (float)__builtin_bit_cast(_Float16, x);
}
DEVICE short __nv_float2half_rn(float x) {
  return __builtin_bit_cast(short, (_Float16)x);
}

ROW_1(float, fast_cosf, float, __cosf)
ROW_1(float, fast_exp10f, float, __exp10f)
ROW_1(float, fast_expf, float, __expf)
ROW_1(float, fast_log10f, float, __log10f)
ROW_1(float, fast_log2f, float, __log2f)
ROW_1(float, fast_logf, float, __logf)
ROW_1(float, fast_sinf, float, __sinf)
ROW_1(float, fast_tanf, float, __tanf)
ROW_2(float, fast_powf, float, float, __powf)
ROW_3(void, fast_sincosf, float, float*, float*, __sincosf)

ROW_1(float, frsqrt_rn, float, __frsqrt_rn)
ROW_2(double, dsub_rn, double, double, __dsub_rn)
DIRECTED_2(double, dadd)
DIRECTED_2(double, dsub)
DIRECTED_2(double, dmul)
DIRECTED_2(double, ddiv)
DIRECTED_1(double, drcp)
DIRECTED_1(double, dsqrt)
DIRECTED_3(double, fma)
DIRECTED_2(float, fadd)
DIRECTED_2(float, fsub)
DIRECTED_2(float, fmul)
DIRECTED_2(float, fdiv)
DIRECTED_1(float, frcp)
DIRECTED_1(float, fsqrt)
DIRECTED_3(float, fmaf)

DEVICE_END
