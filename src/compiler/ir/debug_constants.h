// SPDX-License-Identifier: Apache-2.0
// `static constexpr float kScale = 2.5f;` in a function: nothing is left of it where all uses have
// its value, and a debugger would say that it is optimised out. Its description says the value
// instead.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

class DebugConstants {
 public:
  // Of the module as clang made it, whose constants are there still.
  explicit DebugConstants(const llvm::Module& module);
  // In what was taken of it.
  void describe(llvm::Module& module) const;

 private:
  llvm::DenseMap<const llvm::DIGlobalVariable*, llvm::DIExpression*> values_;
};

}  // namespace heddle::compiler
