// SPDX-License-Identifier: Apache-2.0
// Masked loads and stores, gathers and scatters: what their arguments are.
#pragma once

#include <optional>

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::compiler {

struct MaskedAccess {
  llvm::IntrinsicInst* call;
  bool loads;
  bool by_lane;  // a gather or a scatter: the pointer is a vector

  llvm::Value* pointer() const { return call->getArgOperand(pointer_index()); }
  llvm::Value* mask() const { return call->getArgOperand(loads ? 1 : 2); }
  // What is stored, or what lanes get that load nothing.
  llvm::Value* value() const { return call->getArgOperand(loads ? 2 : 0); }
  llvm::FixedVectorType* type() const {
    return llvm::cast<llvm::FixedVectorType>(value()->getType());
  }
  llvm::Align align() const { return call->getParamAlign(pointer_index()).valueOrOne(); }

 private:
  unsigned pointer_index() const { return loads ? 0 : 1; }
};

// None: it is something else.
std::optional<MaskedAccess> masked_access(llvm::Instruction& instruction);

// The address that a load, a store or a masked access goes to; null: it is something else.
const llvm::Value* accessed_pointer(const llvm::Instruction& instruction);

}  // namespace heddle::compiler
