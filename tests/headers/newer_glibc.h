// SPDX-License-Identifier: Apache-2.0
// What <math.h> of glibc 2.42 declares more than that of Debian 12: functions that CUDA has, too.
#pragma once
#include <features.h>
#undef __GLIBC_MINOR__
#define __GLIBC_MINOR__ 42
#undef __GLIBC_USE_IEC_60559_FUNCS_EXT_C23
#define __GLIBC_USE_IEC_60559_FUNCS_EXT_C23 1
extern "C" {
extern double sinpi(double) noexcept(true);
extern float sinpif(float) noexcept(true);
extern double cospi(double) noexcept(true);
extern float cospif(float) noexcept(true);
extern double rsqrt(double) noexcept(true);
extern float rsqrtf(float) noexcept(true);
}
