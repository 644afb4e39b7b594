// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/link/link_modules.h"

#include <optional>

#include "compiler/ir/debug_constants.h"
#include "compiler/ir/debug_variables.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Linker/IRMover.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Triple.h"
#include "probes/event.h"

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
Expected<std::unique_ptr<Module>> parse_for(StringRef kernel, StringRef bitcode, bool for_debugger,
                                            LLVMContext& context) {
  auto source = getLazyBitcodeModule(MemoryBufferRef(bitcode, "device code"), context);
  if (!source) return source.takeError();
  auto* function = (*source)->getFunction(kernel);
  if (!function) return no_kernel(kernel);
  auto module = std::make_unique<Module>("device code", context);
  module->setTargetTriple((*source)->getTargetTriple());
  module->setDataLayout((*source)->getDataLayout());
  std::optional<DebugConstants> constants;
  if (for_debugger) constants.emplace(**source);
  const auto add = [](GlobalValue& value, const IRMover::ValueAdder& add_it) { add_it(value); };
  if (auto error = IRMover(*module).move(std::move(*source), function, add, false)) return error;
  drop_flush_flag(*module);
  if (constants) constants->describe(*module);
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

}  // namespace

Error link_modules(Compilation& c) {
  const auto& request = c.request;
  const bool one = request.modules.size() == 1 && !request.kernel.empty();
  auto program = one ? parse_for(request.kernel, request.modules[0], request.debug, c.context)
                     : parse_all(request.modules, c.context);
  if (!program) return program.takeError();
  c.module = std::move(*program);
  auto& module = *c.module;
  if (!request.kernel.empty() && !module.getFunction(request.kernel)) {
    return no_kernel(request.kernel);
  }
  module.setTargetTriple(c.machine->getTargetTriple());
  module.setDataLayout(c.machine->createDataLayout());
  const bool tells_values =
      request.probes && probes::has(request.probe_mask, probes::Event::kValues);
  if (!tells_values && !request.debug) drop_debug_variables(module);
  return Error::success();
}

}  // namespace heddle::compiler
