// SPDX-License-Identifier: Apache-2.0
// Divisions x / n and x % n (see Clamps::division) where all lanes have one quotient:
//
//     x = first + steps        (first: uniform; steps: known numbers of the lanes, heddle.steps)
//     x / n = first / n
//     x % n = first % n + steps
//
// One division for the warp, and the remainder has the lanes' pattern, so that accesses at it are
// contiguous. Whether it holds is asked of each lane (first % n + steps lies in [0, n)) and of the
// warp (n > 0, and first is so far from the ends of the numbers that no lane wraps around).
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instruction.h"

namespace heddle::compiler {

// The division of `operands`, as `like` divides, as if all lanes had one quotient.
llvm::Value* divide_as_one(llvm::IRBuilderBase& b, const llvm::Instruction& like,
                           llvm::ArrayRef<llvm::Value*> operands);

// i1 each, or null: that is something else in a lane, or may be for the whole warp.
struct AnotherQuotient {
  llvm::Value *in_lane, *in_warp;
};
AnotherQuotient has_another_quotient(llvm::IRBuilderBase& b, const llvm::Instruction& like,
                                     llvm::ArrayRef<llvm::Value*> operands);

}  // namespace heddle::compiler
