// SPDX-License-Identifier: Apache-2.0
// Complex numbers as float2 and double2, on both sides (cuComplex.h of the CUDA toolkit).
#pragma once

// The name by which other headers ask whether this one was included.
#define CU_COMPLEX_H_

#include <math.h>

#include "vector_functions.h"

#define HEDDLE_COMPLEX static __inline__ __attribute__((unused)) __host__ __device__

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

HEDDLE_COMPLEX cuComplex make_cuComplex(float re, float im) {
  return make_float2(re, im);
}

HEDDLE_COMPLEX cuFloatComplex make_cuFloatComplex(float re, float im) {
  return make_float2(re, im);
}
HEDDLE_COMPLEX float cuCrealf(cuFloatComplex a) {
  return a.x;
}
HEDDLE_COMPLEX float cuCimagf(cuFloatComplex a) {
  return a.y;
}
HEDDLE_COMPLEX cuFloatComplex cuConjf(cuFloatComplex a) {
  return make_float2(a.x, -a.y);
}
HEDDLE_COMPLEX cuFloatComplex cuCaddf(cuFloatComplex a, cuFloatComplex b) {
  return make_float2(a.x + b.x, a.y + b.y);
}
HEDDLE_COMPLEX cuFloatComplex cuCsubf(cuFloatComplex a, cuFloatComplex b) {
  return make_float2(a.x - b.x, a.y - b.y);
}
HEDDLE_COMPLEX cuFloatComplex cuCmulf(cuFloatComplex a, cuFloatComplex b) {
  return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
// a * b + c
HEDDLE_COMPLEX cuFloatComplex cuCfmaf(cuFloatComplex a, cuFloatComplex b, cuFloatComplex c) {
  return make_float2((c.x + a.x * b.x) - a.y * b.y, (c.y + a.x * b.y) + a.y * b.x);
}
// Scaled by the size of the divisor, so that intermediate values neither overflow nor vanish.
HEDDLE_COMPLEX cuFloatComplex cuCdivf(cuFloatComplex a, cuFloatComplex b) {
  float s = fabsf(b.x) + fabsf(b.y), k = 1 / s;
  float ax = a.x * k, ay = a.y * k, bx = b.x * k, by = b.y * k;
  float d = 1 / (bx * bx + by * by);
  return make_float2((ax * bx + ay * by) * d, (ay * bx - ax * by) * d);
}
HEDDLE_COMPLEX float cuCabsf(cuFloatComplex a) {
  return hypotf(a.x, a.y);
}

HEDDLE_COMPLEX cuDoubleComplex make_cuDoubleComplex(double re, double im) {
  return make_double2(re, im);
}
HEDDLE_COMPLEX double cuCreal(cuDoubleComplex a) {
  return a.x;
}
HEDDLE_COMPLEX double cuCimag(cuDoubleComplex a) {
  return a.y;
}
HEDDLE_COMPLEX cuDoubleComplex cuConj(cuDoubleComplex a) {
  return make_double2(a.x, -a.y);
}
HEDDLE_COMPLEX cuDoubleComplex cuCadd(cuDoubleComplex a, cuDoubleComplex b) {
  return make_double2(a.x + b.x, a.y + b.y);
}
HEDDLE_COMPLEX cuDoubleComplex cuCsub(cuDoubleComplex a, cuDoubleComplex b) {
  return make_double2(a.x - b.x, a.y - b.y);
}
HEDDLE_COMPLEX cuDoubleComplex cuCmul(cuDoubleComplex a, cuDoubleComplex b) {
  return make_double2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
// a * b + c
HEDDLE_COMPLEX cuDoubleComplex cuCfma(cuDoubleComplex a, cuDoubleComplex b, cuDoubleComplex c) {
  return make_double2((c.x + a.x * b.x) - a.y * b.y, (c.y + a.x * b.y) + a.y * b.x);
}
// Scaled by the size of the divisor, so that intermediate values neither overflow nor vanish.
HEDDLE_COMPLEX cuDoubleComplex cuCdiv(cuDoubleComplex a, cuDoubleComplex b) {
  double s = fabs(b.x) + fabs(b.y), k = 1 / s;
  double ax = a.x * k, ay = a.y * k, bx = b.x * k, by = b.y * k;
  double d = 1 / (bx * bx + by * by);
  return make_double2((ax * bx + ay * by) * d, (ay * bx - ax * by) * d);
}
HEDDLE_COMPLEX double cuCabs(cuDoubleComplex a) {
  return hypot(a.x, a.y);
}

HEDDLE_COMPLEX cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) {
  return make_double2(a.x, a.y);
}
HEDDLE_COMPLEX cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) {
  return make_float2((float)a.x, (float)a.y);
}
#undef HEDDLE_COMPLEX
