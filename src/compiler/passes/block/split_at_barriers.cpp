// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/block/split_at_barriers.h"

#include "compiler/ir/calling_convention.h"
#include "compiler/ir/context_access.h"
#include "compiler/ir/own_header.h"
#include "compiler/passes/block/warp_frame.h"
#include "compiler/passes/widen/widener.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// The user's line, not that of our header which it called.
std::string place_of(const Instruction& instruction) {
  for (const DILocation* at = instruction.getDebugLoc(); at; at = at->getInlinedAt()) {
    SmallString<128> path(at->getFilename());
    sys::path::make_absolute(at->getDirectory(), path);
    if (at->getLine() == 0 || is_own_header(path)) continue;
    return (path + ":" + Twine(at->getLine())).str();
  }
  return {};
}

class Splitter {
 public:
  // `places`: null for plain barriers.
  Splitter(Function& warp, const Isa& isa, std::vector<std::string>* places)
      : warp_(warp),
        layout_(warp.getDataLayout()),
        mask_bytes_(isa.vector_bits < 512),
        places_(places),
        plain_(!places),
        before_(places ? static_cast<unsigned>(places->size()) : 0) {}

  StepFunction run() {
    if (plain_) drop_barrier_fields();
    collect();
    WarpFrame frame(warp_, resumes(), mask_bytes_);
    make_function(frame);
    for (unsigned k = 0; k < suspends_.size(); ++k) cut(k);
    return_done();
    frame.move_values(frame_);
    return {step_, static_cast<std::uint32_t>(alignTo(frame.bytes(), abi::kVectorAlign)),
            static_cast<unsigned>(suspends_.size() + 1)};
  }

 private:
  struct Suspend {
    CallInst* call = nullptr;
    BasicBlock* resume = nullptr;
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

  // What follows a suspension is a block of its own, so that liveness is a matter of blocks.
  void collect() {
    SmallVector<CallInst*, 8> calls;
    for (auto& instruction : instructions(warp_)) {
      auto* call = dyn_cast<CallInst>(&instruction);
      if (call && call->getCalledFunction() && call->getCalledFunction()->getName() == kSuspend) {
        calls.push_back(call);
      }
    }
    // From the end: what stands behind a call in its block is moved.
    for (auto* call : reverse(calls)) {
      auto* resume = call->getParent()->splitBasicBlock(std::next(call->getIterator()), "resume");
      auto& suspend = suspends_.emplace_back();
      suspend.call = call;
      suspend.resume = resume;
    }
    std::reverse(suspends_.begin(), suspends_.end());
  }

  SmallVector<BasicBlock*, 8> resumes() const {
    SmallVector<BasicBlock*, 8> result;
    for (const auto& suspend : suspends_) result.push_back(suspend.resume);
    return result;
  }

  void make_function(WarpFrame& frame) {
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
      const auto at = frame.place(size, object->getAlign());
      object->replaceAllUsesWith(b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), frame_, at));
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
    const unsigned number = before_ + index + 1;
    if (places_) places_->push_back(place_of(*suspend.call));
    block->getTerminator()->eraseFromParent();
    IRBuilder<> b(block);
    if (plain_) {
      b.CreateRet(b.getInt32(number));
    } else {
      b.CreateStore(b.getInt32(number), field(b, abi_offset(WarpContext, resume_point)));
      b.CreateRet(b.getInt32(static_cast<std::uint32_t>(abi::Suspend::kBarrier)));
    }
    suspend.call->eraseFromParent();
    switch_->addCase(b.getInt32(number), suspend.resume);
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

  Function& warp_;
  const DataLayout& layout_;
  const bool mask_bytes_;
  std::vector<std::string>* const places_;
  const bool plain_;
  const unsigned before_;  // resume points of other functions
  Function* step_ = nullptr;
  Value* frame_ = nullptr;
  SwitchInst* switch_ = nullptr;
  std::vector<Suspend> suspends_;
};

}  // namespace

unsigned split_at_barriers(Compilation& c) {
  if (c.mode != abi::KernelMode::kStep) return 0;
  unsigned split = 0;
  for (auto* warp : {&c.full_warp, &c.last_warp}) {
    if (!*warp) continue;
    const auto step = Splitter(**warp, c.request.isa, &c.barrier_places).run();
    c.frame_bytes = std::max(c.frame_bytes, step.frame_bytes);
    (*warp)->eraseFromParent();
    *warp = step.function;
    ++split;
  }
  return split;
}

StepFunction split_at_plain_barriers(Function& warp, const Isa& isa) {
  return Splitter(warp, isa, nullptr).run();
}

Function* from_state(Function& step, unsigned state) {
  auto* copy = Function::Create(step.getFunctionType(), GlobalValue::InternalLinkage,
                                step.getName() + ".from" + Twine(state), step.getParent());
  copy->copyAttributesFrom(&step);
  ValueToValueMapTy map;
  for (auto [from, to] : zip_equal(step.args(), copy->args())) map[&from] = &to;
  auto* argument = step.getArg(kStateArgument);
  map[argument] = ConstantInt::get(argument->getType(), state);
  // Only what is reached from this state is copied at all: the copies of all states together are
  // about as large as the function. Lines keep the step function's scope, as inlined code does.
  SmallVector<ReturnInst*, 8> returns;
  CloneAndPruneFunctionInto(copy, &step, map, /*ModuleLevelChanges=*/false, returns);
  copy->removeFnAttr(Attribute::NoInline);
  copy->addFnAttr(Attribute::AlwaysInline);
  return copy;
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
