// SPDX-License-Identifier: Apache-2.0
// Fast paths: branches whose one side is always right, and whose other side does the same in less
// time where the condition allows it (the unmasked copy for a full warp, a contiguous access where
// no index wraps).
//
// That the slow side is right for everybody is a fact of legality, so the mark is not metadata,
// which LLVM copies and drops, but a value: the branch asks `llvm.expect.i1(condition, true)`,
// which stands for "the condition, or false, as the compiler likes". No pass of LLVM looks through
// it or makes another one, and whatever becomes of its uses (selects, copies, a branch of two
// conditions) is right for either answer. link drops the program's own; what is left goes before
// the last clean-up. The branch weights are a hint for the code's layout and no more.
#pragma once

#include <optional>

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"

namespace heddle::compiler {

inline bool is_fast_path_question(const llvm::Value* value) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(value);
  return call && call->getIntrinsicID() == llvm::Intrinsic::expect;
}

inline llvm::Value* ask_for_fast_path(llvm::IRBuilderBase& b, llvm::Value* condition) {
  if (llvm::isa<llvm::Constant>(condition)) return condition;
  return b.CreateIntrinsic(llvm::Intrinsic::expect, {b.getInt1Ty()}, {condition, b.getTrue()});
}

// Successor 0 is the fast path.
inline void mark_fast_path(llvm::BranchInst& branch) {
  llvm::IRBuilder<> b(&branch);
  branch.setCondition(ask_for_fast_path(b, branch.getCondition()));
  branch.setMetadata(llvm::LLVMContext::MD_prof,
                     llvm::MDBuilder(branch.getContext()).createBranchWeights(0x10'0007, 1));
}

// Which successor of the branch is a fast path, if one is.
inline std::optional<unsigned> fast_path_of(const llvm::Instruction& terminator) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&terminator);
  if (!branch || !branch->isConditional() || !is_fast_path_question(branch->getCondition()))
    return {};
  return 0;
}

// Takes the condition for the answer: everywhere, or where it is known.
inline bool answer_fast_paths(llvm::Function& function, bool only_known) {
  bool changed = false;
  for (auto& i : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (!is_fast_path_question(&i)) continue;
    auto* condition = i.getOperand(0);
    if (only_known && !llvm::isa<llvm::Constant>(condition)) continue;
    i.replaceAllUsesWith(condition);
    i.eraseFromParent();
    changed = true;
  }
  return changed;
}

}  // namespace heddle::compiler
