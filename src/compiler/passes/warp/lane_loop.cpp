// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/lane_loop.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

bool has_only_user(const Value& value, const Value* user) {
  return value.hasOneUse() && *value.user_begin() == user;
}

// Scalars that every part computes for itself.
bool is_number(const Instruction& instruction) {
  return isa<BinaryOperator, UnaryOperator, CmpInst, CastInst, SelectInst, FreezeInst>(
             instruction) &&
         none_of(instruction.operand_values(),
                 [](const Value* operand) { return operand->getType()->isVectorTy(); });
}

bool is_lane_by_lane(const Instruction& instruction) {
  if (!is_of_all_lanes(instruction.getType())) return false;
  if (splat_number(&instruction)) return true;
  for (const auto* operand : instruction.operand_values()) {
    if (operand->getType()->isVectorTy() && !is_of_all_lanes(operand->getType())) return false;
  }
  if (isa<BinaryOperator, UnaryOperator, CmpInst, SelectInst, FreezeInst>(instruction)) return true;
  if (isa<CastInst>(instruction)) return is_of_all_lanes(instruction.getOperand(0)->getType());
  const auto* call = dyn_cast<IntrinsicInst>(&instruction);
  return call && isTriviallyVectorizable(call->getIntrinsicID()) && !call->mayHaveSideEffects() &&
         !call->mayReadFromMemory();
}

// What becomes of one lane for which a mask is found empty. A value stands for itself, for
// `nothing_` (a mask in which the lane is not set), or for `kept_`: what the lane leaves the loop
// with.
class EmptyLane {
 public:
  EmptyLane(const LaneLoop& loop, const PHINode& result)
      : loop_(loop),
        kept_(&result),
        nothing_(Constant::getNullValue(
            FixedVectorType::get(Type::getInt1Ty(result.getContext()), kLanes))) {}

  bool keeps_from(const LaneExit& exit) {
    known_ = {{exit.mask, nothing_}};
    walk();
    const auto* value = stands_for(kept_->getIncomingValueForBlock(exit.block));
    for (const auto& [block, what] : leaving(exit.block)) {
      if (what != value) return false;
    }
    Known next;
    for (const auto& phi : loop_.path.front()->phis()) {
      const auto* comes = coming(phi);
      if (comes == nothing_) next[&phi] = nothing_;
      if (comes == value && value != nothing_) next[&phi] = kept_;
    }
    // What does not change, the value may be, too.
    const auto* target = value == nothing_ || is_constant(value) ? value : kept_;
    return keeps_around(std::move(next), target);
  }

 private:
  using Known = DenseMap<const Value*, const Value*>;

  // Whether iterations that begin with `next` all end with `target`, and with what they began with.
  bool keeps_around(Known next, const Value* target) {
    while (true) {
      known_ = next;
      walk();
      Known still;
      for (const auto& [phi, value] : next) {
        if (coming(*cast<PHINode>(phi)) == value) still[phi] = value;
      }
      if (still.size() == next.size()) break;
      next = std::move(still);
    }
    return all_of(leaving(nullptr), [&](const auto& exit) { return exit.second == target; });
  }

  bool is_constant(const Value* value) const {
    const auto* instruction = dyn_cast<Instruction>(value);
    return !instruction || !is_contained(loop_.path, instruction->getParent());
  }

  const Value* coming(const PHINode& phi) const {
    return stands_for(phi.getIncomingValueForBlock(loop_.path.back()));
  }

  // At the exits behind `block`, or at all, what the lane would leave with.
  SmallVector<std::pair<const BasicBlock*, const Value*>, 4> leaving(
      const BasicBlock* block) const {
    SmallVector<std::pair<const BasicBlock*, const Value*>, 4> result;
    bool behind = !block;
    for (const auto& exit : loop_.exits) {
      if (behind) {
        result.push_back({exit.block, stands_for(kept_->getIncomingValueForBlock(exit.block))});
      }
      behind |= exit.block == block;
    }
    return result;
  }

  const Value* stands_for(const Value* value) const {
    const auto found = known_.find(value);
    return found == known_.end() ? value : found->second;
  }

  void walk() {
    for (const auto* block : loop_.path) {
      for (const auto& instruction : *block) {
        if (known_.contains(&instruction)) continue;
        const auto* value = of(instruction);
        if (value != &instruction) known_[&instruction] = value;
      }
    }
  }

  const Value* of(const Instruction& instruction) const {
    const auto operand = [&](unsigned i) { return stands_for(instruction.getOperand(i)); };
    if (isa<SelectInst>(instruction)) {
      if (operand(0) == nothing_) return operand(2);
      if (operand(1) == operand(2)) return operand(1);
    }
    if (isa<FreezeInst>(instruction) && operand(0) == nothing_) return nothing_;
    if (instruction.getOpcode() == Instruction::And &&
        (operand(0) == nothing_ || operand(1) == nothing_)) {
      return nothing_;
    }
    if (instruction.getOpcode() == Instruction::Or) {
      if (operand(0) == nothing_) return operand(1);
      if (operand(1) == nothing_) return operand(0);
    }
    return &instruction;
  }

  const LaneLoop& loop_;
  const PHINode* kept_;
  const Value* nothing_;
  Known known_;
};

}  // namespace

Value* splat_number(const Value* value) {
  const auto* shuffle = dyn_cast<ShuffleVectorInst>(value);
  if (!shuffle || !shuffle->isZeroEltSplat() || !is_of_all_lanes(shuffle->getType())) {
    return nullptr;
  }
  const auto* insert = dyn_cast<InsertElementInst>(shuffle->getOperand(0));
  const auto* index = insert ? dyn_cast<ConstantInt>(insert->getOperand(2)) : nullptr;
  return index && index->isZero() ? insert->getOperand(1) : nullptr;
}

Value* tested_mask(const BranchInst& branch, const BasicBlock* after) {
  const auto* test = dyn_cast<ICmpInst>(branch.getCondition());
  if (!test || !test->isEquality() || !has_only_user(*test, &branch)) return nullptr;
  const bool leaves_if_equal = test->getPredicate() == ICmpInst::ICMP_EQ;
  if (branch.getSuccessor(leaves_if_equal ? 0 : 1) != after) return nullptr;
  const auto* bits = dyn_cast<BitCastInst>(test->getOperand(0));
  const auto* zero = dyn_cast<ConstantInt>(test->getOperand(1));
  if (!bits || !zero || !zero->isZero() || !has_only_user(*bits, test)) return nullptr;
  auto* mask = bits->getOperand(0);
  return is_of_all_lanes(mask->getType()) && mask->getType()->isIntOrIntVectorTy(1) ? mask
                                                                                    : nullptr;
}

bool read_lane_loop(const Loop& loop, LaneLoop& result) {
  result.preheader = loop.getLoopPreheader();
  result.after = loop.getUniqueExitBlock();
  if (!loop.isInnermost() || !result.preheader || !result.after || !loop.getLoopLatch() ||
      any_of(predecessors(result.after), [&](const auto* p) { return !loop.contains(p); })) {
    return false;
  }
  SmallPtrSet<const Value*, 8> tests;
  auto* block = loop.getHeader();
  do {
    result.path.push_back(block);
    if (block != loop.getHeader() && isa<PHINode>(block->front())) return false;
    auto* branch = dyn_cast<BranchInst>(block->getTerminator());
    if (!branch) return false;
    if (branch->isUnconditional()) {
      block = branch->getSuccessor(0);
      continue;
    }
    const bool first = branch->getSuccessor(0) == result.after;
    if (first == (branch->getSuccessor(1) == result.after)) return false;
    auto* mask = tested_mask(*branch, result.after);
    if (mask) {
      tests.insert(branch->getCondition());
      tests.insert(cast<Instruction>(branch->getCondition())->getOperand(0));
    }
    result.exits.push_back({block, mask});
    block = branch->getSuccessor(first ? 1 : 0);
  } while (block != loop.getHeader() && result.path.size() <= loop.getNumBlocks());
  if (result.path.size() != loop.getNumBlocks() || result.path.back() != loop.getLoopLatch()) {
    return false;
  }
  for (auto* part : result.path) {
    for (auto& instruction : *part) {
      const bool is_known = instruction.isTerminator() || tests.contains(&instruction) ||
                            is_number(instruction) || is_lane_by_lane(instruction) ||
                            (isa<PHINode>(instruction) && (is_of_all_lanes(instruction.getType()) ||
                                                           !instruction.getType()->isVectorTy())) ||
                            (isa<InsertElementInst>(instruction) &&
                             all_of(instruction.users(), [](auto* u) { return splat_number(u); }));
      if (!is_known) return false;
      for (const auto* user : instruction.users()) {
        const auto* at = cast<Instruction>(user);
        const bool stays = loop.contains(at);
        const bool leaves = isa<PHINode>(at) && at->getParent() == result.after &&
                            is_of_all_lanes(instruction.getType());
        if (!stays && !leaves) return false;
      }
    }
  }
  return all_of(result.after->phis(),
                [](const PHINode& phi) { return is_of_all_lanes(phi.getType()); });
}

bool keeps_what_lanes_left_with(const LaneLoop& loop) {
  for (const auto& exit : loop.exits) {
    if (!exit.mask) continue;
    for (const auto& result : loop.after->phis()) {
      if (!EmptyLane(loop, result).keeps_from(exit)) return false;
    }
  }
  return true;
}

}  // namespace heddle::compiler
