// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/jam_warps.h"

#include "compiler/analysis/warp_variance.h"
#include "compiler/calling_convention.h"
#include "compiler/passes/own_memory.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr unsigned kMaxJam = 8;
constexpr unsigned kMaxInstructions = 4000;  // of all jammed warps

bool can_jam(Function& step, const WarpVariance& variance) {
  if (step.getInstructionCount() > kMaxInstructions / 2) return false;
  for (auto& instruction : instructions(step)) {
    if (instruction.isTerminator()) {
      if (variance.differs(instruction) || !isa<BranchInst, ReturnInst>(instruction)) return false;
    } else if (isa<AllocaInst>(instruction) || instruction.isAtomic()) {
      return false;
    } else if (auto* call = dyn_cast<CallInst>(&instruction)) {
      if (!isa<IntrinsicInst>(call) || call->mayHaveSideEffects()) return false;
      const bool own = call->getIntrinsicID() == Intrinsic::masked_load &&
                       is_own_memory(call->getArgOperand(0), step);
      if (call->mayReadFromMemory() && !own) return false;
    } else if (auto* pointer = getLoadStorePointerOperand(&instruction)) {
      if (!is_own_memory(pointer, step)) return false;
    }
  }
  return true;
}

// Vector registers that are in use at once, at most: of one warp, and of all warps together.
class Pressure {
 public:
  Pressure(Function& step, const WarpVariance& variance, unsigned vector_bytes)
      : variance_(variance), vector_bytes_(vector_bytes) {
    for (auto& instruction : instructions(step)) find_live_out(instruction);
    for (auto& block : step) scan(block);
  }

  unsigned of(unsigned warps) const { return warps * own_ + common_; }

 private:
  unsigned registers(const Value& value) const {
    auto* type = dyn_cast<FixedVectorType>(value.getType());
    if (!type || type->getElementType()->isIntegerTy(1)) return 0;
    const auto bytes = type->getPrimitiveSizeInBits().getFixedValue() / 8;
    return std::max<unsigned>(1, static_cast<unsigned>(bytes) / vector_bytes_);
  }

  void find_live_out(Instruction& value) {
    if (registers(value) == 0) return;
    SmallVector<BasicBlock*, 16> work;
    SmallPtrSet<BasicBlock*, 16> seen;
    const auto live_in = [&](BasicBlock* block) {
      if (block == value.getParent() || !seen.insert(block).second) return;
      for (auto* before : predecessors(block)) {
        live_out_[before].insert(&value);
        work.push_back(before);
      }
    };
    for (auto& use : value.uses()) {
      auto* user = cast<Instruction>(use.getUser());
      if (auto* phi = dyn_cast<PHINode>(user)) {
        auto* from = phi->getIncomingBlock(use);
        live_out_[from].insert(&value);
        work.push_back(from);
      } else {
        live_in(user->getParent());
      }
    }
    while (!work.empty()) live_in(work.pop_back_val());
  }

  void scan(BasicBlock& block) {
    auto live = live_out_[&block];
    unsigned own = 0, common = 0;
    const auto count = [&](const Value* value, bool add) {
      auto& sum = variance_.contains(value) ? own : common;
      add ? sum += registers(*value) : sum -= registers(*value);
    };
    for (auto* value : live) count(value, true);
    for (auto& instruction : reverse(block)) {
      own_ = std::max(own_, own);
      common_ = std::max(common_, common);
      if (live.erase(&instruction)) count(&instruction, false);
      if (isa<PHINode>(instruction)) continue;
      for (auto* operand : instruction.operand_values()) {
        auto* used = dyn_cast<Instruction>(operand);
        if (used && registers(*used) != 0 && live.insert(used).second) count(used, true);
      }
    }
  }

  const WarpVariance& variance_;
  const unsigned vector_bytes_;
  DenseMap<BasicBlock*, DenseSet<Instruction*>> live_out_;
  unsigned own_ = 0, common_ = 0;
};

class Jammer {
 public:
  Jammer(Function& step, unsigned count, unsigned frame_bytes)
      : step_(step),
        count_(count),
        frame_bytes_(frame_bytes),
        variance_(step, Loads::kSame),
        own_(count) {}

  Function* run() {
    result_ = Function::Create(step_.getFunctionType(), GlobalValue::InternalLinkage,
                               step_.getName() + ".jam" + Twine(count_), step_.getParent());
    result_->copyAttributesFrom(&step_);
    for (auto& block : step_) {
      common_[&block] = BasicBlock::Create(step_.getContext(), block.getName(), result_);
    }
    make_arguments();
    ReversePostOrderTraversal<Function*> order(&step_);
    for (auto* block : order) {
      auto* into = cast<BasicBlock>(common_[block]);
      for (auto& instruction : *block) copy(instruction, into);
    }
    fill_phis();
    return result_;
  }

 private:
  void make_arguments() {
    for (unsigned i = 0; i < step_.arg_size(); ++i) common_[step_.getArg(i)] = result_->getArg(i);
    IRBuilder<> b(cast<BasicBlock>(common_[&step_.getEntryBlock()]));
    for (unsigned k = 0; k < count_; ++k) {
      own_[k][step_.getArg(kWarpContextArgument)] = b.CreateConstInBoundsGEP1_64(
          b.getInt8Ty(), result_->getArg(kWarpContextArgument), std::uint64_t{k} * frame_bytes_);
      own_[k][step_.getArg(kWarpArgument)] =
          b.CreateAdd(result_->getArg(kWarpArgument), b.getInt32(k), "", true, true);
    }
  }

  // The warp's value, or the one of all warps.
  Value* mapped(Value* value, unsigned warp) {
    if (auto* own = own_[warp].lookup(value)) return own;
    auto* common = common_.lookup(value);
    return common ? common : value;
  }

  void copy(Instruction& instruction, BasicBlock* into) {
    const bool differs = variance_.contains(&instruction);
    for (unsigned k = 0; k < (differs ? count_ : 1); ++k) {
      auto* made = instruction.clone();
      made->insertInto(into, into->end());
      if (instruction.hasName()) made->setName(instruction.getName());
      (differs ? own_[k] : common_)[&instruction] = made;
      if (auto* phi = dyn_cast<PHINode>(made)) {
        phis_.push_back({phi, k});
        continue;
      }
      for (auto& operand : made->operands()) operand.set(mapped(operand, k));
    }
  }

  void fill_phis() {
    for (auto [phi, warp] : phis_) {
      for (auto& value : phi->incoming_values()) value.set(mapped(value, warp));
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
        phi->setIncomingBlock(i, cast<BasicBlock>(common_[phi->getIncomingBlock(i)]));
      }
    }
  }

  Function& step_;
  const unsigned count_, frame_bytes_;
  const WarpVariance variance_;
  Function* result_ = nullptr;
  DenseMap<Value*, Value*> common_;
  std::vector<DenseMap<Value*, Value*>> own_;
  std::vector<std::pair<PHINode*, unsigned>> phis_;
};

}  // namespace

unsigned profitable_jam(Function& step, const Isa& isa, unsigned warps) {
  const WarpVariance variance(step, Loads::kSame);
  if (!can_jam(step, variance)) return 1;
  unsigned vectors = 0, common = 0;
  for (auto& instruction : instructions(step)) {
    if (!instruction.getType()->isVectorTy()) continue;
    ++vectors;
    if (!variance.contains(&instruction)) ++common;
  }
  if (common * 8 < vectors) return 1;
  const Pressure pressure(step, variance, isa.vector_bits / 8);
  const unsigned registers = isa.vector_bits >= 512 ? 32 : 16;
  unsigned count = 1;
  while (count < kMaxJam && warps % (count * 2) == 0 && pressure.of(count * 2) <= registers &&
         step.getInstructionCount() * count * 2 <= kMaxInstructions) {
    count *= 2;
  }
  return count;
}

Function* jam_warps(Function& step, unsigned count, unsigned frame_bytes) {
  return Jammer(step, count, frame_bytes).run();
}

}  // namespace heddle::compiler
