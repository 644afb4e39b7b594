// SPDX-License-Identifier: Apache-2.0
// What the table sends to SLEEF or to the C library, under the namespace of the device library: the
// scalar forms of SLEEF that give the bits of its AVX2 and AVX-512 vectors.
#include <cmath>

#define HEDDLE_SYMBOL_f64(base, acc) Sleef_finz_##base##d1_##acc##purecfma
#define HEDDLE_SYMBOL_f32(base, acc) Sleef_finz_##base##f1_##acc##purecfma
#define HEDDLE_TYPE_f64 double
#define HEDDLE_TYPE_f32 float
#define HEDDLE_PARAMS_1(T) T x
#define HEDDLE_PARAMS_2(T) T x, T y
#define HEDDLE_ARGS_1 x
#define HEDDLE_ARGS_2 x, y

extern "C" {
#define HEDDLE_MATH_SLEEF(name, base, type, args, acc) \
  HEDDLE_TYPE_##type HEDDLE_SYMBOL_##type(base, acc)(HEDDLE_PARAMS_##args(HEDDLE_TYPE_##type));
#include "devicelib/math_table.inc"
}

namespace heddle::devicelib {

#define HEDDLE_MATH_SLEEF(name, base, type, args, acc)                \
  HEDDLE_TYPE_##type name(HEDDLE_PARAMS_##args(HEDDLE_TYPE_##type)) { \
    return HEDDLE_SYMBOL_##type(base, acc)(HEDDLE_ARGS_##args);       \
  }
#include "devicelib/math_table.inc"

#define HEDDLE_LIBM_UNARY(name) \
  double name(double x) {       \
    return ::name(x);           \
  }                             \
  float name##f(float x) {      \
    return ::name##f(x);        \
  }
HEDDLE_LIBM_UNARY(j0)
HEDDLE_LIBM_UNARY(j1)
HEDDLE_LIBM_UNARY(y0)
HEDDLE_LIBM_UNARY(y1)
double remainder(double x, double y) {
  return ::remainder(x, y);
}
float remainderf(float x, float y) {
  return ::remainderf(x, y);
}
double fmod(double x, double y) {
  return ::fmod(x, y);
}
float fmodf(float x, float y) {
  return ::fmodf(x, y);
}

}  // namespace heddle::devicelib
