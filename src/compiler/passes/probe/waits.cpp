// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/waits.h"

#include "compiler/analysis/polls.h"
#include "compiler/ir/pseudo.h"
#include "compiler/ir/runtime_functions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace heddle::compiler {

using namespace llvm;
using probes::WaitKind;

namespace {

std::optional<WaitKind> clock_read_by(const Instruction& i) {
  const auto* call = dyn_cast<CallInst>(&i);
  const auto* callee = call ? call->getCalledFunction() : nullptr;
  if (!callee) return std::nullopt;
  if (callee->getIntrinsicID() == Intrinsic::readcyclecounter) return WaitKind::kCycles;
  if (callee->getName() == kGlobalTimer) return WaitKind::kNanoseconds;
  return std::nullopt;
}

bool is_nanosleep(const Instruction& i) {
  const auto* call = dyn_cast<IntrinsicInst>(&i);
  return call && call->getIntrinsicID() == Intrinsic::nvvm_nanosleep;
}

// A value of the loop that is made of readings of one clock and of what the loop does not change.
class Reading {
 public:
  explicit Reading(const Loop& loop) : loop_(loop) {}

  bool follow(Value* value) {
    auto* i = dyn_cast<Instruction>(value);
    if (!i || !loop_.contains(i)) return true;
    if (const auto kind = clock_read_by(*i)) {
      const bool is_first = clock == nullptr;
      const bool is_other = !is_first && *kind != this->kind;
      clock = i;
      this->kind = *kind;
      return !is_other;
    }
    if (!isa<CastInst, BinaryOperator, SelectInst, ICmpInst, FreezeInst>(i)) return false;
    return all_of(i->operands(), [&](Value* operand) { return follow(operand); });
  }

  Instruction* clock = nullptr;
  WaitKind kind{};

 private:
  const Loop& loop_;
};

// Of an exit that a clock decides.
std::optional<Wait> clock_exit(const Loop& loop, const BranchInst& branch) {
  const auto* compare = dyn_cast<ICmpInst>(branch.getCondition());
  if (!compare) return std::nullopt;
  for (const unsigned side : {0u, 1u}) {
    auto *value = compare->getOperand(side), *bound = compare->getOperand(1 - side);
    if (!loop.isLoopInvariant(bound)) continue;
    Reading reading(loop);
    if (!reading.follow(value) || !reading.clock) continue;
    auto* bare = value;
    while (auto* cast = dyn_cast<CastInst>(bare)) bare = cast->getOperand(0);
    const bool is_bare = bare == reading.clock;
    return Wait{reading.kind, bound, compare->isSigned(), is_bare ? reading.clock : nullptr};
  }
  return std::nullopt;
}

bool has_in_latch(const Loop& loop, StringRef yield) {
  const auto* latch = loop.getLoopLatch();
  return latch && any_of(*latch, [&](const Instruction& i) { return pseudo::is(&i, yield); });
}

// What another thread changes, and who looks at it.
bool is_look(const Instruction& i) {
  if (const auto* load = dyn_cast<LoadInst>(&i)) {
    return load->isVolatile() || load->isAtomic() || !load->hasMetadata("invariant.load");
  }
  return isa<AtomicCmpXchgInst, AtomicRMWInst>(i) || pseudo::is(&i, pseudo::kMbarrierPhase);
}

// What tools hear of it is no part of the loop.
bool tells_tool(const Instruction& i) {
  const auto* call = dyn_cast<CallInst>(&i);
  const auto* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName().starts_with("heddle.probe.");
}

bool is_silent(const Instruction& i) {
  return tells_tool(i) || !i.mayWriteToMemory() || clock_read_by(i) || lets_others_write(i) ||
         is_look(i) || pseudo::is(&i, pseudo::kYield) || pseudo::is(&i, pseudo::kYieldAtTimes) ||
         pseudo::is(&i, pseudo::kProgress);
}

}  // namespace

std::optional<Wait> wait_of(const Loop& loop) {
  if (!loop.isInnermost() || !loop.getLoopPreheader()) return std::nullopt;
  bool takes = false;  // a lock
  for (const auto* block : loop.blocks()) {
    for (const auto& i : *block) {
      if (!is_silent(i)) return std::nullopt;
      takes |= isa<AtomicCmpXchgInst, AtomicRMWInst>(i);
    }
  }
  SmallVector<BasicBlock*, 4> exiting;
  loop.getExitingBlocks(exiting);
  std::optional<Wait> by_clock;
  bool looks = false;
  for (const auto* block : exiting) {
    const auto* branch = dyn_cast<BranchInst>(block->getTerminator());
    if (!branch || !branch->isConditional()) return std::nullopt;
    if (const auto own = clock_exit(loop, *branch)) {
      by_clock = own;
    } else if (is_computed_from(branch->getCondition(), loop, is_look)) {
      looks = true;
    } else {
      return std::nullopt;
    }
  }
  if (!looks) return by_clock;
  // A wait that a clock cuts short looks like no plain one to who puts yields there.
  if (!has_in_latch(loop, by_clock ? pseudo::kYieldAtTimes : pseudo::kYield)) return std::nullopt;
  return Wait{takes ? WaitKind::kLock : WaitKind::kLook};
}

std::optional<Wait> wait_of(const Instruction& i) {
  if (!is_nanosleep(i)) return std::nullopt;
  return Wait{WaitKind::kNanoseconds, cast<CallInst>(i).getArgOperand(0)};
}

Value* how_long(IRBuilderBase& b, const Wait& wait) {
  if (!wait.until) return nullptr;
  auto* type = wait.until->getType();
  auto* left = wait.until;
  if (wait.reading) {
    auto* now = wait.reading->clone();
    b.Insert(now);
    left = b.CreateSub(left, b.CreateZExtOrTrunc(now, type));
  }
  if (wait.is_signed || wait.reading) {
    left = b.CreateBinaryIntrinsic(Intrinsic::smax, left, Constant::getNullValue(type));
  }
  return b.CreateZExtOrTrunc(left, b.getInt64Ty());
}

}  // namespace heddle::compiler
