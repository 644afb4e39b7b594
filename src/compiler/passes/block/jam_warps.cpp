// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/block/jam_warps.h"

#include "compiler/analysis/divergent_paths.h"
#include "compiler/analysis/warp_variance.h"
#include "compiler/ir/calling_convention.h"
#include "compiler/ir/context_access.h"
#include "compiler/passes/block/jam_choice.h"
#include "compiler/passes/block/tile_finder.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

class Jammer {
 public:
  Jammer(Function& step, const Isa& isa, unsigned count, unsigned frame_bytes)
      : step_(step),
        count_(count),
        frame_bytes_(frame_bytes),
        variance_(step, Loads::kSame),
        paths_(step, variance_),
        tiles_(step, variance_, isa),
        own_(count) {}

  Function* run() {
    result_ = Function::Create(step_.getFunctionType(), GlobalValue::InternalLinkage,
                               step_.getName() + ".jam" + Twine(count_), step_.getParent());
    result_->copyAttributesFrom(&step_);
    for (auto& block : step_) {
      if (!paths_.alone(&block)) common_[&block] = make_block(block);
    }
    make_arguments();
    const ReversePostOrderTraversal<Function*> order(&step_);
    for (auto* block : order) {
      if (paths_.alone(block)) continue;
      auto* into = common_block(block);
      for (auto& instruction : *block) copy(instruction, into);
    }
    fill_phis();
    return result_;
  }

 private:
  struct NewPhi {
    PHINode* made;
    const PHINode* original;
    unsigned warp;
  };

  BasicBlock* common_block(BasicBlock* block) { return cast<BasicBlock>(common_.lookup(block)); }
  BasicBlock* make_block(const BasicBlock& like) {
    return BasicBlock::Create(step_.getContext(), like.getName(), result_);
  }

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

  // One branch for all warps if they agree; else each goes its way, one after the other.
  void branch(const DivergentPath& path, BasicBlock* into) {
    auto& branch = *path.branch;
    IRBuilder<> b(into);
    Value *all = nullptr, *any = nullptr;
    for (unsigned k = 0; k < count_; ++k) {
      auto* own = mapped(branch.getCondition(), k);
      all = all ? b.CreateAnd(all, own) : own;
      any = any ? b.CreateOr(any, own) : own;
    }
    if (path.fast_path) {
      BasicBlock* to[2];
      to[*path.fast_path] = common_block(branch.getSuccessor(*path.fast_path));
      to[1 - *path.fast_path] = make_divergent_path(path, into);
      b.CreateCondBr(*path.fast_path == 0 ? all : any, to[0], to[1])
          ->copyMetadata(branch, {LLVMContext::MD_prof});
      return;
    }
    auto* not_all = make_block(*into);
    b.CreateCondBr(all, common_block(branch.getSuccessor(0)), not_all);
    b.SetInsertPoint(not_all);
    b.CreateCondBr(any, make_divergent_path(path, not_all), common_block(branch.getSuccessor(1)));
    not_all_[branch.getParent()] = not_all;
  }

  // The divergent paths of all warps; the block where they begin.
  BasicBlock* make_divergent_path(const DivergentPath& path, BasicBlock* from) {
    if (path.blocks.empty()) return common_block(path.join);
    BasicBlock *first = nullptr, *before = from;
    SmallVector<DenseMap<const PHINode*, Value*>, kMaxJam> handed(count_);
    for (unsigned k = 0; k < count_; ++k) {
      auto* begin = make_block(*path.branch->getParent());
      if (first) {
        IRBuilder<>(before).CreateBr(begin);
      } else {
        first = begin;
      }
      note_warps(own_[k][step_.getArg(kWarpArgument)], 1, begin);
      before = copy_divergent_path(path, k, begin, handed[k]);
      note_warps(result_->getArg(kWarpArgument), count_, before);
    }
    IRBuilder<>(before).CreateBr(common_block(path.join));
    handed_[path.join].push_back({before, std::move(handed)});
    return first;
  }

  // One warp's, from `begin` on; the block where it ends, with what it hands over.
  BasicBlock* copy_divergent_path(const DivergentPath& path, unsigned k, BasicBlock* begin,
                                  DenseMap<const PHINode*, Value*>& handed) {
    auto* end = make_block(*path.join);
    DenseMap<const Value*, Value*> own;
    own[path.branch->getParent()] = begin;
    own[path.join] = end;
    for (auto* block : path.blocks) own[block] = make_block(*block);
    const auto block_of = [&](const BasicBlock* block) {
      return cast<BasicBlock>(own.lookup(block));
    };
    const auto value_of = [&](Value* value) {
      auto* made = own.lookup(value);
      return made ? made : mapped(value, k);
    };
    SmallVector<Instruction*, 64> copies;
    const auto copy = [&](Instruction& instruction, BasicBlock* into) {
      auto* made = instruction.clone();
      made->insertInto(into, into->end());
      own[&instruction] = made;
      copies.push_back(made);
    };
    if (path.fast_path) {
      IRBuilder<>(begin).CreateBr(block_of(path.branch->getSuccessor(1 - *path.fast_path)));
    } else {
      copy(*path.branch, begin);
    }
    for (auto* block : path.blocks) {
      for (auto& instruction : *block) copy(instruction, block_of(block));
    }
    for (auto* made : copies) {
      for (auto& operand : made->operands()) operand.set(value_of(operand));
      auto* phi = dyn_cast<PHINode>(made);
      for (unsigned i = 0; phi && i < phi->getNumIncomingValues(); ++i) {
        phi->setIncomingBlock(i, block_of(phi->getIncomingBlock(i)));
      }
    }
    for (auto& phi : path.join->phis()) {
      auto* made = PHINode::Create(phi.getType(), 2, "", end);
      for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
        auto* from = phi.getIncomingBlock(i);
        const bool by_branch = !path.fast_path && from == path.branch->getParent();
        if (!by_branch && !path.blocks.contains(from)) continue;
        made->addIncoming(value_of(phi.getIncomingValue(i)), block_of(from));
      }
      handed[&phi] = made;
    }
    return end;
  }

  // What the warps have just accessed may be tiles.
  void mark_tiles(Instruction& instruction, BasicBlock* into) {
    const auto access = patterned_access(instruction);
    if (!access || !tiles_.find(*access, count_)) return;
    auto copy = into->rbegin();
    SmallVector<Instruction*, kMaxJam> copies;
    while (copies.size() < count_) copies.push_back(&*copy++);
    mark_as_tiles(copies, *tiles_.stride(*access));
  }

  // Says which warps a fault would be of.
  void note_warps(Value* first, unsigned count, BasicBlock* into) {
    IRBuilder<> b(into);
    context::note_warps(b, result_->getArg(kBlockArgument), first, count);
  }

  void copy(Instruction& instruction, BasicBlock* into) {
    const bool differs = variance_.contains(&instruction);
    if (const auto* path = paths_.of(instruction)) {
      return branch(*path, into);
    }
    if (auto* rmw = common_addition(instruction, variance_)) return copy_addition(*rmw, into);
    const bool named = differs && accesses_device_memory(instruction, step_);
    copy_plain(instruction, differs ? count_ : 1, named, into);
    if (differs) mark_tiles(instruction, into);
    if (named) note_warps(result_->getArg(kWarpArgument), count_, into);
  }

  // As if the warps came in their order.
  void copy_addition(AtomicRMWInst& rmw, BasicBlock* into) {
    IRBuilder<> b(into);
    b.SetCurrentDebugLocation(rmw.getDebugLoc());
    SmallVector<Value*, kMaxJam> before;
    Value* sum = ConstantInt::get(rmw.getType(), 0);
    for (unsigned k = 0; k < count_; ++k) {
      before.push_back(sum);
      sum = b.CreateAdd(sum, mapped(rmw.getValOperand(), k));
    }
    auto* made = cast<AtomicRMWInst>(rmw.clone());
    made->setOperand(0, mapped(rmw.getPointerOperand(), 0));
    made->setOperand(1, sum);
    b.Insert(made);
    for (unsigned k = 0; k < count_ && !rmw.use_empty(); ++k) {
      own_[k][&rmw] = rmw.getOperation() == AtomicRMWInst::Add ? b.CreateAdd(made, before[k])
                                                               : b.CreateSub(made, before[k]);
    }
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
        phis_.push_back({phi, cast<PHINode>(&instruction), k});
        continue;
      }
      for (auto& operand : made->operands()) operand.set(mapped(operand, k));
    }
  }

  void fill_phis() {
    for (auto [made, original, warp] : phis_) {
      while (made->getNumIncomingValues() > 0) made->removeIncomingValue(0u, false);
      auto* at = original->getParent();
      for (unsigned i = 0; i < original->getNumIncomingValues(); ++i) {
        auto* from = original->getIncomingBlock(i);
        if (paths_.alone(from)) continue;
        auto* not_all = not_all_.lookup(from);
        const bool last = not_all && from->getTerminator()->getSuccessor(1) == at;
        made->addIncoming(mapped(original->getIncomingValue(i), warp),
                          last ? not_all : common_block(from));
      }
      for (auto& [end, values] : handed_[at]) {
        made->addIncoming(values[warp].lookup(original), end);
      }
    }
  }

  Function& step_;
  const unsigned count_, frame_bytes_;
  const WarpVariance variance_;
  const DivergentPaths paths_;
  TileFinder tiles_;
  Function* result_ = nullptr;
  DenseMap<Value*, Value*> common_;
  std::vector<DenseMap<Value*, Value*>> own_;
  std::vector<NewPhi> phis_;
  DenseMap<const BasicBlock*, BasicBlock*> not_all_;  // where the second question is asked
  // What the divergent paths of all warps hand to the phis of their joins, by join: their last
  // block, and the values of each warp.
  using Handed = std::pair<BasicBlock*, SmallVector<DenseMap<const PHINode*, Value*>, kMaxJam>>;
  DenseMap<const BasicBlock*, std::vector<Handed>> handed_;
};

}  // namespace

unsigned jam_warps(Compilation& c) {
  unsigned jammed = 0;
  for (auto& region : c.turns.regions) {
    region.jam = profitable_jam(*region.step, c.request.isa, c.turns.warps);
    if (region.jam == 1) continue;
    region.step = Jammer(*region.step, c.request.isa, region.jam, c.turns.frame_bytes).run();
    ++jammed;
  }
  return jammed;
}

}  // namespace heddle::compiler
