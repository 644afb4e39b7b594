// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/thread/switch_at_accesses.h"

#include "compiler/analysis/waiting_loops.h"
#include "compiler/ir/pseudo.h"
#include "compiler/passes/each.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// The thread's own variables, constants, and the context of the block.
bool is_of_nobody_else(const Value* pointer) {
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(pointer, objects);
  return all_of(objects, [](const Value* object) {
    if (isa<AllocaInst>(object)) return true;
    if (const auto* variable = dyn_cast<GlobalVariable>(object)) return variable->isConstant();
    return pseudo::is(object, pseudo::kBlock) || pseudo::is(object, pseudo::kAlloca) ||
           pseudo::is(object, pseudo::kWarpAlloca);
  });
}

bool others_see(const Instruction& i) {
  if (const auto* copy = dyn_cast<AnyMemTransferInst>(&i)) {
    return !is_of_nobody_else(copy->getRawDest()) || !is_of_nobody_else(copy->getRawSource());
  }
  if (const auto* set = dyn_cast<AnyMemSetInst>(&i)) return !is_of_nobody_else(set->getRawDest());
  if (i.hasMetadata(LLVMContext::MD_invariant_load)) return false;
  if (const auto* load = dyn_cast<LoadInst>(&i))
    return !is_of_nobody_else(load->getPointerOperand());
  if (const auto* store = dyn_cast<StoreInst>(&i)) {
    return !is_of_nobody_else(store->getPointerOperand());
  }
  return isa<AtomicRMWInst>(i) || isa<AtomicCmpXchgInst>(i);
}

SmallPtrSet<const BasicBlock*, 8> blocks_of_waits(Function& function) {
  const DominatorTree dominators(function);
  const LoopInfo loops(dominators);
  SmallPtrSet<const BasicBlock*, 8> blocks;
  for (const auto* loop : loops.getLoopsInPreorder()) {
    if (effects_of_waiting_loop(*loop)) blocks.insert(loop->block_begin(), loop->block_end());
  }
  return blocks;
}

}  // namespace

unsigned switch_at_accesses(Compilation& c) {
  if (!c.request.switches) return 0;
  c.stands_alone = false;  // blocks change places, too
  unsigned count = 0;
  for (auto* function : defined(*c.module)) {
    const auto waits = blocks_of_waits(*function);
    SmallVector<Instruction*, 32> places;
    for (auto& i : instructions(*function)) {
      if (!waits.contains(i.getParent()) && others_see(i)) places.push_back(&i);
    }
    for (auto* place : places) {
      IRBuilder<> b(place);
      pseudo::call(b, pseudo::kSwitch);
    }
    count += places.size();
  }
  return count;
}

}  // namespace heddle::compiler
