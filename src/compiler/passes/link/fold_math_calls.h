// SPDX-License-Identifier: Apache-2.0
// FoldMathCalls: calls of mathematical functions with arguments that are known now become the few
// instructions that host compilers make of them, each at least as accurate as the function:
//
//     pow(x, 0, 1, -1, 2, 0.5)     1, x, 1 / x, x * x, sqrt(x)
//     pow(1, y), pow(2, y), pow(10, y)                  1, exp2(y), exp10(y)
//     exp2(an integer of up to 32 bits)                 ldexp(1, n)
//     fmod(x, 2^n), n from 0 on                         x - trunc(x / 2^n) * 2^n: exact
//
// LLVM's intrinsics with two results (sincos, sincospi, frexp, modf) become calls of the library's
// functions.
//
// Needs: the device library not yet linked, whose functions have these names and which new calls
// refer to. Stands in both tables, so that the slow reference computes the same.
#pragma once

#include "llvm/IR/Module.h"

namespace heddle::compiler {

// Returns how many calls it replaced.
unsigned fold_math_calls(llvm::Module& module);

}  // namespace heddle::compiler
