// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/scalar/stretches.h"

#include "compiler/analysis/lanes_that_wait.h"
#include "compiler/analysis/waiting_loops.h"
#include "compiler/ir/matrix_ops.h"
#include "compiler/ir/pseudo.h"
#include "compiler/ir/warp_ops.h"
#include "compiler/passes/scalar/insert_yields.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Waiting loops of a kernel, and operations of some lanes in a stretch.
constexpr unsigned kMostLoops = 12, kMostOperations = 8;
// Ways back, each times what a lane holds, as vectors. Each takes up to 4 ms to compile.
constexpr unsigned kMostKept = 400;

bool is_yield(const Instruction& i) {
  return pseudo::is(&i, pseudo::kYield) || pseudo::is(&i, pseudo::kYieldAtTimes);
}

// Whether lanes meet or wait nowhere in the function and what it calls.
bool is_of_each_lane(const Function& function, SmallPtrSetImpl<const Function*>& seen) {
  if (!seen.insert(&function).second) return true;
  return all_of(instructions(function), [&](const Instruction& i) {
    const auto* call = dyn_cast<CallInst>(&i);
    if (!call) return true;
    const auto* callee = call->getCalledFunction();
    if (!callee || is_yield(i) || is_matrix_op(*call)) return false;
    return callee->isDeclaration() ? !call->isConvergent() : is_of_each_lane(*callee, seen);
  });
}

// What a part of the lanes can do while the others are elsewhere.
bool can_be_alone(const Instruction& i) {
  const auto* call = dyn_cast<CallInst>(&i);
  if (!call) return true;
  const auto* callee = call->getCalledFunction();
  if (!callee || is_matrix_op(*call)) return false;
  SmallPtrSet<const Function*, 8> seen;
  if (!callee->isDeclaration()) return is_of_each_lane(*callee, seen);
  for (const auto name : {pseudo::kYield, pseudo::kYieldAtTimes, pseudo::kProgress,
                          pseudo::kMbarrier, pseudo::kMbarrierPhase, pseudo::kCopy}) {
    if (pseudo::is(call, name)) return true;
  }
  return !call->isConvergent() || warp_op_row(*call) ||
         callee->getIntrinsicID() == Intrinsic::nvvm_nanosleep;
}

bool is_meeting(const Instruction& i) {
  const auto* call = dyn_cast<CallInst>(&i);
  if (call && is_matrix_op(*call)) return true;  // takes words of all lanes
  return (all_lanes_meet(i) && !is_split_barrier(i)) || names_all_lanes(i);
}

// How many values of the block lie in memory while edges are moved: those that are used elsewhere,
// or behind an operation, where the block is split.
unsigned kept_values(const BasicBlock& block) {
  SmallDenseMap<const Instruction*, unsigned, 32> part_of;
  unsigned part = 0;
  for (const auto& i : block) part_of[&i] = members_of(i) ? ++part : part;
  return static_cast<unsigned>(count_if(block, [&](const Instruction& i) {
    return isa<PHINode>(i) || any_of(i.users(), [&](const User* user) {
             const auto found = part_of.find(cast<Instruction>(user));
             return isa<PHINode>(user) || found == part_of.end() || found->second != part_of[&i];
           });
  }));
}

bool is_possible(const Stretch& stretch, const Blocks& blocks) {
  unsigned loops = 0, operations = 0, kept = 0;
  for (const auto* block : blocks) {
    kept += kept_values(*block);
    for (const auto& i : *block) {
      if (&i == stretch.meet) break;
      if (!can_be_alone(i)) return false;
      operations += members_of(i) != nullptr;
      loops += is_yield(i);
    }
  }
  return operations <= kMostOperations && (loops + operations) * kept <= kMostKept;
}

}  // namespace

Blocks blocks_of(const Stretch& stretch) {
  Blocks blocks;
  blocks.insert_range(successors(stretch.from->getParent()));
  for (unsigned k = 0; k < blocks.size(); ++k) {
    if (blocks[k] != stretch.meet->getParent()) blocks.insert_range(successors(blocks[k]));
  }
  return blocks;
}

CallInst* yield_of(const Loop& loop) {
  for (auto& i : *loop.getLoopLatch()) {
    if (is_yield(i)) return cast<CallInst>(&i);
  }
  return nullptr;
}

bool waits(const Function& function) {
  return any_of(instructions(function), is_yield);
}

Value* members_of(const Instruction& i) {
  const auto* call = dyn_cast<CallInst>(&i);
  const auto* row = call ? warp_op_row(*call) : nullptr;
  return row ? WarpOpRow::argument(*call, row->members) : nullptr;
}

Stretches::Stretches(Function& function)
    : dominators_(function), post_dominators_(function), loops_(dominators_) {}

std::optional<SmallVector<Stretch, 2>> Stretches::find() const {
  SmallVector<Stretch, 2> found;
  if (count_if(loops_.getLoopsInPreorder(), [](auto* loop) { return yield_of(*loop); }) >
      kMostLoops)
    return std::nullopt;
  for (auto* loop : loops_.getLoopsInPreorder()) {
    const auto* yield = yield_of(*loop);
    const bool needed = yield && yield->hasMetadata(kAmongLanes);
    if (!needed && !(yield && yield->hasMetadata(kMaybeAmongLanes))) continue;
    const bool has_one = any_of(found, [&](const Stretch& stretch) {
      return blocks_of(stretch).contains(loop->getHeader());
    });
    if (has_one) continue;
    const auto stretch = of(*loop);
    if (stretch) {
      found.push_back(*stretch);
    } else if (needed) {
      return std::nullopt;
    }
  }
  return found;
}

std::optional<Stretch> Stretches::of(const Loop& loop) const {
  for (const auto* inner = &loop;; inner = inner->getParentLoop()) {
    if (auto stretch = from(*inner->getLoopPreheader(), inner->getParentLoop())) return stretch;
    if (!inner->getParentLoop()) return std::nullopt;
  }
}

std::optional<Stretch> Stretches::from(BasicBlock& start, const Loop* around) const {
  const auto* node = post_dominators_.getNode(&start);
  for (node = node ? node->getIDom() : nullptr; node && node->getBlock(); node = node->getIDom()) {
    auto& block = *node->getBlock();
    if (around && (!around->contains(&block) || &block == around->getHeader())) break;
    if (loops_.getLoopFor(&block) != around) continue;
    const auto meets = find_if(block, is_meeting);
    auto* end = block.getTerminator();
    if (meets != block.end()) return between(start, *meets, around);
    if (isa<ReturnInst>(end)) return between(start, *end, around);
  }
  return std::nullopt;
}

std::optional<Stretch> Stretches::between(BasicBlock& start, Instruction& meet,
                                          const Loop* around) const {
  auto* first = &start;
  for (;;) {
    const Stretch stretch{first->getTerminator(), &meet};
    const auto blocks = blocks_of(stretch);
    auto* dominator = first;
    for (auto* block : blocks) dominator = dominators_.findNearestCommonDominator(dominator, block);
    if (blocks.contains(first) || loops_.getLoopFor(first) != around) return std::nullopt;
    if (dominator == first)
      return is_possible(stretch, blocks) ? std::optional(stretch) : std::nullopt;
    first = dominator;
  }
}

}  // namespace heddle::compiler
