// SPDX-License-Identifier: Apache-2.0
#include "compiler/pointed_waits.h"

#include "compiler/gate.h"
#include "compiler/passes/scalar/insert_yields.h"
#include "compiler/pipeline.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Support/MemoryBuffer.h"

namespace heddle::compiler {

using namespace llvm;

Expected<bool> lanes_wait_behind_pointers(const Request& kernel) {
  LLVMContext context;
  bool worth_it = false;
  for (const auto& bitcode : kernel.modules) {
    auto module = parseBitcodeFile(MemoryBufferRef(bitcode, "device code"), context);
    if (!module) return module.takeError();
    worth_it |= may_wait_behind_pointers(**module);
  }
  if (!worth_it) return false;
  Request functions = kernel;
  functions.kernel.clear();
  functions.block.reset();
  functions.dump_dir.clear();
  Compilation c(functions, false);
  auto machine = take_machine(functions.isa);
  if (!machine) return machine.takeError();
  c.machine = std::move(*machine);
  auto passes = passes_of(Pass::Of::kWarps);
  const auto last =
      find_if(passes, [](const Pass& pass) { return StringRef(pass.name) == "insert-yields"; });
  passes.erase(last + 1, passes.end());
  if (auto error = run_passes(c, passes)) return error;
  return c.lanes_wait;
}

}  // namespace heddle::compiler
