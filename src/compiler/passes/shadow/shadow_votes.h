// SPDX-License-Identifier: Apache-2.0
// What lanes ask each other about shadows of words that they hold of one matrix.
#pragma once

#include "compiler/passes/shadow/shadow_values.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace heddle::compiler {

inline llvm::Value* any_bit(ShadowValues::Builder& b, llvm::Value* word) {
  return b.CreateICmpNE(word, b.getInt32(0));
}

// Which lanes say yes. All of the warp are together.
inline llvm::Value* ballot(ShadowValues::Builder& b, llvm::Value* own) {
  const auto* known = llvm::dyn_cast<llvm::ConstantInt>(own);
  if (known && known->isZero()) return b.getInt32(0);
  return b.CreateIntrinsic(llvm::Intrinsic::nvvm_vote_ballot_sync, {}, {b.getInt32(~0u), own});
}

// Whether one of the bits of `mask` is set in `lanes`, from bit `first` on.
inline llvm::Value* any_of_lanes(ShadowValues::Builder& b, llvm::Value* lanes, llvm::Value* first,
                                 unsigned mask) {
  return any_bit(b, b.CreateAnd(b.CreateLShr(lanes, first), mask));
}

}  // namespace heddle::compiler
