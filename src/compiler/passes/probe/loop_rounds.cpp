// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/loop_rounds.h"

#include "compiler/passes/probe/counted_functions.h"
#include "compiler/passes/probe/instruction_class.h"
#include "compiler/passes/probe/joined_integers.h"
#include "llvm/IR/Instructions.h"

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

// Those that do not make the code longer than 75 instructions, as LLVM has it for NVPTX
// (UnrollingPreferences::PartialThreshold), and no more than four.
std::uint32_t together_log2(const Loop& loop) {
  constexpr unsigned kLongest = 75, kMostLog2 = 2;
  if (!loop.isInnermost() || !counts_by_constant(loop)) return 0;
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
  std::uint32_t log2 = kMostLog2;
  while (log2 > 0 && size << log2 > kLongest) --log2;
  return log2;
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
