// SPDX-License-Identifier: Apache-2.0
#include "compiler/behind_pointers.h"

#include "compiler/analysis/waiting_loops.h"
#include "compiler/gate.h"
#include "compiler/ir/matrix_ops.h"
#include "compiler/ir/warp_ops.h"
#include "compiler/passes/scalar/insert_yields.h"
#include "compiler/passes/thread/keep_in_step.h"
#include "compiler/pipeline.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/MemoryBuffer.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

std::vector<Pass> passes_until(const Compilation& c, StringRef last) {
  auto passes = passes_of(kind_of(c));
  const auto end = find_if(passes, [&](const Pass& pass) { return last == pass.name; });
  passes.erase(end + 1, passes.end());
  return passes;
}

// What `ask` says of the code module once it has gone through the passes up to `last`.
template <class Ask>
Expected<bool> ask_functions(const Request& kernel, StringRef last, Ask ask) {
  Request functions = kernel;
  functions.kernel.clear();
  functions.block.reset();
  functions.dump_dir.clear();
  functions.budget = 0;
  Compilation c(functions, false);
  auto machine = take_machine(functions.isa);
  if (!machine) return machine.takeError();
  c.machine = std::move(*machine);
  if (auto error = run_passes(c, passes_until(c, last))) return error;
  return ask(c);
}

}  // namespace

Expected<bool> lanes_wait_behind_pointers(const Request& kernel) {
  LLVMContext context;
  bool worth_it = false;
  for (const auto& bitcode : kernel.modules) {
    auto module = parseBitcodeFile(MemoryBufferRef(bitcode, "device code"), context);
    if (!module) return module.takeError();
    worth_it |= may_wait_behind_pointers(**module);
  }
  if (!worth_it) return false;
  return ask_functions(kernel, "insert-yields", [](const Compilation& c) { return c.lanes_wait; });
}

// An asm statement that gives something back may be such a load.
static bool looks(const Function& function, SmallPtrSetImpl<const Function*>& seen) {
  if (function.isDeclaration() || !seen.insert(&function).second) return false;
  return any_of(instructions(function), [&](const Instruction& i) {
    const auto* call = dyn_cast<CallInst>(&i);
    if (!call || !(call->isInlineAsm() || call->getCalledFunction()))
      return may_poll(i) && !isa<StoreInst>(i);
    if (call->isInlineAsm()) return call->mayHaveSideEffects() && !call->getType()->isVoidTy();
    return may_poll(i) || looks(*call->getCalledFunction(), seen);
  });
}

Expected<bool> functions_look(const Request& kernel) {
  LLVMContext context;
  for (const auto& bitcode : kernel.modules) {
    auto module = parseBitcodeFile(MemoryBufferRef(bitcode, "device code"), context);
    if (!module) return module.takeError();
    SmallPtrSet<const Function*, 16> seen;
    for (const auto& function : **module) {
      if (function.getCallingConv() == CallingConv::PTX_Kernel) continue;
      // Another module may take the address of what can be seen from there.
      const bool pointed_to = function.hasAddressTaken() || kernel.modules.size() > 1;
      if (pointed_to && looks(function, seen)) return true;
    }
  }
  return false;
}

Expected<bool> lanes_meet_behind_pointers(const Request& kernel) {
  return ask_functions(kernel, "inline-functions", [](const Compilation& c) {
    return any_of(*c.module, [](const Function& function) {
      return any_of(instructions(function), [](const Instruction& i) {
        const auto* call = dyn_cast<CallInst>(&i);
        return (call && (warp_op_row(*call) || is_matrix_op(*call))) || other_lanes_see(i);
      });
    });
  });
}

Expected<std::unique_ptr<Compilation>> compile_thread_forms(const Compilation& warps) {
  auto c = std::make_unique<Compilation>(warps.request, true);
  auto machine = take_machine(warps.request.isa);
  if (!machine) return machine.takeError();
  c->machine = std::move(*machine);
  c->symbols = warps.symbols;
  c->shared_offsets = warps.shared_offsets;
  c->static_shared_bytes = warps.static_shared_bytes;
  if (auto error = run_passes(*c, passes_until(*c, "emit-entry-point"))) return error;
  return c;
}

}  // namespace heddle::compiler
