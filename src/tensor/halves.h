// SPDX-License-Identifier: Apache-2.0
// Sums that are halves.
#pragma once

#include "tensor/formats.h"
#include "tensor/fragments.h"

HEDDLE_TENSOR_BEGIN

// Infinities and NaNs as well.
inline Words floats_of_halves(Half8 halves) {
  const Words bits = __builtin_convertvector(halves, Words);
  const Words top = (bits & 0x8000u) << 16 | 0x7f800000u | (bits & 0x3ffu) << 13;
  return (bits & 0x7c00u) == 0x7c00u ? top : words_of(values<f16>(bits));
}

// To the nearest. NaNs are all ones.
inline Half8 rounded(Floats floats) {
  using F16 = _Float16 __attribute__((ext_vector_type(8)));
  const Half8 bits = __builtin_bit_cast(Half8, __builtin_convertvector(floats, F16));
  return (bits & 0x7fff) > 0x7c00 ? Half8(0x7fff) : bits;
}
// As tensor cores do it: no zero is negative.
inline Half8 halves_of_floats(Words floats) {
  const Half8 bits = rounded(floats_of(floats));
  return (bits & 0x7fff) == 0 ? Half8(0) : bits;
}

HEDDLE_TENSOR_END
