// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/thread/threads_in_turn.h"

#include "compiler/ir/context_access.h"
#include "compiler/passes/block/split_at_barriers.h"
#include "compiler/passes/widen/widener.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// All frames of a block lie on the worker's stack. A fiber touches as much for a few threads.
constexpr std::uint64_t kMaxFrameBytes = std::uint64_t{4} << 20;

bool is_engine_wait(const CallInst& call) {
  const auto* callee = call.getCalledFunction();
  return !callee || callee->getName().starts_with("heddle_ref_");
}

// heddle_ref_barrier(block, thread, 0, 0, none, no predicate)
bool is_plain_barrier(const CallInst& call) {
  const auto* callee = call.getCalledFunction();
  return callee && callee->getName() == "heddle_ref_barrier" &&
         all_of(drop_begin(call.args(), 2), [](const Use& argument) {
           const auto* number = dyn_cast<ConstantInt>(argument);
           return number && number->isZero();
         });
}

// The calls in `body` that wait for the other threads at a plain barrier; none: one waits
// otherwise, or in another function.
std::optional<SmallVector<CallInst*, 8>> plain_barriers(Function& body) {
  SmallVector<CallInst*, 8> result;
  for (auto& function : *body.getParent()) {
    for (auto& i : instructions(function)) {
      auto* call = dyn_cast<CallInst>(&i);
      if (!call || !is_engine_wait(*call)) continue;
      if (&function != &body || !is_plain_barrier(*call)) return std::nullopt;
      result.push_back(call);
    }
  }
  return result;
}

// What the engine would write into a ThreadContext.
struct Thread {
  Value *linear, *lane, *warp;
  Value* at(std::uint64_t offset) const {
    return offset == abi_offset(ThreadContext, linear) ? linear
           : offset == abi_offset(ThreadContext, lane) ? lane
           : offset == abi_offset(ThreadContext, warp) ? warp
                                                       : nullptr;
  }
};

// Loads of what is known, without the memory in between. What is left asks for a ThreadContext.
void forward(Value& context, const Thread& thread, const DataLayout& layout) {
  for (auto* user : make_early_inc_range(context.users())) {
    auto* address = dyn_cast<GetElementPtrInst>(user);
    APInt offset(64, 0);
    if (!address || !address->accumulateConstantOffset(layout, offset)) continue;
    auto* value = thread.at(offset.getZExtValue());
    for (auto* reader : make_early_inc_range(address->users())) {
      auto* load = dyn_cast<LoadInst>(reader);
      if (!load || !value) continue;
      load->replaceAllUsesWith(value);
      load->eraseFromParent();
    }
    if (address->use_empty()) address->eraseFromParent();
  }
}

// void (block, nothing, i32 linear) from the body's void (block, thread).
Function* in_turn(Function& body) {
  auto& llvm = body.getContext();
  auto* ptr = PointerType::get(llvm, 0);
  auto* type = FunctionType::get(Type::getVoidTy(llvm), {ptr, ptr, Type::getInt32Ty(llvm)}, false);
  auto* made = Function::Create(type, GlobalValue::InternalLinkage, body.getName() + ".turn",
                                body.getParent());
  made->addFnAttr(Attribute::NoUnwind);
  made->setSubprogram(body.getSubprogram());
  body.setSubprogram(nullptr);
  auto* start = &body.getEntryBlock();
  made->splice(made->end(), &body);
  IRBuilder<> b(BasicBlock::Create(llvm, "thread", made, start));
  auto* linear = made->getArg(2);
  const Thread thread{linear, b.CreateAnd(linear, abi::kWarpSize - 1, "lane"),
                      b.CreateLShr(linear, Log2_32(abi::kWarpSize), "warp")};
  body.getArg(0)->replaceAllUsesWith(made->getArg(0));
  forward(*body.getArg(1), thread, made->getDataLayout());
  if (!body.getArg(1)->use_empty()) {
    auto* context = b.CreateAlloca(ArrayType::get(b.getInt8Ty(), sizeof(abi::ThreadContext)));
    context->setAlignment(Align(alignof(abi::ThreadContext)));
    for (auto offset : {abi_offset(ThreadContext, linear), abi_offset(ThreadContext, lane),
                        abi_offset(ThreadContext, warp)}) {
      b.CreateStore(thread.at(offset),
                    b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), context, offset));
    }
    body.getArg(1)->replaceAllUsesWith(context);
  }
  // Stack objects are looked for in the entry.
  for (auto& i : make_early_inc_range(*start)) {
    if (isa<AllocaInst>(i)) i.moveBefore(made->getEntryBlock(), b.GetInsertPoint());
  }
  b.CreateBr(start);
  return made;
}

std::uint64_t object_bytes(const Function& function) {
  std::uint64_t bytes = 0;
  for (const auto& i : instructions(function)) {
    const auto* object = dyn_cast<AllocaInst>(&i);
    if (object) bytes += object->getAllocationSize(function.getDataLayout())->getFixedValue();
  }
  return bytes;
}

void split(Compilation& c, ArrayRef<CallInst*> barriers) {
  auto& turn = *c.full_warp;
  auto* ptr = PointerType::get(c.context, 0);
  const auto suspend = c.module->getOrInsertFunction(
      kSuspend, FunctionType::get(Type::getVoidTy(c.context), {ptr, ptr}, false));
  for (auto* barrier : barriers) {
    IRBuilder<> b(barrier);
    b.CreateCall(suspend, {turn.getArg(0), turn.getArg(1)});
    barrier->replaceAllUsesWith(b.getInt32(0));
    barrier->eraseFromParent();
  }
  // Objects in the frame live as long as the thread.
  for (auto& i : make_early_inc_range(instructions(turn))) {
    if (isa<LifetimeIntrinsic>(i)) i.eraseFromParent();
  }
  const auto step = split_at_plain_barriers(turn, c.request.isa);
  c.full_warp->eraseFromParent();
  c.full_warp = step.function;
  c.full_states = step.states;
  c.frame_bytes = std::max<std::uint32_t>(step.frame_bytes, abi::kVectorAlign);
  c.warp_loops = true;
}

}  // namespace

unsigned threads_in_turn(Compilation& c) {
  if (!c.is_kernel()) return 0;
  const auto barriers = plain_barriers(*c.full_warp);
  if (!barriers) return 0;
  const auto threads = threads_of(*c.request.block);
  if (!barriers->empty() && object_bytes(*c.full_warp) * threads > kMaxFrameBytes) return 0;
  auto* body = &*c.full_warp;
  c.full_warp = in_turn(*body);
  body->eraseFromParent();
  if (!barriers->empty()) split(c, *barriers);
  c.in_turn = true;
  c.mode = abi::KernelMode::kBlock;
  return 1;
}

}  // namespace heddle::compiler
