// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/thread/lanes_in_turn.h"

#include "compiler/ir/context_access.h"
#include "compiler/ir/null_pointers.h"
#include "compiler/ir/over_lanes.h"
#include "compiler/passes/each.h"
#include "compiler/passes/thread/call_as_lane.h"
#include "compiler/passes/thread/weigh_kernel.h"
#include "compiler/passes/widen/lanes.h"
#include "compiler/passes/widen/widener.h"
#include "llvm/IR/InstIterator.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

bool calls_engine_to_wait(const Function& function) {
  return any_of(instructions(function), [](const Instruction& i) {
    const auto* call = dyn_cast<CallInst>(&i);
    const auto* callee = call ? call->getCalledFunction() : nullptr;
    return callee && callee->getName().starts_with("heddle_ref_");
  });
}

// The function's type without the block and the thread in front, which SingleThread put there.
FunctionType* type_of_program(const FunctionType& thread) {
  return FunctionType::get(thread.getReturnType(), thread.params().drop_front(2), false);
}

class LoopOverLanes {
 public:
  LoopOverLanes(Function& thread, Function& warp)
      : thread_(thread), warp_(warp), b_(BasicBlock::Create(warp.getContext(), "entry", &warp)) {}

  void make() {
    context_ = b_.CreateAlloca(ArrayType::get(b_.getInt8Ty(), sizeof(abi::ThreadContext)));
    context_->setAlignment(Align(alignof(abi::ThreadContext)));
    set(abi_offset(ThreadContext, warp_context), warp_.getArg(1));
    set(abi_offset(ThreadContext, warp), warp_.getArg(2));
    auto* mask = b_.CreateBitCast(warp_.getArg(3), b_.getInt32Ty());
    auto* all = over_lanes(b_, mask, warp_.getReturnType(), "lane", [&](const LaneRound& at) {
      auto* result = call(at.lane);
      return LaneResult{at.so_far ? with_lane(b_, at.so_far, result, at.lane) : nullptr};
    });
    if (all) {
      b_.CreateRet(all);
    } else {
      b_.CreateRetVoid();
    }
  }

 private:
  void set(std::uint64_t offset, Value* value) {
    b_.CreateStore(value, b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), context_, offset));
  }
  Value* call(Value* lane) {
    auto* first = b_.CreateShl(warp_.getArg(2), Log2_32(abi::kWarpSize));
    set(abi_offset(ThreadContext, linear), b_.CreateAdd(first, lane));
    set(abi_offset(ThreadContext, lane), lane);
    SmallVector<Value*, 8> arguments{warp_.getArg(0), context_};
    for (unsigned k = 2; k < thread_.arg_size(); ++k) {
      arguments.push_back(lane_of(b_, warp_.getArg(k + 2), thread_.getArg(k)->getType(), lane));
    }
    return b_.CreateCall(&thread_, arguments);
  }

  Function &thread_, &warp_;
  IRBuilder<> b_;
  AllocaInst* context_ = nullptr;
};

}  // namespace

unsigned lanes_in_turn(Compilation& c) {
  if (c.is_kernel()) return 0;
  if (any_of(*c.module, calls_engine_to_wait)) {
    keep_warps(c);
    return 1;
  }
  for (const auto& name : c.pointed_to) {
    auto* thread = c.module->getFunction(name);
    thread->setName(name + ".thread");
    thread->setLinkage(GlobalValue::InternalLinkage);
    auto* type = warp_function_type(*type_of_program(*thread->getFunctionType()));
    auto* warp = Function::Create(type, GlobalValue::ExternalLinkage, name, *c.module);
    warp->addFnAttr(Attribute::NoUnwind);
    keep_null_pointers(*warp, *thread);
    LoopOverLanes(*thread, *warp).make();
    aim_at(*warp, c.request.isa);
  }
  c.mode = abi::KernelMode::kFiberWarp;
  return c.pointed_to.size();
}

}  // namespace heddle::compiler
