// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/link/bound_shifts.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/KnownBits.h"
#include "probes/event.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

bool are_heard(const Compilation& c) {
  return c.request.probes && probes::has(c.request.probe_mask, probes::Event::kArithmetic);
}

unsigned bound(Module& module) {
  SmallVector<BinaryOperator*, 16> shifts;
  for (auto& function : module) {
    for (auto& instruction : instructions(function)) {
      if (!instruction.isShift()) continue;
      const auto amount = computeKnownBits(instruction.getOperand(1), module.getDataLayout());
      if (amount.getMaxValue().ult(amount.getBitWidth())) continue;
      shifts.push_back(cast<BinaryOperator>(&instruction));
    }
  }
  for (auto* shift : shifts) {
    auto* amount = shift->getOperand(1);
    auto* width = ConstantInt::get(amount->getType(), amount->getType()->getScalarSizeInBits());
    IRBuilder<> b(shift);
    if (shift->getOpcode() == Instruction::AShr) {
      auto* last =
          ConstantInt::get(amount->getType(), amount->getType()->getScalarSizeInBits() - 1);
      shift->setOperand(1, b.CreateBinaryIntrinsic(Intrinsic::umin, amount, last));
      shift->setIsExact(false);
      continue;
    }
    b.SetInsertPoint(shift->getNextNode());
    auto* in_range = b.CreateICmpULT(amount, width);
    auto* none = Constant::getNullValue(shift->getType());
    auto* bounded = cast<Instruction>(b.CreateSelect(in_range, shift, none));
    shift->replaceUsesWithIf(bounded, [&](Use& use) { return use.getUser() != bounded; });
  }
  return static_cast<unsigned>(shifts.size());
}

}  // namespace

unsigned bound_shifts(Compilation& c) {
  return are_heard(c) ? 0 : bound(*c.module);
}

unsigned bound_heard_shifts(Compilation& c) {
  return are_heard(c) ? bound(*c.module) : 0;
}

}  // namespace heddle::compiler
