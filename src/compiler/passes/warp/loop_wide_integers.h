// SPDX-License-Identifier: Apache-2.0
// LoopWideIntegers: what lanes compute in integers of more than 64 bits becomes a loop over them.
//
//     c = add <32 x i128> a, b           for each lane: product = (a[lane] + b[lane]) * d[lane]
//     product = mul <32 x i128> c, d
//
// No CPU has registers for such vectors. As straight code each instruction becomes 32 of pairs of
// scalar registers, for which LLVM takes time that grows with the square of their number: the
// shadows that `heddle check` keeps of a 256-bit product took minutes. In a loop they are one
// thread's code. A few of them, such as the product of __umul64hi, stay.
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::compiler {

// `function` is host code as it will be translated: what it keeps on its stack stays there. Returns
// how many loops were made.
unsigned loop_wide_integers(llvm::Function& function);

}  // namespace heddle::compiler
