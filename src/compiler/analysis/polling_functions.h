// SPDX-License-Identifier: Apache-2.0
// Functions that were not inlined and look at what other threads may write: a loop that calls one
// may wait as one that looks itself.
#pragma once

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

class PollingFunctions {
 public:
  explicit PollingFunctions(llvm::Module& module);
  // Whether `i` calls one, directly or through others; a call through a pointer may.
  bool calls_one(const llvm::Instruction& i) const;

 private:
  llvm::SmallPtrSet<const llvm::Function*, 8> all_;
};

}  // namespace heddle::compiler
