// SPDX-License-Identifier: Apache-2.0
// What the view of one thread does with what it loads: for tools that follow undefined values.
#pragma once

#include <cstdint>
#include <optional>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

class ValueUses {
 public:
  // Of one function, which stays as it is meanwhile.
  explicit ValueUses(llvm::Function& function);

  // The bytes of what `load` gives that decide something whenever the load is executed: a branch,
  // an address, the operand of an atomic operation, a sum over rounds of a loop, a result that is
  // computed from them and stored to global memory. Bit i: byte i. What is only copied decides
  // nothing, nor does what another condition may drop, as one side of a select or of a logical and:
  // optimisation makes such values whether they are needed or not.
  std::uint32_t decided_bytes(const llvm::LoadInst& load);

  // The load whose bytes, from `offset` on, are all that is stored.
  struct Source {
    const llvm::LoadInst* load;
    std::uint32_t offset;
  };
  static std::optional<Source> source_of(const llvm::StoreInst& store);

 private:
  // Some bytes of what was loaded, and what is computed from them.
  void follow_bytes(const llvm::Value& value, unsigned first, unsigned size);
  void follow_result(const llvm::Value& value, std::uint32_t bytes, bool is_computed);
  void use(const llvm::Use& use, std::uint32_t bytes, bool is_computed);
  // Whether `block` is executed whenever the load is, in the same round of its loops.
  bool is_certain(const llvm::BasicBlock& block) const;
  bool goes_on(const llvm::Instruction& result, const llvm::PHINode& phi) const;

  llvm::DominatorTree dominators_;
  llvm::PostDominatorTree post_dominators_;
  llvm::LoopInfo loops_;
  // Of the load at hand.
  const llvm::LoadInst* load_ = nullptr;
  std::uint32_t decided_ = 0;
  llvm::SmallPtrSet<const llvm::Value*, 32> seen_;
};

}  // namespace heddle::compiler
