// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/warp_variance.h"

#include "compiler/ir/calling_convention.h"
#include "compiler/ir/fast_path.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

using namespace llvm;

WarpVariance::WarpVariance(Function& function, Loads loads) : loads_(loads) {
  variant_.insert(function.getArg(kWarpContextArgument));
  variant_.insert(function.getArg(kWarpArgument));
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& instruction : instructions(function)) {
      if (!variant_.contains(&instruction) && differs(instruction)) {
        variant_.insert(&instruction);
        changed = true;
      }
    }
  }
}

bool WarpVariance::differs(const Instruction& instruction) const {
  if (isa<StoreInst>(instruction) || instruction.isAtomic() || instruction.isVolatile())
    return true;
  const bool constant_memory =
      isa<LoadInst>(instruction) && instruction.hasMetadata(LLVMContext::MD_invariant_load);
  if (loads_ == Loads::kDiffer && instruction.mayReadFromMemory() && !constant_memory) return true;
  return any_of(instruction.operand_values(), [&](auto* v) { return variant_.contains(v); });
}

bool take_one_way(Function& function) {
  const WarpVariance variance(function, Loads::kDiffer);
  return none_of(function, [&](const BasicBlock& block) {
    const auto& end = *block.getTerminator();
    return variance.differs(end) && !fast_path_of(end);
  });
}

}  // namespace heddle::compiler
