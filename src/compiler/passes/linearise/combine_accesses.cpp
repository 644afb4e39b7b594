// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/linearise/combine_accesses.h"

#include "compiler/passes/analyses.h"
#include "compiler/passes/index_bytes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Vectorize/LoadStoreVectorizer.h"

namespace heddle::compiler {

using namespace llvm;

// A parameter, or what a pointer in one points to: the same for all lanes.
static bool is_parameter(const LoadInst& load) {
  if (load.hasMetadata(LLVMContext::MD_invariant_load)) return true;
  APInt offset(64, 0);
  const auto* base = dyn_cast<LoadInst>(load.getPointerOperand()->stripAndAccumulateConstantOffsets(
      load.getDataLayout(), offset, true));
  return base && base->hasMetadata(LLVMContext::MD_invariant_load);
}

unsigned combine_accesses(Module& module, TargetMachine& machine) {
  // Parameters stay apart: of two pointers in one vector, no analysis knows where they come from.
  SmallVector<LoadInst*, 16> parameters;
  for (auto& function : module) {
    index_bytes(function);
    for (auto& instruction : instructions(function)) {
      auto* load = dyn_cast<LoadInst>(&instruction);
      if (!load || !load->isSimple() || !is_parameter(*load)) continue;
      load->setVolatile(true);
      parameters.push_back(load);
    }
  }
  FunctionPassManager passes;
  passes.addPass(LoadStoreVectorizerPass());
  const auto changed = run_on_functions(module, machine, std::move(passes));
  for (auto* load : parameters) load->setVolatile(false);
  return changed;
}

}  // namespace heddle::compiler
