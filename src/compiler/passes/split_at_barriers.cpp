// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/split_at_barriers.h"

#include "compiler/context_access.h"
#include "compiler/passes/widen/calling_convention.h"
#include "compiler/passes/widen/widener.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

class Splitter {
 public:
  Splitter(Function& warp, bool plain)
      : warp_(warp), layout_(warp.getDataLayout()), plain_(plain) {}

  StepFunction run() {
    if (plain_) drop_barrier_fields();
    collect();
    find_live_values();
    for (auto& suspend : suspends_) rematerialise(suspend);
    make_function();
    for (unsigned k = 0; k < suspends_.size(); ++k) cut(k);
    return_done();
    reconnect();
    return {step_, static_cast<std::uint32_t>(alignTo(frame_end_, abi::kVectorAlign)),
            static_cast<unsigned>(suspends_.size() + 1)};
  }

 private:
  struct Suspend {
    CallInst* call = nullptr;
    SmallSetVector<Value*, 16> live;   // needed after it
    SmallSetVector<Value*, 16> again;  // needed too, and made from what is live
    BasicBlock* resume = nullptr;
    DenseMap<Value*, Value*> reloaded;
  };

  void drop_barrier_fields() {
    SmallVector<Instruction*, 16> dead;
    for (auto* user : warp_.getArg(kWarpContextArgument)->users()) {
      if (isa<CallInst>(user)) continue;
      for (auto* access : user->users()) dead.push_back(cast<Instruction>(access));
      dead.push_back(cast<Instruction>(user));
    }
    for (auto* instruction : dead) instruction->eraseFromParent();
  }

  // Each suspension begins a block of its own, so that liveness is a matter of blocks.
  void collect() {
    SmallVector<CallInst*, 8> calls;
    for (auto& instruction : instructions(warp_)) {
      auto* call = dyn_cast<CallInst>(&instruction);
      if (call && call->getCalledFunction() && call->getCalledFunction()->getName() == kSuspend) {
        calls.push_back(call);
      }
    }
    for (auto* call : calls) {
      auto* resume = call->getParent()->splitBasicBlock(std::next(call->getIterator()), "resume");
      auto& suspend = suspends_.emplace_back();
      suspend.call = call;
      suspend.resume = resume;
    }
  }

  // Walks from each use up to the definition; a value that is live into a resume block is live
  // across its suspension.
  void find_live_values() {
    DenseMap<BasicBlock*, unsigned> resumes;
    for (unsigned k = 0; k < suspends_.size(); ++k) resumes[suspends_[k].resume] = k;
    const auto walk = [&](Value* value, BasicBlock* definition) {
      SmallVector<BasicBlock*, 16> work;
      SmallPtrSet<BasicBlock*, 32> live_in;
      const auto into = [&](BasicBlock* block) {
        if (live_in.insert(block).second) work.push_back(block);
      };
      for (auto& use : value->uses()) {
        auto* user = cast<Instruction>(use.getUser());
        auto* block = user->getParent();
        if (auto* phi = dyn_cast<PHINode>(user)) {
          // Used at the end of the incoming block.
          block = phi->getIncomingBlock(use);
          if (block != definition) into(block);
        } else if (block != definition) {
          into(block);
        }
      }
      while (!work.empty()) {
        auto* block = work.pop_back_val();
        if (auto at = resumes.find(block); at != resumes.end())
          suspends_[at->second].live.insert(value);
        for (auto* before : predecessors(block)) {
          if (before != definition) into(before);
        }
      }
    };
    for (auto& block : warp_) {
      for (auto& instruction : block) {
        if (instruction.getType()->isVoidTy() || isa<AllocaInst>(instruction)) continue;
        walk(&instruction, &block);
      }
    }
  }

  // What a single cheap instruction makes of another value is made again rather than kept. Without
  // this, addresses that differ by constants would each be a word of the frame, loaded before use.
  static bool is_cheap(const Value* value) {
    if (value->getType()->isVectorTy()) return false;
    if (auto* gep = dyn_cast<GetElementPtrInst>(value)) return gep->hasAllConstantIndices();
    if (auto* cast = dyn_cast<CastInst>(value)) {
      return !cast->getSrcTy()->isVectorTy() && cast->getSrcTy()->isIntOrPtrTy() &&
             cast->getDestTy()->isIntOrPtrTy();
    }
    auto* binary = dyn_cast<BinaryOperator>(value);
    return binary && binary->getType()->isIntegerTy() && !binary->isIntDivRem() &&
           isa<ConstantInt>(binary->getOperand(1));
  }

  void rematerialise(Suspend& suspend) {
    SmallVector<Value*, 16> work(suspend.live.begin(), suspend.live.end());
    while (!work.empty()) {
      auto* value = work.pop_back_val();
      if (!is_cheap(value)) continue;
      suspend.live.remove(value);
      suspend.again.insert(value);
      auto* operand = cast<Instruction>(value)->getOperand(0);
      if (!isa<Instruction>(operand) || isa<AllocaInst>(operand)) continue;
      if (!suspend.again.contains(operand) && suspend.live.insert(operand)) work.push_back(operand);
    }
  }

  // In the resume block, behind the reloads.
  Value* rebuild(Suspend& suspend, Value* value, IRBuilder<>& b) {
    auto& made = suspend.reloaded[value];
    if (made || !suspend.again.contains(value)) return made ? made : value;
    auto* original = cast<Instruction>(value);
    auto* copy = original->clone();
    copy->setOperand(0, rebuild(suspend, original->getOperand(0), b));
    b.Insert(copy, original->getName());
    return suspend.reloaded[value] = copy;
  }

  std::uint64_t place(std::uint64_t size, Align align) {
    frame_end_ = alignTo(frame_end_, align);
    const auto at = frame_end_;
    frame_end_ += size;
    return at;
  }

  Value* frame_address(IRBuilder<>& b, std::uint64_t offset) {
    return b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), frame_, offset);
  }

  void make_function() {
    auto& context = warp_.getContext();
    auto* ptr = PointerType::get(context, 0);
    auto* i32 = Type::getInt32Ty(context);
    SmallVector<Type*, 4> parameters{ptr, ptr, i32};
    if (plain_) parameters.push_back(i32);
    step_ =
        Function::Create(FunctionType::get(i32, parameters, false), GlobalValue::InternalLinkage,
                         warp_.getName() + ".step", warp_.getParent());
    step_->copyAttributesFrom(&warp_);
    step_->setAttributes(AttributeList::get(context, warp_.getAttributes().getFnAttrs(), {}, {}));
    step_->setLinkage(GlobalValue::InternalLinkage);
    step_->setSubprogram(warp_.getSubprogram());
    warp_.setSubprogram(nullptr);
    auto* start = &warp_.getEntryBlock();
    step_->splice(step_->end(), &warp_);
    for (unsigned k : {kBlockArgument, kWarpContextArgument, kWarpArgument}) {
      warp_.getArg(k)->replaceAllUsesWith(step_->getArg(k));
    }
    auto* dispatch = BasicBlock::Create(context, "dispatch", step_, start);
    IRBuilder<> b(dispatch);
    frame_ = step_->getArg(kWarpContextArgument);
    if (!plain_) frame_ = b.CreateLoad(ptr, field(b, abi_offset(WarpContext, frame)), "frame");
    for (auto it = start->begin(); it != start->end();) {
      auto* object = dyn_cast<AllocaInst>(&*it++);
      if (!object) continue;
      const auto size = object->getAllocationSize(layout_)->getFixedValue();
      object->replaceAllUsesWith(frame_address(b, place(size, object->getAlign())));
      object->eraseFromParent();
    }
    Value* state = plain_ ? step_->getArg(kStateArgument) : nullptr;
    if (!plain_) state = b.CreateLoad(i32, field(b, abi_offset(WarpContext, resume_point)));
    switch_ = b.CreateSwitch(state, start, suspends_.size());
  }

  Value* field(IRBuilder<>& b, std::size_t offset) {
    return b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), step_->getArg(kWarpContextArgument), offset);
  }

  void cut(unsigned index) {
    auto& suspend = suspends_[index];
    auto* block = suspend.call->getParent();
    block->getTerminator()->eraseFromParent();
    IRBuilder<> b(block);
    IRBuilder<> r(&*suspend.resume->getFirstInsertionPt());
    for (auto* value : suspend.live) {
      auto [slot, fresh] = slots_.insert({value, 0});
      if (fresh) {
        slot->second = place(layout_.getTypeAllocSize(value->getType()).getFixedValue(),
                             layout_.getPrefTypeAlign(value->getType()));
      }
      const auto align = layout_.getPrefTypeAlign(value->getType());
      b.CreateAlignedStore(value, frame_address(b, slot->second), align);
      suspend.reloaded[value] =
          r.CreateAlignedLoad(value->getType(), frame_address(r, slot->second), align);
    }
    for (auto* value : suspend.again) rebuild(suspend, value, r);
    if (plain_) {
      b.CreateRet(b.getInt32(index + 1));
    } else {
      b.CreateStore(b.getInt32(index + 1), field(b, abi_offset(WarpContext, resume_point)));
      b.CreateRet(b.getInt32(static_cast<std::uint32_t>(abi::Suspend::kBarrier)));
    }
    suspend.call->eraseFromParent();
    switch_->addCase(b.getInt32(index + 1), suspend.resume);
  }

  void return_done() {
    for (auto& block : *step_) {
      auto* ret = dyn_cast<ReturnInst>(block.getTerminator());
      if (!ret || ret->getReturnValue()) continue;
      IRBuilder<> b(ret);
      b.CreateRet(
          b.getInt32(plain_ ? kExitedState : static_cast<std::uint32_t>(abi::Suspend::kExited)));
      ret->eraseFromParent();
    }
  }

  // Each spilled value now has several definitions: itself and its reloads.
  void reconnect() {
    SmallSetVector<Value*, 32> moved;
    for (auto& suspend : suspends_) {
      moved.insert_range(suspend.live);
      moved.insert_range(suspend.again);
    }
    for (auto* value : moved) {
      auto* definition = cast<Instruction>(value);
      SSAUpdater updater;
      updater.Initialize(value->getType(), value->getName());
      updater.AddAvailableValue(definition->getParent(), definition);
      DenseMap<BasicBlock*, Value*> reloads;
      for (auto& suspend : suspends_) {
        if (auto* again = suspend.reloaded.lookup(value)) {
          updater.AddAvailableValue(suspend.resume, again);
          reloads[suspend.resume] = again;
        }
      }
      SmallVector<Use*, 16> uses;
      for (auto& use : value->uses()) uses.push_back(&use);
      for (auto* use : uses) {
        auto* user = cast<Instruction>(use->getUser());
        if (!isa<PHINode>(user)) {
          if (user->getParent() == definition->getParent()) continue;
          if (auto* again = reloads.lookup(user->getParent())) {
            use->set(again);
            continue;
          }
        }
        updater.RewriteUse(*use);
      }
    }
  }

  Function& warp_;
  const DataLayout& layout_;
  const bool plain_;
  Function* step_ = nullptr;
  Value* frame_ = nullptr;
  SwitchInst* switch_ = nullptr;
  std::vector<Suspend> suspends_;
  MapVector<Value*, std::uint64_t> slots_;
  std::uint64_t frame_end_ = 0;
};

}  // namespace

StepFunction split_at_barriers(Function& warp) {
  return Splitter(warp, false).run();
}

StepFunction split_at_plain_barriers(Function& warp) {
  return Splitter(warp, true).run();
}

bool has_plain_barriers(Function& warp, std::uint32_t lanes) {
  const auto is_plain = [&](std::uint64_t offset, Value* access) {
    if (auto* load = dyn_cast<LoadInst>(access)) return load->use_empty();
    auto* store = dyn_cast<StoreInst>(access);
    if (!store) return false;
    if (offset == abi_offset(WarpContext, barrier_predicate)) return true;
    auto* constant = dyn_cast<ConstantInt>(store->getValueOperand());
    if (!constant) return false;
    switch (offset) {
      case abi_offset(WarpContext, barrier_id):
      case abi_offset(WarpContext, barrier_threads):
      case abi_offset(WarpContext, barrier_op):
        return constant->isZero();
      case abi_offset(WarpContext, barrier_lanes):
        return constant->getZExtValue() == lanes;
      default:
        return false;
    }
  };
  for (auto* user : warp.getArg(kWarpContextArgument)->users()) {
    if (auto* call = dyn_cast<CallInst>(user)) {
      if (!call->getCalledFunction() || call->getCalledFunction()->getName() != kSuspend)
        return false;
      continue;
    }
    auto* gep = dyn_cast<GetElementPtrInst>(user);
    APInt offset(64, 0);
    if (!gep || !gep->accumulateConstantOffset(warp.getDataLayout(), offset)) return false;
    for (auto* access : gep->users()) {
      if (!is_plain(offset.getZExtValue(), access)) return false;
    }
  }
  return true;
}

}  // namespace heddle::compiler
