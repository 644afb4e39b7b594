// SPDX-License-Identifier: Apache-2.0
// MinMax: minimum and maximum of floats and doubles as a GPU has them, whatever the order of the
// operands: -0 is below +0, and of a number and what is none it is the number.
//
//     AVX-512      vrange; behind llvm.canonicalize (times 1) of what may be a signalling NaN
//     else         vmin(b, a), then | b where a == b (maximum: & b), then b where a is not a number
//
// What LLVM knows of the operands leaves out steps; with a constant operand one instruction is
// left, or two for a minimum with +0 and a maximum with -0.
//
// order_zeros stands at the start, so that no pass of LLVM's takes llvm.minnum's freedom to give
// either zero. lower_min_max stands at the end, behind narrow-floats, which makes some of these.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

llvm::Error order_zeros(Compilation& c);
llvm::Error lower_min_max(Compilation& c);

}  // namespace heddle::compiler
