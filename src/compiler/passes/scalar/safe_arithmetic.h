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

// Whether the instruction converts floating-point numbers to integers, saturating or not, and
// whether to signed ones.
bool converts_to_integer(const llvm::Instruction& instruction);
bool converts_to_signed(const llvm::Instruction& conversion);

// How many bits the program's integer has: what is cut off afterwards of one that fits is no error.
unsigned bits_of_conversion(const llvm::Instruction& conversion);

// The instruction that ends what safe_to_integer made of a conversion: the one that looks for NaN,
// or the conversion itself.
llvm::Instruction& end_of_conversion(llvm::Instruction& conversion);

// The replacement for a division or conversion of one thread, null for other instructions.
llvm::Value* safe_arithmetic(llvm::IRBuilderBase& b, llvm::Instruction& instruction);

}  // namespace heddle::compiler
