// SPDX-License-Identifier: Apache-2.0
// Stretches: the code that lanes of a warp run at their own pace, while others of it wait
// (let_lanes_pass.h): from ahead of a loop that waits for them to the next place that all come to.
#pragma once

#include <optional>

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

using Blocks = llvm::SmallSetVector<llvm::BasicBlock*, 32>;

// From behind `from`, the end of a block, to `meet`.
struct Stretch {
  llvm::Instruction *from, *meet;
};

// What is reached from behind `from` ahead of `meet`.
Blocks blocks_of(const Stretch& stretch);

// Null: the loop does not wait.
llvm::CallInst* yield_of(const llvm::Loop& loop);

// Whether a loop of the function waits.
bool waits(const llvm::Function& function);

// The lanes that take part in a shuffle, a vote or another operation of lanes that name each other:
// whoever comes there waits for them. Null: it is none.
llvm::Value* members_of(const llvm::Instruction& i);

class Stretches {
 public:
  explicit Stretches(llvm::Function& function);
  // One for each loop whose lanes wait for each other, or may do so. None: not possible.
  std::optional<llvm::SmallVector<Stretch, 2>> find() const;

 private:
  // Begins ahead of the loop, or of one around it, so that there is a place to meet behind.
  std::optional<Stretch> of(const llvm::Loop& loop) const;
  std::optional<Stretch> from(llvm::BasicBlock& start, const llvm::Loop* around) const;
  // The same, as far up as all ways to `meet` lead through it.
  std::optional<Stretch> between(llvm::BasicBlock& start, llvm::Instruction& meet,
                                 const llvm::Loop* around) const;

  const llvm::DominatorTree dominators_;
  const llvm::PostDominatorTree post_dominators_;
  const llvm::LoopInfo loops_;
};

}  // namespace heddle::compiler
