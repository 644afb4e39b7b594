// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/link/keep_dynamic_allocas.h"

#include "compiler/ir/pseudo.h"
#include "image/kernel_abi.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// CUDA C++ Programming Guide, "alloca() Function".
constexpr std::uint64_t kAllocaAlign = 16;

class Keeper {
 public:
  explicit Keeper(Function& function) : function_(function), b_(function.getContext()) {}

  unsigned run() {
    SmallVector<AllocaInst*, 4> objects;
    SmallVector<IntrinsicInst*, 8> marks;
    for (auto& instruction : instructions(function_)) {
      auto* object = dyn_cast<AllocaInst>(&instruction);
      if (object && !object->isStaticAlloca()) objects.push_back(object);
      auto* call = dyn_cast<IntrinsicInst>(&instruction);
      if (!call) continue;
      const auto id = call->getIntrinsicID();
      if (id == Intrinsic::stacksave || id == Intrinsic::stackrestore) marks.push_back(call);
    }
    if (objects.empty()) return 0;
    for (auto* object : objects) keep(*object);
    for (auto* mark : marks) move(*mark);
    free_at_end();
    return objects.size();
  }

 private:
  void at(Instruction& instruction) {
    b_.SetInsertPoint(&instruction);
    b_.SetCurrentDebugLocation(instruction.getDebugLoc());
  }

  Value* thread() {
    auto* warp = b_.CreateMul(pseudo::call(b_, pseudo::kWarp), b_.getInt32(abi::kWarpSize));
    return b_.CreateAdd(warp, pseudo::call(b_, pseudo::kLane), "thread");
  }

  void keep(AllocaInst& object) {
    at(object);
    const auto element =
        function_.getDataLayout().getTypeAllocSize(object.getAllocatedType()).getFixedValue();
    auto* count = b_.CreateZExtOrTrunc(object.getArraySize(), b_.getInt64Ty());
    auto* bytes = b_.CreateMul(count, b_.getInt64(element));
    const auto align = std::max(object.getAlign().value(), kAllocaAlign);
    auto* memory = pseudo::call(b_, pseudo::kAlloca, {thread(), bytes, b_.getInt64(align)});
    memory->addRetAttr(Attribute::getWithAlignment(b_.getContext(), Align(align)));
    replace(object, memory);
  }

  // Those of functions that clang has inlined.
  void move(IntrinsicInst& mark) {
    at(mark);
    if (mark.getIntrinsicID() == Intrinsic::stacksave) {
      auto* used = pseudo::call(b_, pseudo::kStackSave, {thread()}, "used");
      return replace(mark, b_.CreateIntToPtr(used, mark.getType()));
    }
    auto* used = b_.CreatePtrToInt(mark.getArgOperand(0), b_.getInt64Ty());
    pseudo::call(b_, pseudo::kStackRestore, {thread(), used});
    mark.eraseFromParent();
  }

  void free_at_end() {
    at(*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    auto* used = pseudo::call(b_, pseudo::kStackSave, {thread()}, "used");
    for (auto& block : function_) {
      if (!isa<ReturnInst>(block.getTerminator())) continue;
      at(*block.getTerminator());
      pseudo::call(b_, pseudo::kStackRestore, {thread(), used});
    }
  }

  void replace(Instruction& old, Value* with) {
    with->takeName(&old);
    old.replaceAllUsesWith(with);
    old.eraseFromParent();
  }

  Function& function_;
  IRBuilder<> b_;
};

}  // namespace

unsigned keep_dynamic_allocas(Function& function) {
  return Keeper(function).run();
}

}  // namespace heddle::compiler
