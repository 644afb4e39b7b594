// SPDX-License-Identifier: Apache-2.0
// Arithmetic whose result is not defined, or not a number, for some operands: what to ask before
// (or behind) each such operation, for tools that listen to Event::kArithmetic.
#pragma once

#include <optional>

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "probes/site.h"

namespace heddle::compiler {

struct ArithmeticQuestion {
  probes::Site site;                            // without id and frames
  llvm::Instruction* before;                    // where the event belongs
  llvm::Value* wrong;                           // i1
  llvm::SmallVector<llvm::Value*, 3> operands;  // as words of 64 bits
};

// Asks nothing of a result that the program may drop: optimisation computes values whether they are
// needed or not. Inserts the comparisons. An instruction may have several questions.
llvm::SmallVector<ArithmeticQuestion, 2> ask_of_arithmetic(llvm::IRBuilderBase& b,
                                                           llvm::Instruction& instruction);

}  // namespace heddle::compiler
