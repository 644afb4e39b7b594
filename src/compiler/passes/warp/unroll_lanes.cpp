// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/unroll_lanes.h"

#include <optional>

#include "compiler/analysis/shape.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace heddle::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned kMostInLoop = 4;    // instructions a lane: two or three lanes and one access
constexpr unsigned kMostInAll = 4000;  // of a kernel, for the compile time

// Words go out no faster so where a thread's own array is stored and read in turn (AVX2, a sort of
// eight numbers a thread: 0.86).
bool is_narrow_store(const Instruction& instruction) {
  const auto* store = dyn_cast<StoreInst>(&instruction);
  return store && store->isSimple() &&
         store->getDataLayout().getTypeSizeInBits(store->getValueOperand()->getType()) <= 16;
}

// A loop of one block that walks all lanes and leaves nothing behind but in memory.
struct LaneWalk {
  BranchInst* back;
  Instruction* lane;
  SmallVector<Instruction*, kMostInLoop> body;
};

std::optional<LaneWalk> lane_walk(BasicBlock& block) {
  auto* back = dyn_cast<BranchInst>(block.getTerminator());
  auto* mask = dyn_cast<PHINode>(&block.front());
  if (!back || !back->isConditional() || !mask || !mask->getType()->isIntegerTy(kLanes) ||
      !block.hasNPredecessors(2) || mask->getBasicBlockIndex(&block) < 0) {
    return {};
  }
  auto* begin = mask->getIncomingValue(1 - mask->getBasicBlockIndex(&block));
  auto* next = dyn_cast<Instruction>(mask->getIncomingValueForBlock(&block));
  if (!match(begin, m_AllOnes()) || !next || !next->hasNUses(2)) return {};
  if (!match(next, m_c_And(m_Specific(mask), m_c_Add(m_Specific(mask), m_AllOnes())))) return {};
  auto* test = dyn_cast<ICmpInst>(back->getCondition());
  if (!test || !test->isEquality() || test->getOperand(0) != next ||
      !match(test->getOperand(1), m_Zero()) || !test->hasOneUse()) {
    return {};
  }
  if (back->getSuccessor(test->getPredicate() == ICmpInst::ICMP_NE ? 0 : 1) != &block) return {};
  LaneWalk walk{back, nullptr, {}};
  for (auto& instruction :
       make_range(std::next(block.begin()), block.getTerminator()->getIterator())) {
    if (isa<PHINode>(instruction)) return {};
    if (&instruction == next || &instruction == test || isa<DbgInfoIntrinsic>(instruction) ||
        match(&instruction, m_c_Add(m_Specific(mask), m_AllOnes()))) {
      continue;
    }
    if (match(&instruction, m_Intrinsic<Intrinsic::cttz>(m_Specific(mask))) && !walk.lane) {
      walk.lane = &instruction;
      continue;
    }
    if (isa<CallBase>(instruction) || is_contained(instruction.operand_values(), mask)) return {};
    if (instruction.mayReadOrWriteMemory() && !is_narrow_store(instruction)) return {};
    walk.body.push_back(&instruction);
  }
  if (!walk.lane || walk.body.size() > kMostInLoop) return {};
  for (const auto& instruction : block) {
    if (any_of(instruction.users(),
               [&](const User* user) { return cast<Instruction>(user)->getParent() != &block; })) {
      return {};
    }
  }
  return walk;
}

void unroll(const LaneWalk& walk) {
  auto& block = *walk.back->getParent();
  const SimplifyQuery query(block.getDataLayout());
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    ValueToValueMapTy known;
    known[walk.lane] = ConstantInt::get(walk.lane->getType(), lane);
    for (auto* instruction : walk.body) {
      auto* copy = instruction->clone();
      copy->insertBefore(walk.back->getIterator());
      RemapInstruction(copy, known, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      auto* value = copy->getType()->isVoidTy() ? nullptr : simplifyInstruction(copy, query);
      known[instruction] = value ? value : copy;
      if (value && !copy->mayHaveSideEffects()) copy->eraseFromParent();
    }
  }
  auto* mask = cast<PHINode>(&block.front());
  auto* test = cast<Instruction>(walk.back->getCondition());
  auto* after = walk.back->getSuccessor(walk.back->getSuccessor(0) == &block ? 1 : 0);
  IRBuilder<>(walk.back).CreateBr(after);
  walk.back->eraseFromParent();
  test->eraseFromParent();
  for (auto* instruction : reverse(walk.body)) instruction->eraseFromParent();
  walk.lane->eraseFromParent();
  auto* next = cast<Instruction>(mask->getIncomingValueForBlock(&block));
  mask->removeIncomingValue(&block, /*DeletePHIIfEmpty=*/false);
  mask->replaceAllUsesWith(mask->getIncomingValue(0));
  mask->eraseFromParent();
  next->eraseFromParent();
}

}  // namespace

unsigned unroll_lanes(Function& function) {
  unsigned changed = 0, made = 0;
  for (auto& block : function) {
    const auto walk = lane_walk(block);
    if (!walk || made + kLanes * walk->body.size() > kMostInAll) continue;
    made += kLanes * walk->body.size();
    unroll(*walk);
    ++changed;
  }
  return changed;
}

}  // namespace heddle::compiler
