// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/loop_rounds.h"

#include <algorithm>

#include "compiler/passes/probe/counted_functions.h"
#include "compiler/passes/probe/instruction_class.h"
#include "compiler/passes/probe/joined_integers.h"
#include "compiler/passes/probe/note_steps.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Whether the loop goes on by comparing what grows by a constant in each round.
bool counts_by_constant(const Loop& loop) {
  const auto* latch = loop.getLoopLatch();
  if (!latch) return false;
  for (const auto& phi : loop.getHeader()->phis()) {
    if (!phi.getType()->isIntegerTy()) continue;
    const auto* next = dyn_cast<BinaryOperator>(phi.getIncomingValueForBlock(latch));
    if (!next || next->getOpcode() != Instruction::Add || next->getOperand(0) != &phi ||
        !isa<ConstantInt>(next->getOperand(1))) {
      continue;
    }
    const auto is_compared = [](const Value& value) {
      return any_of(value.users(), [](const User* user) { return isa<ICmpInst>(user); });
    };
    if (is_compared(phi) || is_compared(*next)) return true;
  }
  return false;
}

// Whether clang has made one round of several: then it compares with the number of rounds without
// the last few, and tells those behind it not to.
bool is_unrolled(const Loop& loop) {
  const auto* latch = loop.getLoopLatch();
  const auto* branch = latch ? dyn_cast<BranchInst>(latch->getTerminator()) : nullptr;
  const auto* compare =
      branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
  if (!compare || !compare->isEquality()) return false;
  return any_of(compare->operands(), [](const Value* operand) {
    const auto* last = dyn_cast<BinaryOperator>(operand);
    const auto* mask = last && last->getOpcode() == Instruction::And
                           ? dyn_cast<ConstantInt>(last->getOperand(1))
                           : nullptr;
    const auto low = mask ? mask->getValue().countr_zero() : 0;
    return low >= 1 && low <= 4;
  });
}

// As ptxas of CUDA 13 makes it of small loops: 16 rounds are one, also where clang has made four of
// them one already.
std::uint32_t together_log2(const Loop& loop) {
  struct Limit {
    unsigned size, log2;
  };
  constexpr Limit kLimits[] = {{12, 4}, {25, 2}, {45, 1}};
  if (!loop.isInnermost() || !counts_by_constant(loop) || has_noted_step(loop)) return 0;
  if (hasDisableAllTransformsHint(&loop) || hasUnrollTransformation(&loop) == TM_SuppressedByUser) {
    return 0;  // #pragma unroll 1
  }
  unsigned size = 0;
  for (auto* block : loop.blocks()) {
    for (auto& i : *block) {
      // LLVM counts before a GPU's instructions are chosen.
      if (const auto classed = class_of(i)) {
        size += classed->count;
      } else if (is_joined(i)) {
        ++size;
      }
    }
  }
  const auto* limit = find_if(kLimits, [&](const Limit& row) { return size <= row.size; });
  if (limit == std::end(kLimits)) return 0;
  return is_unrolled(loop) ? std::min(limit->log2, 2u) : limit->log2;
}

bool has_rare_ways(const Loop& loop) {
  return any_of(loop.blocks(), [](const BasicBlock* block) {
    return any_of(*block, [](const Instruction& i) { return has_rare_way(counted_function(i)); });
  });
}

}  // namespace

LoopRounds loop_rounds(const Loop& loop, StoreOrder& order) {
  // Where it ends at several places, as when something is found, no round begins before the one
  // before has looked.
  if (!loop.getExitingBlock()) return {};
  const auto together = together_log2(loop);
  return {together, together == 0 || has_rare_ways(loop) || order.keeps_rounds_apart(loop)};
}

}  // namespace heddle::compiler
