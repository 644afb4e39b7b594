// SPDX-License-Identifier: Apache-2.0
// EstimateRoots: the reciprocal square root as CUDA has it, within 2 ulp, from the CPU's estimate.
//
//     1 / sqrt(x)    ->    y = estimate(x);  y + y / 2 * (1 - x y y)
//
// The device library marks it: a division that allows the reciprocal (arcp), which is not otherwise
// fast. An estimate of 14 bits and one step are within 1.05 ulp (of all floats); a square root and
// a division wait for one unit of the CPU. For CPUs with AVX-512; others have estimates of 12 bits
// that lose denormal numbers.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Returns how many roots it replaced.
unsigned estimate_roots(Compilation& c);

}  // namespace heddle::compiler
