// SPDX-License-Identifier: Apache-2.0
// Calls of device functions through pointers: what they do is not known.
#pragma once

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

inline bool calls_pointer(const llvm::Instruction& i) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
  return call && !call->getCalledFunction() && !call->isInlineAsm();
}
inline bool calls_pointers(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), calls_pointer);
}
inline bool calls_pointers(const llvm::Module& module) {
  return llvm::any_of(module, [](const llvm::Function& f) { return calls_pointers(f); });
}

}  // namespace heddle::compiler
