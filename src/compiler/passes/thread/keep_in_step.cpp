// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/thread/keep_in_step.h"

#include "compiler/analysis/block_order.h"
#include "compiler/analysis/waiting_loops.h"
#include "compiler/ir/pseudo.h"
#include "compiler/passes/each.h"
#include "compiler/passes/thread/weigh_kernel.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace heddle::compiler {

using namespace llvm;

bool other_lanes_see(const Instruction& i) {
  if (!i.isVolatile() || !i.mayReadOrWriteMemory()) return false;
  const auto* pointer = getLoadStorePointerOperand(&i);
  return !pointer || !isa<AllocaInst>(getUnderlyingObject(pointer));
}

namespace {

bool asks_who_is_active(const Instruction& i) {
  const auto* call = dyn_cast<IntrinsicInst>(&i);
  return call && call->getIntrinsicID() == Intrinsic::nvvm_activemask;
}

// What lanes come to together as vectors: such an access, or the question who is active.
bool is_place(const Instruction& i) {
  return other_lanes_see(i) || asks_who_is_active(i);
}

using IsPlace = bool (*)(const Instruction&);

bool has_places(const Function& function, IsPlace is = is_place) {
  return any_of(instructions(function), is);
}

class Places {
 public:
  Places(Function& function, IsPlace is)
      : function_(function), is_(is), dominators_(function), loops_(dominators_) {}

  // False: there is no order.
  bool find() {
    const auto order = block_order(function_, loops_);
    if (containsIrreducibleCFG<const BasicBlock*>(order, loops_)) return false;
    DenseMap<const Loop*, std::uint32_t> ends;  // index in the order of the loop's last block
    for (std::uint32_t k = 0; k < order.size(); ++k) {
      for (auto* loop = loops_.getLoopFor(order[k]); loop; loop = loop->getParentLoop())
        ends[loop] = k;
    }
    for (std::uint32_t k = 0; k < order.size(); ++k) {
      auto* block = order[k];
      if (!is_in_waiting_loop(block)) places_of(*block);
      // Inner loops end first.
      for (auto* loop = loops_.getLoopFor(block); loop && ends[loop] == k;
           loop = loop->getParentLoop()) {
        end_of(*loop);
      }
    }
    return true;
  }

  unsigned insert() {
    for (auto [before, place] : places_) {
      IRBuilder<> b(before);
      pseudo::call(b, pseudo::kInStep, {b.getInt32(place)});
    }
    return places_.size();
  }

 private:
  bool is_in_waiting_loop(const BasicBlock* block) {
    for (auto* loop = loops_.getLoopFor(block); loop; loop = loop->getParentLoop()) {
      const auto [known, is_new] = waits_.try_emplace(loop);
      if (is_new) known->second = effects_of_waiting_loop(*loop).has_value();
      if (known->second) return true;
    }
    return false;
  }
  void places_of(BasicBlock& block) {
    for (auto& i : block) {
      if (!is_(i)) continue;
      places_.emplace_back(&i, next_++);
      for (auto* loop = loops_.getLoopFor(&block); loop; loop = loop->getParentLoop()) {
        in_step_.insert(loop);
      }
    }
  }
  void end_of(const Loop& loop) {
    if (!in_step_.contains(&loop)) return;
    SmallVector<BasicBlock*, 4> latches;
    loop.getLoopLatches(latches);
    for (auto* latch : latches) places_.emplace_back(latch->getTerminator(), next_);
    ++next_;
  }

  Function& function_;
  const IsPlace is_;
  DominatorTree dominators_;
  LoopInfo loops_;
  DenseMap<const Loop*, bool> waits_;
  SmallPtrSet<const Loop*, 8> in_step_;
  std::vector<std::pair<Instruction*, std::uint32_t>> places_;
  std::uint32_t next_ = 0;
};

}  // namespace

unsigned keep_in_step(Compilation& c) {
  if (!c.hurried && !c.request.reference) return 0;
  const IsPlace is = c.hurried ? is_place : asks_who_is_active;
  unsigned count = 0;
  for (auto* function : defined(*c.module)) {
    if (!has_places(*function, is)) continue;
    Places places(*function, is);
    if (function == c.body && places.find()) {
      count += places.insert();
    } else if (c.hurried) {
      keep_warps(c);
      return 1;
    }
  }
  return count;
}

bool has_loops_in_step(Module& module) {
  if (none_of(module, [](const Function& f) { return has_places(f); })) return false;
  return any_of(module, [](Function& function) {
    if (function.isDeclaration()) return false;
    const DominatorTree dominators(function);
    return !LoopInfo(dominators).empty();
  });
}

}  // namespace heddle::compiler
