// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/note_steps.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "probes/event.h"
#include "probes/site.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr const char* kMark = "heddle.step_of_launch";
constexpr const char* kAhead = "heddle.copies_ahead";

bool is_block_dim(const Value& value) {
  const auto* call = dyn_cast<CallInst>(&value);
  const auto* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName().starts_with("llvm.nvvm.read.ptx.sreg.ntid.");
}

// blockDim, or what arithmetic alone makes of it.
bool is_of_block_dim(const Value& value, unsigned depth = 0) {
  constexpr unsigned kDeepest = 6;
  if (is_block_dim(value)) return true;
  const auto* i = dyn_cast<Instruction>(&value);
  if (!i || depth == kDeepest || !isa<BinaryOperator, CastInst>(i)) return false;
  return any_of(i->operand_values(),
                [&](const Value* operand) { return is_of_block_dim(*operand, depth + 1); });
}

bool grows_by_block_dim(const Loop& loop) {
  const auto* latch = loop.getLoopLatch();
  if (!latch) return false;
  return any_of(loop.getHeader()->phis(), [&](const PHINode& phi) {
    const auto* next = dyn_cast<BinaryOperator>(phi.getIncomingValueForBlock(latch));
    if (!phi.getType()->isIntegerTy() || !next || next->getOpcode() != Instruction::Add) {
      return false;
    }
    const auto* step = next->getOperand(next->getOperand(0) == &phi ? 1 : 0);
    return is_of_block_dim(*step);
  });
}

// Of its own blocks, not those of loops in it.
unsigned groups_left(const Loop& loop, const LoopInfo& loops) {
  std::uint64_t most = 0;
  for (const auto* block : loop.blocks()) {
    if (loops.getLoopFor(block) != &loop) continue;
    for (const auto& i : *block) {
      const auto* call = dyn_cast<CallInst>(&i);
      const auto* callee = call ? call->getCalledFunction() : nullptr;
      if (!callee || callee->getName() != "__heddle_async") continue;
      const auto* op = dyn_cast<ConstantInt>(call->getArgOperand(0));
      const auto* groups = dyn_cast<ConstantInt>(call->getArgOperand(3));
      if (!op || !groups) continue;
      if (op->getZExtValue() != static_cast<std::uint64_t>(probes::AsyncOp::kWait)) continue;
      most = std::max(most, groups->getZExtValue());
    }
  }
  return static_cast<unsigned>(most);
}

}  // namespace

unsigned note_steps(Compilation& c) {
  if (!c.request.probes || !probes::has(c.request.probe_mask, probes::Event::kCount)) return 0;
  unsigned count = 0;
  for (auto& function : *c.module) {
    if (function.isDeclaration()) continue;
    const DominatorTree dominators(function);
    const LoopInfo loops(dominators);
    for (auto* loop : loops.getLoopsInPreorder()) {
      const auto mark = [&](const char* name, unsigned number) {
        if (number == 0) return;
        addStringMetadataToLoop(loop, name, number);
        ++count;
      };
      const bool is_of_launch = grows_by_block_dim(*loop);
      mark(kMark, is_of_launch ? 1 : 0);
      // Here it may be known that it has few rounds; they are counted as rounds.
      if (is_of_launch) addStringMetadataToLoop(loop, "llvm.loop.unroll.disable", 1);
      mark(kAhead, groups_left(*loop, loops));
    }
  }
  return count;
}

bool has_noted_step(const Loop& loop) {
  return findOptionMDForLoop(&loop, kMark) != nullptr;
}

unsigned copies_ahead(const Loop& loop) {
  return static_cast<unsigned>(getOptionalIntLoopAttribute(&loop, kAhead).value_or(0));
}

}  // namespace heddle::compiler
