// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/link/bound_conversions.h"

#include "compiler/passes/scalar/safe_arithmetic.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// A saturating conversion of float to 32 bits is what a GPU does; others may be done with.
bool may_not_fit(Instruction& i) {
  if (!converts_to_integer(i)) return false;
  if (!isa<IntrinsicInst>(i)) return true;
  const auto bits = i.getType()->getScalarSizeInBits();
  const bool from_double = i.getOperand(0)->getType()->getScalarType()->isDoubleTy();
  if (bits < 32) return true;
  if (bits_of_conversion(i) < bits) return false;
  return (bits > 32 || from_double) && &end_of_conversion(i) == &i;
}

}  // namespace

unsigned bound_conversions_of(Module& module) {
  SmallVector<Instruction*, 16> conversions;
  for (auto& function : module) {
    for (auto& instruction : instructions(function)) {
      if (may_not_fit(instruction)) conversions.push_back(&instruction);
    }
  }
  for (auto* conversion : conversions) {
    IRBuilder<> b(conversion);
    auto* result = safe_to_integer(b, converts_to_signed(*conversion), conversion->getOperand(0),
                                   conversion->getType());
    if (auto* named = dyn_cast<Instruction>(result)) named->takeName(conversion);
    conversion->replaceAllUsesWith(result);
    conversion->eraseFromParent();
  }
  return static_cast<unsigned>(conversions.size());
}

unsigned bound_conversions(Compilation& c) {
  return bound_conversions_of(*c.module);
}

}  // namespace heddle::compiler
