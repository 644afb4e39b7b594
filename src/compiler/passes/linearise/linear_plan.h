// SPDX-License-Identifier: Apache-2.0
// Where control goes after each block once divergent branches are gone (see linearise.h).
//
// The order of blocks follows Moll and Hack, "Partial control-flow linearization" (PLDI 2018):
// where a divergent branch would choose, the earliest successor comes next and the others wait.
#pragma once

#include <vector>

#include "compiler/analysis/shape_analysis.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"

namespace heddle::compiler {

class LinearPlan {
 public:
  using Waiting = llvm::SmallSetVector<llvm::BasicBlock*, 8>;

  struct Step {
    // A way out of the block. `intended` is the successor of the original branch that it stands
    // for, null when control merely passes to the next waiting block.
    struct Exit {
      llvm::BasicBlock* target = nullptr;
      llvm::BasicBlock* intended = nullptr;
    };
    llvm::SmallVector<Exit, 2> exits;  // one, or two in the order of the branch's successors
    bool back_if_any = false;  // divergent latch: exits[0] is the header, taken if any lane goes
    llvm::BasicBlock* skip = nullptr;  // where to go when no lane runs the block (guarded blocks)
    bool guarded = false;
    Waiting waiting;  // blocks that may have lanes when this one runs
  };

  // All three outlive the plan.
  LinearPlan(llvm::Function& function, llvm::LoopInfo& loops, const ShapeAnalysis& shapes)
      : function_(function), loops_(loops), shapes_(shapes) {}

  void make();

  llvm::ArrayRef<llvm::BasicBlock*> order() const { return order_; }
  const Step& after(llvm::BasicBlock* block) const { return steps_.find(block)->second; }
  // The earliest predecessor in the order.
  llvm::BasicBlock* first_sender(llvm::BasicBlock* block) const {
    return first_sender_.lookup(block);
  }

 private:
  bool sweep();
  void guard();
  bool is_back_edge(const llvm::BasicBlock* from, const llvm::BasicBlock* to) const {
    return index_.lookup(to) <= index_.lookup(from);
  }

  llvm::Function& function_;
  llvm::LoopInfo& loops_;
  const ShapeAnalysis& shapes_;
  std::vector<llvm::BasicBlock*> order_;
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> index_;
  llvm::DenseMap<llvm::BasicBlock*, llvm::BasicBlock*> first_sender_;
  llvm::DenseMap<llvm::BasicBlock*, Step> steps_;
};

}  // namespace heddle::compiler
