// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/walks.h"

#include "compiler/analysis/polls.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/PatternMatch.h"

namespace heddle::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

// Visits what `value` is made of within the loop, up to what was read, not what stands where that
// points.
void each_part(const Value* value, const Loop& loop, function_ref<void(const Instruction&)> visit) {
  SmallVector<const Value*, 8> work{value};
  SmallPtrSet<const Value*, 16> seen;
  while (!work.empty()) {
    const auto* i = dyn_cast<Instruction>(work.pop_back_val());
    if (!i || !loop.contains(i) || !seen.insert(i).second) continue;
    visit(*i);
    if (!i->mayReadFromMemory()) append_range(work, i->operands());
  }
}

bool is_read_by(const Instruction& walk, const Value* value, const Loop& loop) {
  bool found = false;
  each_part(value, loop, [&](const Instruction& part) { found |= &part == &walk; });
  return found;
}

// Whether a part of `condition` compares what was read with a constant, or with what was read
// before.
bool looks_for_end(const Value* condition, const Instruction& walk, const Loop& loop) {
  const Value *a = nullptr, *b = nullptr;
  if (match(condition, m_Not(m_Value(a)))) return looks_for_end(a, walk, loop);
  if (match(condition, m_LogicalOr(m_Value(a), m_Value(b))) ||
      match(condition, m_LogicalAnd(m_Value(a), m_Value(b))))
    return looks_for_end(a, walk, loop) || looks_for_end(b, walk, loop);
  if (!is_read_by(walk, condition, loop)) return false;
  const auto* comparison = dyn_cast<CmpInst>(condition);
  if (!comparison) return true;  // a bit of it
  const auto from_outside = [&](const Value* side) {
    return !isa<Constant>(side) && loop.isLoopInvariant(side);
  };
  return !from_outside(comparison->getOperand(0)) && !from_outside(comparison->getOperand(1));
}

}  // namespace

bool is_walk(const Instruction& load, const Loop& loop) {
  return isa<LoadInst>(load) && is_computed_from(address_of(load), loop,
                                                 [&](const Instruction& i) { return &i == &load; });
}

bool finds_end(const Instruction& walk, const Loop& loop) {
  SmallVector<BasicBlock*, 8> exiting;
  loop.getExitingBlocks(exiting);
  return any_of(exiting, [&](const BasicBlock* block) {
    const auto* branch = dyn_cast<BranchInst>(block->getTerminator());
    return !branch ||
           (branch->isConditional() && looks_for_end(branch->getCondition(), walk, loop));
  });
}

Rings::Rings(const Loop& loop) : loop_(loop) {
  for (const auto& phi : loop.getHeader()->phis()) {
    each_part(&phi, loop, [&](const Instruction& part) {
      if (is_walk(part, loop) && !finds_end(part, loop)) walks_.insert(&part);
    });
  }
}

bool Rings::is_read_by(const LoadInst& load) const {
  if (walks_.empty()) return false;
  const auto is_one = [&](const Instruction& i) { return walks_.contains(&i); };
  return is_computed_from(&load, loop_, is_one) && is_written(load);
}

}  // namespace heddle::compiler
