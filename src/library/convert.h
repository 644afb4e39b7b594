// SPDX-License-Identifier: Apache-2.0
// Numbers of 8 and 16 bits, to and from those that are computed with: to the nearest, ties to even.
#pragma once

#include "library/numbers.h"

namespace heddle::library {

float to_float(Half value);
float to_float(BFloat16 value);
Half to_half(float value);
BFloat16 to_bfloat16(float value);
float to_float(E4m3 value);
float to_float(E5m2 value);
// What is beyond the largest number becomes that.
E4m3 to_e4m3(float value);
E5m2 to_e5m2(float value);
// With a fraction of 10 bits, as tensor cores read float.
float to_tf32(float value);

// Whole arrays.
void to_floats(const Half* from, i64 count, float* to);
void to_halves(const float* from, i64 count, Half* to);

}  // namespace heddle::library
