// SPDX-License-Identifier: Apache-2.0
#include "frontend/link_images.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <map>
#include <set>

#include "frontend/device_image.h"
#include "frontend/kernel_facts.h"
#include "frontend/variable_facts.h"

namespace heddle::frontend {
namespace {

// What the linker of LLVM complains of.
class Complaints : public llvm::DiagnosticHandler {
 public:
  explicit Complaints(std::string* text) : text_(text) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (info.getSeverity() != llvm::DS_Error) return true;
    llvm::raw_string_ostream out(*text_);
    llvm::DiagnosticPrinterRawOStream printer(out);
    info.print(printer);
    return true;
  }

 private:
  std::string* text_;
};

// Says how the module was compiled, for a library that is not ours; modules that differ in it would
// not link.
void drop_flush_flag(llvm::Module& module) {
  auto* flags = module.getModuleFlagsMetadata();
  if (!flags) return;
  llvm::SmallVector<llvm::MDNode*, 8> kept;
  for (auto* flag : flags->operands()) {
    const auto* name = llvm::cast<llvm::MDString>(flag->getOperand(1));
    if (name->getString() != "nvvm-reflect-ftz") kept.push_back(flag);
  }
  flags->clearOperands();
  for (auto* flag : kept) flags->addOperand(flag);
}

bool is_strong(const llvm::GlobalValue& value) {
  return !value.isDeclaration() && value.hasExternalLinkage() &&
         !value.getName().starts_with("llvm.");
}

class Linking {
 public:
  explicit Linking(llvm::LLVMContext& context) : context_(context) {}

  LinkedImage run(std::span<const NamedImage> inputs) {
    context_.setDiagnosticHandler(std::make_unique<Complaints>(&complaints_));
    for (const NamedImage& input : inputs) {
      if (!add(input)) return std::move(result_);
    }
    if (!calls_fit()) {
      result_.module.reset();
      return std::move(result_);
    }
    read_facts();
    return std::move(result_);
  }

 private:
  bool fail(const std::string& name, const std::string& text) {
    result_.error += (result_.error.empty() ? "" : "\n") + name + ", error: " + text;
    result_.module.reset();
    return false;
  }

  bool add(const NamedImage& input) {
    const auto& bitcode = input.image.bitcode;
    const llvm::StringRef bytes(reinterpret_cast<const char*>(bitcode.data()), bitcode.size());
    auto parsed = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bytes, input.name), context_);
    if (!parsed) return fail(input.name, llvm::toString(parsed.takeError()));
    llvm::Module& module = **parsed;
    if (auto* list = module.getGlobalVariable("__clang_gpu_used_external", true)) {
      list->setInitializer(nullptr);
      list->setLinkage(llvm::GlobalValue::ExternalLinkage);
    }
    drop_flush_flag(module);
    if (!fits(module, input.name)) return false;
    note(input.image);
    if (!result_.module) {
      result_.module = std::move(*parsed);
      return true;
    }
    if (!llvm::Linker::linkModules(*result_.module, std::move(*parsed))) return true;
    return fail(input.name, complaints_);
  }

  // No two define the same, and variables are of one kind of memory.
  bool fits(const llvm::Module& module, const std::string& name) {
    for (const llvm::GlobalValue& value : module.global_values()) {
      if (value.hasLocalLinkage()) continue;
      const std::string symbol = value.getName().str();
      const auto [first, is_new] = spaces_.emplace(symbol, value.getAddressSpace());
      if (!is_new && first->second != value.getAddressSpace())
        return fail(name, "'" + symbol + "' is in another kind of memory than elsewhere");
      if (!is_strong(value)) continue;
      const auto [definition, is_first] = definitions_.emplace(symbol, name);
      if (!is_first)
        return fail(name, "'" + symbol + "' is defined in " + definition->second + ", too");
    }
    return true;
  }

  void note(const image::Image& image) {
    image::Image& all = result_.image;
    all.arch = std::max(all.arch, image.arch);
    all.compiled_for = std::max(all.compiled_for, image.compiled_for);
    all.debug = all.debug || image.debug;
    all.line_info = all.line_info || image.line_info;
    if (all.source.empty()) all.source = image.source;
    for (const image::KernelRecord& kernel : image.kernels) kernels_.emplace(kernel.name, kernel);
    for (const image::VariableRecord& variable : image.variables) {
      if (variable.kind == image::VariableKind::kManaged) managed_.insert(variable.name);
    }
  }

  // Of the whole; what only the inputs' texts said is theirs.
  void read_facts() {
    image::Image& all = result_.image;
    for (image::KernelRecord& kernel : read_kernels(*result_.module, 0)) {
      const auto of_input = kernels_.find(kernel.name);
      if (of_input == kernels_.end()) continue;
      kernel.registers = of_input->second.registers;
      kernel.cluster_dims = of_input->second.cluster_dims;
      kernel.cluster_must_be_set = of_input->second.cluster_must_be_set;
      all.kernels.push_back(std::move(kernel));
    }
    all.variables = read_variables(*result_.module);
    for (image::VariableRecord& variable : all.variables) {
      if (managed_.contains(variable.name)) variable.kind = image::VariableKind::kManaged;
    }
    if (auto* list = result_.module->getNamedGlobal("llvm.global.annotations")) {
      list->eraseFromParent();
    }
    all.address_taken = address_taken_functions(*result_.module);
  }

  // In PTX a parameter has a size only: a float is passed as a word, and a pointer as two.
  bool calls_fit() {
    for (llvm::Function& function : *result_.module) {
      for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(user);
        if (!call || call->getCalledOperand() != &function) continue;
        if (call->getFunctionType() == function.getFunctionType()) continue;
        if (!adapt(call, function)) {
          return fail(
              call->getFunction()->getName().str(),
              "it calls '" + function.getName().str() + "' with other parameters than it has");
        }
      }
    }
    return true;
  }

  bool adapt(llvm::CallInst* call, llvm::Function& function) {
    const auto& layout = result_.module->getDataLayout();
    const auto castable = [&](llvm::Type* from, llvm::Type* to) {
      return from == to || llvm::CastInst::isBitOrNoopPointerCastable(from, to, layout);
    };
    auto* type = function.getFunctionType();
    if (type->isVarArg() || call->arg_size() != type->getNumParams()) return false;
    for (unsigned i = 0; i < call->arg_size(); ++i) {
      if (!castable(call->getArgOperand(i)->getType(), type->getParamType(i))) return false;
    }
    auto* result = type->getReturnType();
    auto* wanted = call->getType();
    const bool no_result = call->use_empty();
    if (!no_result && !castable(result, wanted)) return false;
    llvm::IRBuilder<> b(call);
    llvm::SmallVector<llvm::Value*, 8> arguments;
    for (unsigned i = 0; i < call->arg_size(); ++i) {
      arguments.push_back(b.CreateBitOrPointerCast(call->getArgOperand(i), type->getParamType(i)));
    }
    auto* made = b.CreateCall(&function, arguments);
    made->setCallingConv(function.getCallingConv());
    made->setAttributes(function.getAttributes());
    if (!no_result) call->replaceAllUsesWith(b.CreateBitOrPointerCast(made, wanted));
    call->eraseFromParent();
    return true;
  }

  llvm::LLVMContext& context_;
  LinkedImage result_;
  std::string complaints_;
  std::map<std::string, std::string> definitions_;  // symbol, input
  std::map<std::string, unsigned> spaces_;
  std::map<std::string, image::KernelRecord> kernels_;  // of the inputs
  std::set<std::string> managed_;
};

}  // namespace

LinkedImage link_images(std::span<const NamedImage> inputs, llvm::LLVMContext& context) {
  return Linking(context).run(inputs);
}

}  // namespace heddle::frontend
