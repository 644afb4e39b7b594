// SPDX-License-Identifier: Apache-2.0
#include "frontend/nvvm/nvvm_program.h"

#include <fmt/format.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/raw_ostream.h>

#include <memory>
#include <set>

#include "frontend/ptx_approximations.h"
#include "frontend/ptx_output.h"

namespace heddle::frontend {
namespace {

// What LLVM says of a module while it reads and links it.
class Messages : public llvm::DiagnosticHandler {
 public:
  explicit Messages(std::string& errors) : errors_(errors) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (info.getSeverity() != llvm::DS_Error) return true;
    llvm::raw_string_ostream out(errors_);
    llvm::DiagnosticPrinterRawOStream printer(out);
    info.print(printer);
    return true;
  }

 private:
  std::string& errors_;
};

class Program {
 public:
  Program() {
    context_.setDiagnosticHandler(std::make_unique<Messages>(errors_));
    module_ = std::make_unique<llvm::Module>("nvvm", context_);
  }

  // Takes all of the modules that are not lazy.
  void add(std::span<const NvvmModule> modules) {
    for (const NvvmModule& given : modules) {
      if (given.lazy) continue;
      auto read = read_nvvm(given.bytes, given.name, context_);
      verify_nvvm(*read, given.name);
      module_->setDataLayout(read->getDataLayout());
      module_->setTargetTriple(read->getTargetTriple());
      if (llvm::Linker::linkModules(*module_, std::move(read))) throw not_linked(given.name);
    }
  }

  // Takes what is called of the lazy ones; nobody sees it from outside.
  void add_lazy(std::span<const NvvmModule> modules) {
    std::unique_ptr<llvm::Module> all;
    for (const NvvmModule& given : modules) {
      if (!given.lazy) continue;
      auto read = read_nvvm(given.bytes, given.name, context_);
      read->setDataLayout(module_->getDataLayout());
      read->setTargetTriple(module_->getTargetTriple());
      // How each was compiled: the program's flags count.
      if (auto* flags = read->getModuleFlagsMetadata()) flags->eraseFromParent();
      if (!all) {
        all = std::move(read);
      } else if (llvm::Linker::linkModules(*all, std::move(read))) {
        throw not_linked(given.name);
      }
    }
    if (all && !link_needed(*module_, std::move(all))) throw not_linked("the lazy modules");
    for (llvm::Function& function : *module_) {
      // Of a front end's machine: functions of different ones are not inlined into each other.
      function.removeFnAttr("target-cpu");
      function.removeFnAttr("target-features");
    }
  }

  llvm::Module& module() { return *module_; }

 private:
  NvvmErrors not_linked(const std::string& name) const {
    return {fmt::format("{}: error: {}\n", name, errors_)};
  }

  std::string errors_;
  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
};

// -ftz, as clang says it.
void flush_denormals(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    function.addFnAttr("denormal-fp-math-f32", "preserve-sign,preserve-sign");
  }
  module.setModuleFlag(llvm::Module::Override, "nvvm-reflect-ftz", 1);
}

// -fma: any product may be joined with any sum.
void contract(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& i : llvm::instructions(function)) {
      if (llvm::isa<llvm::FPMathOperator>(i)) i.setHasAllowContract(true);
    }
  }
}

}  // namespace

void verify_nvvm_program(std::span<const NvvmModule> modules) {
  Program program;
  program.add(modules);
}

std::string nvvm_program_ptx(std::span<const NvvmModule> modules, const Options& options,
                             const Target& target) {
  Program program;
  program.add(modules);
  llvm::Module& module = program.module();
  const bool flush = options.flush_denormals.value_or(false);
  use_approximations(module,
                     {options.precise_division.value_or(true) ? Approximations::Division::kRounded
                                                              : Approximations::Division::kFull,
                      !options.precise_root.value_or(true), false, flush});
  program.add_lazy(modules);
  if (flush) flush_denormals(module);
  if (options.contract.value_or(true)) contract(module);
  // The metadata makes lines; the rest is for debuggers.
  if (!options.debug) llvm::stripNonLineTableDebugInfo(module);
  std::string ignored;  // of functions that the PTX does not hold: the driver has them
  return write_ptx(module, {target, !options.device_debug, true, modules.front().name}, &ignored);
}

}  // namespace heddle::frontend
