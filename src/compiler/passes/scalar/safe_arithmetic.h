// SPDX-License-Identifier: Apache-2.0
// Operations that LLVM leaves undefined for some operands and an NVIDIA GPU does not.
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

// x / 0 is all ones and x % 0 is x, MIN / -1 wraps: no division traps. Works on scalars and on
// vectors of lanes (of which some may hold anything).
llvm::Value* safe_division(llvm::IRBuilderBase& b, llvm::Instruction::BinaryOps op, llvm::Value* a,
                           llvm::Value* divisor);

// Conversion to an integer saturates; NaN gives 0, or the sign bit where the source is double or
// the result has 64 bits. Narrow results are the low bits of a conversion to 32 bits (as measured
// on an H200).
llvm::Value* safe_to_integer(llvm::IRBuilderBase& b, bool is_signed, llvm::Value* value,
                             llvm::Type* type);

// The replacement for a division or conversion of one thread, null for other instructions.
llvm::Value* safe_arithmetic(llvm::IRBuilderBase& b, llvm::Instruction& instruction);

}  // namespace heddle::compiler
