// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/jam_warps.h"

#include "compiler/analysis/warp_stride.h"
#include "compiler/analysis/warp_variance.h"
#include "compiler/calling_convention.h"
#include "compiler/context_access.h"
#include "compiler/passes/own_memory.h"
#include "compiler/passes/transpose_tiles.h"
#include "compiler/shortcut.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr unsigned kMaxJam = 16;
constexpr unsigned kMaxJamForCommon = 8;
constexpr unsigned kMaxInstructions = 4000;  // of all jammed warps

// The address that a load, a store or one of their masked kin accesses.
const Value* accessed(const Instruction& instruction) {
  if (auto* call = dyn_cast<IntrinsicInst>(&instruction)) {
    switch (call->getIntrinsicID()) {
      case Intrinsic::masked_load:
      case Intrinsic::masked_gather:
        return call->getArgOperand(0);
      case Intrinsic::masked_store:
      case Intrinsic::masked_scatter:
        return call->getArgOperand(1);
      default:
        return nullptr;
    }
  }
  return getLoadStorePointerOperand(&instruction);
}

bool accesses_device_memory(const Instruction& instruction, const Function& step) {
  const auto* pointer = accessed(instruction);
  return pointer && !is_own_memory(pointer, step) &&
         !instruction.hasMetadata(LLVMContext::MD_invariant_load);
}

bool can_jam(Function& step, const WarpVariance& variance, bool device_memory) {
  if (step.getInstructionCount() > kMaxInstructions / 2) return false;
  for (auto& instruction : instructions(step)) {
    if (instruction.isTerminator()) {
      if (!isa<BranchInst, ReturnInst>(instruction)) return false;
      if (variance.differs(instruction) && !shortcut_of(instruction)) return false;
    } else if (isa<AllocaInst>(instruction) || instruction.isAtomic()) {
      return false;
    } else if (accessed(instruction)) {
      const bool own = !accesses_device_memory(instruction, step);
      if (!own && (!device_memory || instruction.isVolatile())) return false;
    } else if (auto* call = dyn_cast<CallInst>(&instruction)) {
      if (!isa<IntrinsicInst>(call)) return false;
      if (call->mayHaveSideEffects() || call->mayReadFromMemory()) return false;
    }
  }
  return true;
}

// Tiles that the patterned accesses of so many warps make.
class TileFinder {
 public:
  TileFinder(Function& step, const WarpVariance& variance, const Isa& isa)
      : step_(step), isa_(isa), strides_(step, variance) {}

  std::optional<Tiles> find(const PatternedAccess& access, unsigned warps) {
    const auto stride = strides_.of(access.base);
    if (!stride || *stride == 0 || !is_own_memory(access.base, step_)) return {};
    return find_tiles(access, *stride, warps, isa_.vector_bits);
  }

  // The widest tile that jamming so many warps makes, 0 for none.
  unsigned widest(unsigned warps) {
    unsigned n = 0;
    for (auto& instruction : instructions(step_)) {
      const auto access = patterned_access(instruction);
      const auto tiles = access ? find(*access, warps) : std::nullopt;
      if (tiles) n = std::max(n, tiles->n);
    }
    return n;
  }

 private:
  Function& step_;
  const Isa& isa_;
  WarpStride strides_;
};

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
  Jammer(Function& step, const Isa& isa, unsigned count, unsigned frame_bytes)
      : step_(step),
        count_(count),
        frame_bytes_(frame_bytes),
        variance_(step, Loads::kSame),
        tiles_(step, variance_, isa),
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

  // One branch for all warps: the shortcut if all may take it.
  void branch(BranchInst& branch, unsigned shortcut, BasicBlock* into) {
    IRBuilder<> b(into);
    Value* condition = nullptr;
    for (unsigned k = 0; k < count_; ++k) {
      auto* own = mapped(branch.getCondition(), k);
      condition = !condition      ? own
                  : shortcut == 0 ? b.CreateAnd(condition, own)
                                  : b.CreateOr(condition, own);
    }
    b.CreateCondBr(condition, cast<BasicBlock>(common_[branch.getSuccessor(0)]),
                   cast<BasicBlock>(common_[branch.getSuccessor(1)]))
        ->copyMetadata(branch, {LLVMContext::MD_prof});
  }

  bool copy_tiles(Instruction& instruction, BasicBlock* into) {
    const auto access = patterned_access(instruction);
    const auto tiles = access ? tiles_.find(*access, count_) : std::nullopt;
    if (!tiles) return false;
    IRBuilder<> b(into);
    b.SetCurrentDebugLocation(instruction.getDebugLoc());
    auto* base = mapped(access->base, 0);
    if (access->stored) {
      SmallVector<Value*, kMaxJam> values;
      for (unsigned k = 0; k < count_; ++k) values.push_back(mapped(access->stored, k));
      store_tiles(b, *access, *tiles, base, values);
    } else {
      const auto loaded = load_tiles(b, *access, *tiles, base, count_);
      for (unsigned k = 0; k < count_; ++k) own_[k][&instruction] = loaded[k];
    }
    return true;
  }

  // Says which warps a fault would be of.
  void note_warps(Value* first, unsigned count, BasicBlock* into) {
    IRBuilder<> b(into);
    context::note_warps(b, result_->getArg(kBlockArgument), first, count);
  }

  void copy(Instruction& instruction, BasicBlock* into) {
    const bool differs = variance_.contains(&instruction);
    const auto shortcut = shortcut_of(instruction);
    if (shortcut && variance_.differs(instruction)) {
      return branch(cast<BranchInst>(instruction), *shortcut, into);
    }
    if (differs && copy_tiles(instruction, into)) return;
    const bool named = differs && accesses_device_memory(instruction, step_);
    copy_plain(instruction, differs ? count_ : 1, named, into);
    if (named) note_warps(result_->getArg(kWarpArgument), count_, into);
  }

  void copy_plain(Instruction& instruction, unsigned count, bool named, BasicBlock* into) {
    const bool differs = count > 1;
    for (unsigned k = 0; k < count; ++k) {
      if (named) note_warps(own_[k][step_.getArg(kWarpArgument)], 1, into);
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
  TileFinder tiles_;
  Function* result_ = nullptr;
  DenseMap<Value*, Value*> common_;
  std::vector<DenseMap<Value*, Value*>> own_;
  std::vector<std::pair<PHINode*, unsigned>> phis_;
};

}  // namespace

// As many warps as make the widest tiles.
static unsigned jam_for_tiles(Function& step, const Isa& isa, unsigned warps,
                              const WarpVariance& variance) {
  TileFinder tiles(step, variance, isa);
  unsigned best = 1, widest = 0;
  for (unsigned count = 2; count <= kMaxJam && warps % count == 0; count *= 2) {
    if (step.getInstructionCount() * count > kMaxInstructions) break;
    const auto n = tiles.widest(count);
    if (n <= widest) continue;
    widest = n;
    best = count;
  }
  return best > 1 && can_jam(step, variance, true) ? best : 1;
}

unsigned profitable_jam(Function& step, const Isa& isa, unsigned warps) {
  const WarpVariance variance(step, Loads::kSame);
  if (const auto tiled = jam_for_tiles(step, isa, warps, variance); tiled > 1) return tiled;
  if (!can_jam(step, variance, false)) return 1;
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
  while (count < kMaxJamForCommon && warps % (count * 2) == 0 &&
         pressure.of(count * 2) <= registers &&
         step.getInstructionCount() * count * 2 <= kMaxInstructions) {
    count *= 2;
  }
  return count;
}

Function* jam_warps(Function& step, const Isa& isa, unsigned count, unsigned frame_bytes) {
  return Jammer(step, isa, count, frame_bytes).run();
}

}  // namespace heddle::compiler
