// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/pseudo.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler::pseudo {
namespace {

enum class Kind {
  kKnown,  // depends on its arguments and on where the warp is, on no memory; may be asked anywhere
  kLanes,  // the same, and on which lanes come here together
  kMemory,
  kStorage,  // gives memory of its own
};

// `type`: the result's, then the arguments': v void, p ptr, b i1, i i32, l i64.
struct Row {
  llvm::StringLiteral name;
  llvm::StringLiteral type;
  Kind kind;
};

constexpr Row kRows[] = {
    {kBlock, "p", Kind::kKnown},
    {kWarpContext, "p", Kind::kKnown},
    {kWarp, "i", Kind::kKnown},
    {kLane, "i", Kind::kKnown},
    {kSteps32, "ii", Kind::kKnown},
    {kSteps64, "ll", Kind::kKnown},
    {kWarpAlloca, "pll", Kind::kStorage},
    {kEntryMask, "b", Kind::kLanes},
    {kMask, "vb", Kind::kMemory},
    {kAny, "bb", Kind::kLanes},
    {kAll, "bb", Kind::kLanes},
    {kFew, "bi", Kind::kLanes},
    {kBarrier, "iiiib", Kind::kMemory},
    {kInStep, "vi", Kind::kMemory},
    {kStateSpace, "ip", Kind::kKnown},
    {kMbarrier, "lpiii", Kind::kMemory},
    {kMbarrierPhase, "ipi", Kind::kMemory},
    {kStackSave, "li", Kind::kMemory},
    {kStackRestore, "vil", Kind::kMemory},
    {kAlloca, "pill", Kind::kStorage},
    {kCopy, "vppl", Kind::kMemory},
    {kBulkReduce, "vppli", Kind::kMemory},
    {kTensor, "iippiiiiil", Kind::kMemory},
    {kTellTensor, "vpiippiiiiil", Kind::kMemory},
    {kAsync, "vippi", Kind::kMemory},
    {kWholeWarp, "v", Kind::kMemory},
    {kWeighed, "iii", Kind::kKnown},
    {kProbeAccess, "vppp", Kind::kMemory},
    {kProbeAdmit, "pppp", Kind::kMemory},
    {kProbeBranch, "vpb", Kind::kMemory},
    {kProbeBarrier, "vpiib", Kind::kMemory},
    {kProbeWarp, "vpiii", Kind::kMemory},
    {kProbeMatrix, "vpiii", Kind::kMemory},
    {kProbeOperation, "vpblll", Kind::kMemory},
    {kProbeFence, "vp", Kind::kMemory},
    {kProbeExit, "vpb", Kind::kMemory},
    {kCountBlock, "vii", Kind::kMemory},
    {kCountBranch, "vib", Kind::kMemory},
    {kCountAccess, "vpiip", Kind::kMemory},
    {kCountWait, "vili", Kind::kMemory},
    {kProbeLoaded, "ippi", Kind::kMemory},
    {kProbeStored, "vppii", Kind::kMemory},
    {kProbeObject, "vpp", Kind::kMemory},
    {kProbeUse, "vppbi", Kind::kMemory},
    {kYield, "v", Kind::kMemory},
    {kYieldAtTimes, "v", Kind::kMemory},
    {kSwitch, "v", Kind::kMemory},
    {kWaits, "v", Kind::kMemory},
    {kProgress, "v", Kind::kMemory},
};

const Row& row_of(llvm::StringRef name) {
  const auto* row = llvm::find_if(kRows, [&](const Row& r) { return r.name == name; });
  assert(row != std::end(kRows) && "not a pseudo function");
  return *row;
}

llvm::Type* type_of(llvm::LLVMContext& context, char letter) {
  switch (letter) {
    case 'p':
      return llvm::PointerType::get(context, 0);
    case 'b':
      return llvm::Type::getInt1Ty(context);
    case 'i':
      return llvm::Type::getInt32Ty(context);
    case 'l':
      return llvm::Type::getInt64Ty(context);
    default:
      return llvm::Type::getVoidTy(context);
  }
}

llvm::FunctionCallee declare(llvm::Module& module, llvm::StringRef name) {
  const auto& row = row_of(name);
  llvm::SmallVector<llvm::Type*, 12> types;
  for (const char letter : row.type) types.push_back(type_of(module.getContext(), letter));
  auto* type = llvm::FunctionType::get(types[0], llvm::ArrayRef(types).drop_front(), false);
  auto callee = module.getOrInsertFunction(name, type);
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->addFnAttr(llvm::Attribute::NoUnwind);
  function->addFnAttr(llvm::Attribute::WillReturn);
  function->addFnAttr(llvm::Attribute::NoCallback);
  function->addFnAttr(row.kind == Kind::kKnown ? llvm::Attribute::Speculatable
                                               : llvm::Attribute::Convergent);
  if (row.kind == Kind::kKnown || row.kind == Kind::kLanes) function->setDoesNotAccessMemory();
  if (name == kLane) {
    function->addRangeRetAttr(llvm::ConstantRange(llvm::APInt(32, 0), llvm::APInt(32, 32)));
  }
  if (row.kind == Kind::kStorage) {
    function->addRetAttr(llvm::Attribute::NoAlias);
    function->setOnlyAccessesInaccessibleMemory();
  }
  return callee;
}

}  // namespace

bool is_of_undefined(llvm::StringRef name) {
  return name == kProbeLoaded || name == kProbeStored || name == kProbeObject || name == kProbeUse;
}

bool is(const llvm::Value* value, llvm::StringRef name) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(value);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == name;
}

llvm::StringRef engine_symbol(llvm::StringRef name) {
  return llvm::StringSwitch<llvm::StringRef>(name)
      .Case(kStateSpace, "heddle_rt_state_space")
      .Case(kMbarrier, "heddle_rt_mbarrier")
      .Case(kCopy, "heddle_rt_copy")
      .Case(kBulkReduce, "heddle_rt_bulk_reduce")
      .Case(kTensor, "heddle_rt_tensor")
      .Case(kTellTensor, "heddle_rt_tell_tensor")
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
