// SPDX-License-Identifier: Apache-2.0
// Reductions over the lanes of a warp.
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

// What a read-modify-write of one address by all lanes amounts to.
struct Reduction {
  llvm::Intrinsic::ID id = llvm::Intrinsic::not_intrinsic;  // not_intrinsic: none
  llvm::Constant* neutral = nullptr;                        // what other lanes contribute
  bool ordered = false;                                     // takes a start value (fadd)
};
Reduction reduction(llvm::AtomicRMWInst::BinOp operation, llvm::Type* type);

// Over the lanes of `mask` (null: all). Float sums in any order.
llvm::Value* reduce_lanes(llvm::IRBuilderBase& b, const Reduction& reduction, llvm::Value* values,
                          llvm::Value* mask);

}  // namespace heddle::compiler
