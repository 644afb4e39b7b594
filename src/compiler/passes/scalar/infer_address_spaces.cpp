// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/scalar/infer_address_spaces.h"

#include "compiler/passes/analyses.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Volatile accesses too get the space of what they point at: on a CPU they are no other
// instructions there, which is what makes the pass leave them alone.
struct InferAllAddressSpaces : PassInfoMixin<InferAllAddressSpaces> {
  static PreservedAnalyses run(Function& function, FunctionAnalysisManager& analyses) {
    SmallVector<Instruction*, 16> accesses;
    const auto set = [](Instruction* access, bool is_volatile) {
      if (auto* load = dyn_cast<LoadInst>(access)) load->setVolatile(is_volatile);
      if (auto* store = dyn_cast<StoreInst>(access)) store->setVolatile(is_volatile);
    };
    for (auto& instruction : instructions(function)) {
      if (isa<LoadInst, StoreInst>(instruction) && instruction.isVolatile()) {
        accesses.push_back(&instruction);
        set(&instruction, false);
      }
    }
    auto preserved = InferAddressSpacesPass(0).run(function, analyses);
    for (auto* access : accesses) set(access, true);
    return preserved;
  }
};

}  // namespace

unsigned infer_address_spaces(Module& module, TargetMachine& machine) {
  FunctionPassManager passes;
  passes.addPass(InferAllAddressSpaces());
  return run_on_functions(module, machine, std::move(passes));
}

}  // namespace heddle::compiler
