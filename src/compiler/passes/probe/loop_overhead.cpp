// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/loop_overhead.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// It grows by a constant in each round.
bool counts(const PHINode& phi, const BasicBlock* latch) {
  const auto at = phi.getBasicBlockIndex(latch);
  if (at < 0 || !phi.getType()->isIntegerTy()) return false;
  const auto* next = dyn_cast<BinaryOperator>(phi.getIncomingValue(static_cast<unsigned>(at)));
  return next && next->getOpcode() == Instruction::Add && next->getOperand(0) == &phi &&
         isa<ConstantInt>(next->getOperand(1));
}

}  // namespace

DenseSet<const Instruction*> loop_overhead(const BasicBlock& block, const Loop& loop) {
  const auto* latch = loop.getLoopLatch();
  // What the loop is there for, and what that is computed from. Behind an address, and behind a
  // counter, is no such thing.
  DenseSet<const Instruction*> work;
  SmallVector<const Value*, 32> waiting;
  for (const auto& i : block) {
    if (const auto* store = dyn_cast<StoreInst>(&i)) {
      waiting.push_back(store->getValueOperand());
    } else if (const auto* phi = dyn_cast<PHINode>(&i)) {
      if (latch && counts(*phi, latch)) continue;
      for (const auto& value : phi->incoming_values()) waiting.push_back(value.get());
    } else if (isa<CallInst, AtomicRMWInst, AtomicCmpXchgInst>(i) && i.mayHaveSideEffects()) {
      for (const auto* operand : i.operand_values()) {
        if (!operand->getType()->isPointerTy()) waiting.push_back(operand);
      }
    } else if (i.isTerminator() && &block != latch) {
      for (const auto* operand : i.operand_values()) waiting.push_back(operand);
    }
    const bool leaves = any_of(i.users(), [&](const User* user) {
      return cast<Instruction>(user)->getParent() != &block;
    });
    const bool is_counter = any_of(i.users(), [&](const User* user) {
      const auto* phi = dyn_cast<PHINode>(user);
      return phi && latch && counts(*phi, latch);
    });
    if (leaves && !is_counter && !i.getType()->isPointerTy()) waiting.push_back(&i);
  }
  while (!waiting.empty()) {
    const auto* made = dyn_cast<Instruction>(waiting.pop_back_val());
    if (!made || made->getParent() != &block || isa<PHINode>(made)) continue;
    if (!work.insert(made).second || isa<LoadInst>(made)) continue;
    for (const auto* operand : made->operand_values()) {
      if (!operand->getType()->isPointerTy()) waiting.push_back(operand);
    }
  }
  DenseSet<const Instruction*> overhead;
  for (const auto& i : block) {
    if (!work.contains(&i) && !i.mayReadOrWriteMemory()) overhead.insert(&i);
  }
  return overhead;
}

}  // namespace heddle::compiler
