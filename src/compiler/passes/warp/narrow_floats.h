// SPDX-License-Identifier: Apache-2.0
// Narrow floats: arithmetic on half and bfloat becomes arithmetic on float, rounded once.
//
//   %s = fadd half %a, %b     %x = fpext half %a to float, %y = fpext half %b to float
//                             %t = fadd float %x, %y
//                             %s = fptrunc float %t to half, or 0x7fff where %t is not a number
//
// LLVM's own ways are not right or not there: fma would be rounded twice, double and wide integers
// too, a conversion to bfloat uses an instruction that flushes subnormals, and a CPU without F16C
// calls functions that nobody defines. What remains of half is its exact conversion to and from
// float, where the CPU has F16C; bfloat is integers throughout. Atomic additions become loops of
// compare and exchange. A CPU with AVX512-FP16 keeps its half instructions; where a result is not a
// number, it becomes the GPU's.
//
// Stands last, since LLVM's simplifications would make half arithmetic again.
#pragma once

#include "compiler/compilation.h"
#include "llvm/IR/Instruction.h"

namespace heddle::compiler {

// Returns how many functions it changed.
unsigned narrow_floats(Compilation& c);

// Whether the instruction computes in a format that the machine has not.
bool computes_in_narrow_floats(const llvm::Instruction& i, bool native_half);
bool has_native_half(const llvm::TargetMachine& machine);

}  // namespace heddle::compiler
