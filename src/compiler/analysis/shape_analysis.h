// SPDX-License-Identifier: Apache-2.0
// Computes the shape of every value of a function, and with it which branches and loops diverge.
#pragma once

#include <map>

#include "compiler/analysis/shape.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

// Arguments that are the same in all lanes carry this parameter attribute.
inline constexpr const char* kUniformArgument = "heddle-uniform";

class ShapeAnalysis {
 public:
  // `uniform_control` states that no branch diverges any more (after Linearise): joins of control
  // flow then say nothing about values. Arguments are varying unless marked kUniformArgument.
  ShapeAnalysis(llvm::Function& function, const llvm::DominatorTree& dominators,
                const llvm::PostDominatorTree& post_dominators, const llvm::LoopInfo& loops,
                bool uniform_control);

  Shape shape(const llvm::Value* value) const;
  bool is_uniform(const llvm::Value* value) const { return shape(value).is_uniform(); }
  bool is_divergent(const llvm::BasicBlock* block) const { return divergent_.contains(block); }
  // Lanes may leave the loop in different iterations or through different exits.
  bool is_divergent(const llvm::Loop* loop) const { return divergent_loops_.contains(loop); }
  bool has_divergence() const { return !divergent_.empty(); }

 private:
  void run();
  void sweep(llvm::BasicBlock& block);
  Shape transfer(llvm::Instruction& instruction);
  Shape phi(llvm::PHINode& phi);
  bool may_mix(const llvm::PHINode& phi) const;
  void mark_divergent(llvm::BasicBlock& block);
  void mark_joins(llvm::BasicBlock& branch);

  llvm::Function& function_;
  const llvm::DominatorTree& dominators_;
  const llvm::PostDominatorTree& post_dominators_;
  const llvm::LoopInfo& loops_;
  bool uniform_control_;
  bool changed_ = false;
  llvm::DenseMap<const llvm::Value*, Shape> shapes_;
  llvm::DenseSet<const llvm::BasicBlock*> divergent_;  // blocks that end in a divergent branch
  llvm::DenseSet<const llvm::Loop*> divergent_loops_;
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> position_;  // in reverse post order
  // Where lanes of different paths meet: the blocks that they come from, those together that lanes
  // may come from at the same time.
  std::map<const llvm::BasicBlock*, llvm::EquivalenceClasses<const llvm::BasicBlock*>> joins_;
};

// The shape of an instruction (not a phi) from those of its operands; kUnknown while one of them
// is. `of` gives the shape of a value.
Shape transfer_shape(const llvm::Instruction& instruction,
                     llvm::function_ref<Shape(const llvm::Value*)> of);

}  // namespace heddle::compiler
