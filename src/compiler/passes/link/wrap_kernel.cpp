// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/link/wrap_kernel.h"

#include "compiler/ir/context_access.h"
#include "compiler/ir/debug_scope.h"
#include "compiler/ir/fast_path.h"
#include "compiler/ir/null_pointers.h"
#include "compiler/passes/scalar/optimise.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// A function without arguments that calls the kernel with what lies in the parameter buffer, at the
// offsets of NVPTX's layout: each parameter at its ABI alignment (see image::KernelRecord).
Function* wrapper_of(Function& kernel) {
  auto& module = *kernel.getParent();
  const auto& layout = module.getDataLayout();
  auto* wrapper =
      Function::Create(FunctionType::get(Type::getVoidTy(module.getContext()), false),
                       GlobalValue::InternalLinkage, kernel.getName() + ".body", module);
  keep_null_pointers(*wrapper, kernel);
  IRBuilder<> b(BasicBlock::Create(module.getContext(), "entry", wrapper));
  b.SetCurrentDebugLocation(share_debug_scope(*wrapper, kernel));
  auto* params = context::load(b, abi_offset(BlockContext, params), b.getPtrTy(), "params");
  SmallVector<Value*, 8> arguments;
  std::uint64_t end = 0;
  for (auto& argument : kernel.args()) {
    auto* type = argument.getType();
    auto align = layout.getABITypeAlign(type);
    const bool by_value = argument.hasByValAttr();
    if (by_value) {
      type = argument.getParamByValType();
      align = argument.getParamAlign().value_or(layout.getABITypeAlign(type));
    }
    const auto offset = alignTo(end, align);
    end = offset + layout.getTypeAllocSize(type);
    auto* address = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), params, offset);
    if (by_value) {
      arguments.push_back(argument.getType()->getPointerAddressSpace() == 0
                              ? address
                              : b.CreateAddrSpaceCast(address, argument.getType()));
      continue;
    }
    auto* value = b.CreateAlignedLoad(type, address, align, argument.getName());
    value->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(module.getContext(), {}));
    arguments.push_back(value);
  }
  if (end > 0) {
    auto* bytes = ConstantAsMetadata::get(b.getInt64(end));
    params->setMetadata(LLVMContext::MD_dereferenceable, MDNode::get(module.getContext(), bytes));
  }
  auto* call = b.CreateCall(&kernel, arguments);
  call->setAttributes(kernel.getAttributes());
  b.CreateRetVoid();
  return wrapper;
}

// !invariant.load is ours from here on (ir/pseudo.h). A program's own, which clang makes of its
// __ldg builtins, says less: such a load may stand behind a guard. llvm.expect is ours as well
// (ir/fast_path.h).
void drop_foreign_marks(Function& function) {
  for (auto& i : instructions(function)) {
    if (isa<LoadInst>(i)) i.setMetadata(LLVMContext::MD_invariant_load, nullptr);
  }
  answer_fast_paths(function, false);
}

// The pieces of device code that later stages never look at, or that would only mislead LLVM's x86
// passes.
void drop_device_attributes(Function& function) {
  for (const auto* name : {"target-cpu", "target-features", "frame-pointer", "no-trapping-math",
                           "stack-protector-buffer-size", "uniform-work-group-size"}) {
    function.removeFnAttr(name);
  }
  if (function.hasOptNone()) {  // code of -G, which is compiled as any other where a tool listens
    function.removeFnAttr(Attribute::OptimizeNone);
    function.removeFnAttr(Attribute::NoInline);
  }
  function.removeFnAttr(Attribute::StackProtect);
  function.removeFnAttr(Attribute::StackProtectStrong);
}

}  // namespace

void wrap_kernel(Compilation& c) {
  auto& module = *c.module;
  const auto& request = c.request;
  Function* wrapper = nullptr;
  // In a code module, pointed-to functions are what must stay.
  if (request.kernel.empty()) {
    for (auto& function : module) {
      if (!function.isDeclaration() && function.hasAddressTaken(nullptr, false, true, true) &&
          function.getCallingConv() != CallingConv::PTX_Kernel) {
        c.pointed_to.push_back(function.getName().str());
      }
    }
  }
  for (auto& function : module) {
    if (function.hasOptNone() && !request.probes && !request.reference) {
      module.getOrInsertNamedMetadata(kUnoptimised);
    }
    drop_device_attributes(function);
    drop_foreign_marks(function);
    if (!function.isDeclaration()) function.setLinkage(GlobalValue::InternalLinkage);
    function.setCallingConv(CallingConv::C);
    function.setVisibility(GlobalValue::DefaultVisibility);
    function.setComdat(nullptr);
  }
  for (auto& function : module) {
    for (auto* user : function.users()) {
      if (auto* call = dyn_cast<CallBase>(user)) call->setCallingConv(CallingConv::C);
    }
  }
  if (!request.kernel.empty()) wrapper = wrapper_of(*module.getFunction(request.kernel));
  // Keep what the kernel (or, in a code module, any pointed-to function) reaches.
  for (const auto* list :
       {"llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global.annotations"}) {
    if (auto* variable = module.getGlobalVariable(list)) variable->eraseFromParent();
  }
  for (auto& variable : module.globals()) {
    if (!variable.isDeclaration()) variable.setLinkage(GlobalValue::InternalLinkage);
    variable.setComdat(nullptr);
  }
  c.body = wrapper;
  std::vector<Function*> roots{wrapper};
  for (const auto& name : c.pointed_to) roots.push_back(module.getFunction(name));
  for (auto* root : roots) {
    if (root) root->setLinkage(GlobalValue::ExternalLinkage);
  }
  ModuleAnalysisManager analyses;
  PassInstrumentationCallbacks callbacks;
  analyses.registerPass([&] { return PassInstrumentationAnalysis(&callbacks); });
  GlobalDCEPass().run(module, analyses);
  for (auto* root : roots) {
    if (root) root->setLinkage(GlobalValue::InternalLinkage);
  }
}

}  // namespace heddle::compiler
