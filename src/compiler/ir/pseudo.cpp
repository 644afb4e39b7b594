// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/pseudo.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler::pseudo {
namespace {

llvm::FunctionCallee declare(llvm::Module& module, llvm::StringRef name) {
  auto& context = module.getContext();
  auto* ptr = llvm::PointerType::get(context, 0);
  auto* i1 = llvm::Type::getInt1Ty(context);
  auto* i32 = llvm::Type::getInt32Ty(context);
  auto* i64 = llvm::Type::getInt64Ty(context);
  auto* none = llvm::Type::getVoidTy(context);

  llvm::FunctionType* type = nullptr;
  bool pure = false;  // depends on its arguments and on where the warp is, on no memory
  if (name == kBlock || name == kWarpContext) {
    type = llvm::FunctionType::get(ptr, false);
    pure = true;
  } else if (name == kWarp || name == kLane) {
    type = llvm::FunctionType::get(i32, false);
    pure = true;
  } else if (name == kEntryMask) {
    type = llvm::FunctionType::get(i1, false);
    pure = true;
  } else if (name == kWarpAlloca) {
    type = llvm::FunctionType::get(ptr, {i64, i64}, false);
  } else if (name == kMask) {
    type = llvm::FunctionType::get(none, {i1}, false);
  } else if (name == kYield || name == kYieldAtTimes || name == kStir) {
    type = llvm::FunctionType::get(none, false);
  } else if (name == kMbarrier) {
    type = llvm::FunctionType::get(i64, {ptr, i32, i32, i32}, false);
  } else if (name == kMbarrierPhase) {
    type = llvm::FunctionType::get(i32, {ptr}, false);
  } else if (name == kCopy) {
    type = llvm::FunctionType::get(none, {ptr, ptr, i64}, false);
  } else if (name == kStackSave) {
    type = llvm::FunctionType::get(i64, {i32}, false);
  } else if (name == kStackRestore) {
    type = llvm::FunctionType::get(none, {i32, i64}, false);
  } else if (name == kAlloca) {
    type = llvm::FunctionType::get(ptr, {i32, i64, i64}, false);
  } else if (name == kStateSpace) {
    type = llvm::FunctionType::get(i32, {ptr}, false);
    pure = true;
  } else if (name == kAny || name == kAll) {
    type = llvm::FunctionType::get(i1, {i1}, false);
    pure = true;
  } else if (name == kBarrier) {
    type = llvm::FunctionType::get(i32, {i32, i32, i32, i1}, false);
  } else if (name == kProbeAccess) {
    type = llvm::FunctionType::get(none, {ptr, ptr}, false);
  } else if (name == kProbeBranch || name == kProbeExit) {
    type = llvm::FunctionType::get(none, {ptr, i1}, false);
  } else if (name == kProbeBarrier) {
    type = llvm::FunctionType::get(none, {ptr, i32, i32, i1}, false);
  } else if (name == kProbeWarp) {
    type = llvm::FunctionType::get(none, {ptr, i32, i32, i32}, false);
  } else if (name == kProbeFence) {
    type = llvm::FunctionType::get(none, {ptr}, false);
  } else {
    llvm_unreachable("not a pseudo function");
  }
  auto callee = module.getOrInsertFunction(name, type);
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->addFnAttr(llvm::Attribute::NoUnwind);
  function->addFnAttr(llvm::Attribute::WillReturn);
  function->addFnAttr(llvm::Attribute::NoCallback);
  if (pure) function->setDoesNotAccessMemory();
  if (name != kBlock && name != kWarpContext && name != kWarp && name != kLane &&
      name != kStateSpace) {
    function->addFnAttr(llvm::Attribute::Convergent);
  } else {
    function->addFnAttr(llvm::Attribute::Speculatable);
  }
  if (name == kLane) {
    function->addRangeRetAttr(llvm::ConstantRange(llvm::APInt(32, 0), llvm::APInt(32, 32)));
  }
  if (name == kWarpAlloca || name == kAlloca) {
    function->addRetAttr(llvm::Attribute::NoAlias);
    function->setOnlyAccessesInaccessibleMemory();
  }
  return callee;
}

}  // namespace

bool is(const llvm::Value* value, llvm::StringRef name) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(value);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == name;
}

llvm::StringRef engine_symbol(llvm::StringRef name) {
  return llvm::StringSwitch<llvm::StringRef>(name)
      .Case(kStateSpace, "heddle_rt_state_space")
      .Case(kMbarrier, "heddle_rt_mbarrier")
      .Case(kCopy, "heddle_rt_copy")
      .Case(kStackSave, "heddle_rt_stack_save")
      .Case(kStackRestore, "heddle_rt_stack_restore")
      .Case(kAlloca, "heddle_rt_alloca")
      .Default("");
}

llvm::CallInst* call(llvm::IRBuilderBase& builder, llvm::StringRef name,
                     llvm::ArrayRef<llvm::Value*> arguments, const llvm::Twine& result) {
  auto& module = *builder.GetInsertBlock()->getModule();
  auto callee = declare(module, name);
  auto* type = callee.getFunctionType();
  return builder.CreateCall(callee, arguments, type->getReturnType()->isVoidTy() ? "" : result);
}

}  // namespace heddle::compiler::pseudo
