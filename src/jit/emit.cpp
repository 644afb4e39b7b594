// SPDX-License-Identifier: Apache-2.0
#include "jit/emit.h"

#include "compiler/dump.h"
#include "jit/codegen_effort.h"
#include "jit/split_blocks.h"
#include "jit/symbol_names.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace heddle::jit {

using namespace llvm;

namespace {

// The next compilation gets the machine as it was.
class Effort {
 public:
  Effort(TargetMachine& machine, bool quick) : machine_(machine), usual_(machine.getOptLevel()) {
    if (quick) machine_.setOptLevel(CodeGenOptLevel::None);
  }
  ~Effort() { machine_.setOptLevel(usual_); }
  Effort(const Effort&) = delete;
  Effort& operator=(const Effort&) = delete;

 private:
  TargetMachine& machine_;
  const CodeGenOptLevel usual_;
};

// As TargetMachine::addPassesToEmitFile, without the analysis of where variables live: device code
// keeps lines, not variables, and it takes 6% of the time.
bool add_code_generation(compiler::Compilation& c, PassManagerBase& passes, raw_pwrite_stream& out,
                         CodeGenFileType type) {
  auto& machine = *c.machine;
  auto* config = machine.createPassConfig(passes);
  auto* functions = new MachineModuleInfoWrapperPass(&machine);
  config->disablePass(&LiveDebugValuesID);
  limit_effort(*c.module, *config, c.log);
  const std::unique_ptr<Pass> prepare(createCodeGenPrepareLegacyPass());
  config->insertPass(prepare->getPassID(), create_split_blocks(c.log));
  passes.add(config);
  passes.add(functions);
  // Without CodeGenPrepare there is nothing to be inserted behind.
  if (c.quick_code) passes.add(create_split_blocks(c.log));
  if (config->addISelPasses()) return false;
  config->addMachinePasses();
  config->setInitialized();
  if (machine.addAsmPrinter(passes, out, nullptr, type, functions->getMMI().getContext()))
    return false;
  passes.add(createFreeMachineFunctionPass());
  return true;
}

void dump_assembly(compiler::Compilation& c) {
  const auto path = compiler::dump_path(c, "s");
  if (path.empty()) return;
  std::error_code error;
  raw_fd_ostream out(path, error);
  if (error) return;
  // Code generation changes the module: work on a copy.
  const auto copy = CloneModule(*c.module);
  legacy::PassManager passes;
  if (!add_code_generation(c, passes, out, CodeGenFileType::AssemblyFile)) return;
  passes.run(*copy);
}

}  // namespace

Expected<Bytes> emit(compiler::Compilation& c) {
  const Effort effort(*c.machine, c.quick_code);
  name_after_kernel(c);
  dump_assembly(c);
  c.log.note_instructions_out(*c.module);
  const compiler::CompileLog::Stage timed(c.log, "code");
  Bytes object;
  raw_svector_ostream out(object);
  legacy::PassManager passes;
  if (!add_code_generation(c, passes, out, CodeGenFileType::ObjectFile)) {
    return createStringError("LLVM cannot write object files for this machine");
  }
  passes.run(*c.module);
  return object;
}

}  // namespace heddle::jit
