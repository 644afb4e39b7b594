// SPDX-License-Identifier: Apache-2.0
// Which variables of the program have a value that the code at hand still computes, as debug
// information tells.
#pragma once

#include <utility>

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "probes/site.h"

namespace heddle::compiler {

struct LocalValue {
  llvm::StringRef name;
  probes::NumberKind kind;
  unsigned bits;
  llvm::Value* value;
};

class Locals {
 public:
  // Of one function in canonical form, which stays as it is meanwhile.
  Locals(llvm::Function& function, const llvm::DominatorTree& dominators);

  // Scalar variables of the innermost function of the program that `at` stands in (Heddle's own
  // headers left out) whose value is known for certain there: first those that `at` is computed
  // from or guarded by; no more than a report has room for. Empty where the program was compiled
  // without variables.
  llvm::SmallVector<LocalValue, 8> at(const llvm::Instruction& at) const;

 private:
  using Record = llvm::DbgVariableRecord;
  using Variable = std::pair<const llvm::DILocalVariable*, const llvm::DILocation*>;  // inlined at

  const Record* last_before(llvm::ArrayRef<const Record*> records,
                            const llvm::Instruction& at) const;
  llvm::SmallPtrSet<const llvm::Value*, 32> concerned_by(const llvm::Instruction& at) const;

  bool is_known(const llvm::Value& value, const llvm::Instruction& at) const;

  const llvm::DominatorTree& dominators_;
  const llvm::LoopInfo loops_;
  llvm::MapVector<Variable, llvm::SmallVector<const Record*, 4>> records_;  // in code order
};

}  // namespace heddle::compiler
