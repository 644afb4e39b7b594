// SPDX-License-Identifier: Apache-2.0
// Loads of shared memory that cannot race with anything: between any barrier of the whole block, or
// the beginning, that leads to the load and the next such barriers no thread stores to shared
// memory. That holds as long as all threads of the block come by the same barriers, which is looked
// at when they do (Site::calm).
#pragma once

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

class CalmLoads {
 public:
  // `kernel`: all of its code.
  explicit CalmLoads(const llvm::Function& kernel);
  bool contains(const llvm::Instruction& load) const { return loads_.contains(&load); }

 private:
  llvm::SmallPtrSet<const llvm::Instruction*, 16> loads_;
};

// Of all threads of the block, who wait.
bool is_whole_barrier(const llvm::Instruction& i);

}  // namespace heddle::compiler
