// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/link/link_modules.h"

#include <dlfcn.h>

#include "compiler/ir/context_access.h"
#include "compiler/ir/debug_scope.h"
#include "compiler/ir/shortcut.h"
#include "compiler/passes/link/libdevice_names.h"
#include "compiler/passes/link/lower_scopes.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Linker/IRMover.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "ptx/translate.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Says whether -ftz=true was given, for a library that is not ours. Modules that differ in it, as
// those of -use_fast_math and the device library do, would not link; what counts here is an
// attribute of each function.
void drop_flush_flag(Module& module) {
  auto* flags = module.getModuleFlagsMetadata();
  if (!flags) return;
  SmallVector<MDNode*, 8> kept;
  for (auto* flag : flags->operands()) {
    if (cast<MDString>(flag->getOperand(1))->getString() != "nvvm-reflect-ftz")
      kept.push_back(flag);
  }
  flags->clearOperands();
  for (auto* flag : kept) flags->addOperand(flag);
}

Expected<std::unique_ptr<Module>> parse(StringRef bitcode, LLVMContext& context) {
  auto module = parseBitcodeFile(MemoryBufferRef(bitcode, "device code"), context);
  if (module) drop_flush_flag(**module);
  return module;
}

Error no_kernel(StringRef name) {
  return createStringError("the device code holds no kernel '" + name + "'");
}

// The kernel and what it reaches. A program may have hundreds of kernels in a module, of which this
// is one: the others are not even read.
Expected<std::unique_ptr<Module>> parse_for(StringRef kernel, StringRef bitcode,
                                            LLVMContext& context) {
  auto source = getLazyBitcodeModule(MemoryBufferRef(bitcode, "device code"), context);
  if (!source) return source.takeError();
  auto* function = (*source)->getFunction(kernel);
  if (!function) return no_kernel(kernel);
  auto module = std::make_unique<Module>("device code", context);
  module->setTargetTriple((*source)->getTargetTriple());
  module->setDataLayout((*source)->getDataLayout());
  const auto add = [](GlobalValue& value, const IRMover::ValueAdder& add_it) { add_it(value); };
  if (auto error = IRMover(*module).move(std::move(*source), function, add, false)) return error;
  drop_flush_flag(*module);
  return module;
}

// All modules in one.
Expected<std::unique_ptr<Module>> parse_all(ArrayRef<StringRef> bitcode, LLVMContext& context) {
  auto module = parse(bitcode[0], context);
  if (!module) return module;
  for (const auto& more : bitcode.drop_front()) {
    auto other = parse(more, context);
    if (!other) return other;
    if (Linker::linkModules(**module, std::move(*other))) {
      return createStringError("relocatable device code does not link (-rdc): see the lines above");
    }
  }
  return module;
}

// The device library lies beside this library, in heddle/devicelib.bc.
Expected<const MemoryBuffer*> device_library() {
  static std::string path_text;
  static const std::unique_ptr<MemoryBuffer> buffer = []() -> std::unique_ptr<MemoryBuffer> {
    Dl_info here;
    if (!dladdr(reinterpret_cast<void*>(&device_library), &here)) return nullptr;
    SmallString<128> path(sys::path::parent_path(here.dli_fname));
    sys::path::append(path, "heddle", "devicelib.bc");
    path_text = path.str();
    auto file = MemoryBuffer::getFile(path);
    return file ? std::move(*file) : nullptr;
  }();
  if (!buffer) return createStringError("the device library '" + path_text + "' cannot be read");
  return buffer.get();
}

Error link_device_library(Module& module) {
  auto buffer = device_library();
  if (!buffer) return buffer.takeError();
  // Lazily: only the functions that are called are read.
  auto library = getLazyBitcodeModule((*buffer)->getMemBufferRef(), module.getContext());
  if (!library) return library.takeError();
  (*library)->setDataLayout(module.getDataLayout());
  (*library)->setTargetTriple(module.getTargetTriple());
  StripDebugInfo(**library);
  rename_libdevice_calls(module, **library);
  if (Linker::linkModules(module, std::move(*library), Linker::LinkOnlyNeeded)) {
    return createStringError("the device library does not fit the program's device code");
  }
  return Error::success();
}

// A function without arguments that calls the kernel with what lies in the parameter buffer, at the
// offsets of NVPTX's layout: each parameter at its ABI alignment (see image::KernelRecord).
Function* wrap_kernel(Function& kernel) {
  auto& module = *kernel.getParent();
  const auto& layout = module.getDataLayout();
  auto* wrapper =
      Function::Create(FunctionType::get(Type::getVoidTy(module.getContext()), false),
                       GlobalValue::InternalLinkage, kernel.getName() + ".body", module);
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
// (ir/shortcut.h).
void drop_foreign_marks(Function& function) {
  for (auto& i : instructions(function)) {
    if (isa<LoadInst>(i)) i.setMetadata(LLVMContext::MD_invariant_load, nullptr);
  }
  answer_shortcuts(function, false);
}

// The pieces of device code that later stages never look at, or that would only mislead LLVM's x86
// passes.
void drop_device_attributes(Function& function) {
  for (const auto* name : {"target-cpu", "target-features", "frame-pointer", "no-trapping-math",
                           "stack-protector-buffer-size", "uniform-work-group-size"}) {
    function.removeFnAttr(name);
  }
  function.removeFnAttr(Attribute::StackProtect);
  function.removeFnAttr(Attribute::StackProtectStrong);
}

}  // namespace

Error link_modules(Compilation& c) {
  const auto& request = c.request;
  const bool one = request.modules.size() == 1 && !request.kernel.empty();
  auto program = one ? parse_for(request.kernel, request.modules[0], c.context)
                     : parse_all(request.modules, c.context);
  if (!program) return program.takeError();
  c.module = std::move(*program);
  auto& module = *c.module;
  if (!request.kernel.empty() && !module.getFunction(request.kernel)) {
    return no_kernel(request.kernel);
  }
  module.setTargetTriple(c.machine->getTargetTriple());
  module.setDataLayout(c.machine->createDataLayout());
  lower_scopes(module);
  if (auto error = ptx::translate(module)) return error;
  if (auto error = link_device_library(module)) return error;

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
  if (!request.kernel.empty()) wrapper = wrap_kernel(*module.getFunction(request.kernel));
  // Keep what the kernel (or, in a code module, any pointed-to function) reaches.
  for (const auto* list :
       {"llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global.annotations"}) {
    if (auto* variable = module.getGlobalVariable(list)) variable->eraseFromParent();
  }
  for (auto& variable : module.globals()) {
    if (!variable.isDeclaration()) variable.setLinkage(GlobalValue::InternalLinkage);
    variable.setComdat(nullptr);
  }
  if (wrapper) c.body = wrapper->getName().str();
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
  return Error::success();
}

}  // namespace heddle::compiler
