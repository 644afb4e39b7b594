// SPDX-License-Identifier: Apache-2.0
// What passes that make two versions of straight code may copy.
#pragma once

#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::compiler {

// Arithmetic and plain accesses: nothing that other threads wait for, and no call.
inline bool may_be_copied(const llvm::Instruction& i) {
  if (i.isTerminator() || llvm::isa<llvm::AllocaInst, llvm::PHINode>(i)) return false;
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&i)) return load->isSimple();
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&i)) return store->isSimple();
  if (auto* call = llvm::dyn_cast<llvm::CallInst>(&i)) {
    return llvm::isa<llvm::IntrinsicInst>(i) && !call->isConvergent() && !i.mayReadOrWriteMemory();
  }
  return !i.mayReadOrWriteMemory();
}

}  // namespace heddle::compiler
