// SPDX-License-Identifier: Apache-2.0
// The fast approximations (CUDA Math API, "Single Precision Intrinsics"). Here they cost what the
// polynomials below cost: no care for denormals, huge arguments or the last bit.
#include "portable.h"

DEVICE_BEGIN
DEVICE float sinf(float);
DEVICE float cosf(float);
DEVICE float expf(float);
DEVICE float exp10f(float);
DEVICE float logf(float);
DEVICE float log2f(float);
DEVICE float log10f(float);
DEVICE float exp2f(float);

DEVICE float __sinf(float x) {
  return sinf(x);
}
DEVICE float __cosf(float x) {
  return cosf(x);
}
DEVICE void __sincosf(float x, float* s, float* c) {
  *s = sinf(x);
  *c = cosf(x);
}
DEVICE float __tanf(float x) {
  return sinf(x) / cosf(x);
}
DEVICE float __expf(float x) {
  return expf(x);
}
DEVICE float __exp10f(float x) {
  return exp10f(x);
}
DEVICE float __logf(float x) {
  return logf(x);
}
DEVICE float __log2f(float x) {
  return log2f(x);
}
DEVICE float __log10f(float x) {
  return log10f(x);
}
DEVICE float __powf(float x, float y) {
  return exp2f(y * log2f(x));
}
DEVICE_END
