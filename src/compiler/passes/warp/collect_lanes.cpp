// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/collect_lanes.h"

#include "compiler/ir/lane_array.h"
#include "compiler/ir/preheader.h"
#include "image/kernel_abi.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// A vector into which each round of a loop puts a lane, and that nobody looks at meanwhile.
struct Collected {
  PHINode* so_far;
  InsertElementInst* insert;
  Loop* loop;
  BasicBlock* exiting;
};

std::optional<Collected> collected(PHINode& phi, Loop& loop) {
  const auto* type = dyn_cast<FixedVectorType>(phi.getType());
  auto* latch = loop.getLoopLatch();
  auto* exiting = loop.getExitingBlock();
  if (!type || !latch || !exiting || !loop.getExitBlock() ||
      !is_lane_array(*type, phi.getDataLayout()) || !phi.hasOneUse()) {
    return std::nullopt;
  }
  auto* insert = dyn_cast<InsertElementInst>(phi.getIncomingValueForBlock(latch));
  if (!insert || insert->getOperand(0) != &phi || isa<ConstantInt>(insert->getOperand(2)) ||
      !loop.contains(insert)) {
    return std::nullopt;
  }
  for (const auto* user : insert->users()) {
    if (user != &phi && loop.contains(cast<Instruction>(user))) return std::nullopt;
  }
  return Collected{&phi, insert, &loop, exiting};
}

void put_into_memory(const Collected& c, DominatorTree& dominators, LoopInfo& loops) {
  auto& entry = c.so_far->getFunction()->getEntryBlock();
  auto* type = cast<FixedVectorType>(c.so_far->getType());
  IRBuilder<> b(&*entry.getFirstInsertionPt());
  auto* place = b.CreateAlloca(type, nullptr, "collected");
  place->setAlignment(Align(abi::kVectorAlign));
  auto* before = preheader(*c.loop, dominators, loops);
  auto* first = c.so_far->getIncomingValueForBlock(before);
  if (!isa<UndefValue>(first)) {
    b.SetInsertPoint(before->getTerminator());
    b.CreateAlignedStore(first, place, place->getAlign());
  }
  b.SetInsertPoint(c.insert);
  // An index beyond the last lane would be poison.
  auto* index = c.insert->getOperand(2);
  index = b.CreateAnd(index, ConstantInt::get(index->getType(), type->getNumElements() - 1));
  b.CreateStore(c.insert->getOperand(1), b.CreateInBoundsGEP(type->getElementType(), place, index));

  // All that look at it stand behind the one way out.
  auto* behind = SplitEdge(c.exiting, c.loop->getExitBlock(), &dominators, &loops);
  for (auto& phi : make_early_inc_range(behind->phis())) {  // made by the split
    if (phi.hasConstantValue() != c.insert) continue;
    phi.replaceAllUsesWith(c.insert);
    phi.eraseFromParent();
  }
  b.SetInsertPoint(behind->getTerminator());
  auto* all = b.CreateAlignedLoad(type, place, place->getAlign());
  c.insert->replaceUsesWithIf(all, [&](const Use& use) { return use.getUser() != c.so_far; });
  c.so_far->replaceAllUsesWith(PoisonValue::get(type));
  c.so_far->eraseFromParent();
  c.insert->eraseFromParent();
}

}  // namespace

unsigned collect_lanes(Function& function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  SmallVector<Collected, 8> all;
  for (auto* loop : loops.getLoopsInPreorder()) {
    for (auto& phi : loop->getHeader()->phis()) {
      const auto found = collected(phi, *loop);
      if (found && dominators.dominates(found->insert, found->exiting->getTerminator())) {
        all.push_back(*found);
      }
    }
  }
  for (const auto& one : all) put_into_memory(one, dominators, loops);
  return all.size();
}

}  // namespace heddle::compiler
