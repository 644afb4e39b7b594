// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/linearise/one_quotient.h"

#include "compiler/analysis/clamps.h"
#include "compiler/ir/pseudo.h"
#include "llvm/IR/Constants.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

struct Parts {
  Value *steps, *first;
};

Parts parts_of(IRBuilderBase& b, Value* x) {
  const bool wide = x->getType()->isIntegerTy(64);
  auto* steps = pseudo::call(b, wide ? pseudo::kSteps64 : pseudo::kSteps32, {x}, "steps");
  return {steps, b.CreateSub(x, steps, "first")};
}

}  // namespace

Value* divide_as_one(IRBuilderBase& b, const Instruction& like, ArrayRef<Value*> operands) {
  const auto [steps, first] = parts_of(b, operands[0]);
  if (isa<CastInst>(like)) {
    return b.CreateAdd(b.CreateZExt(first, like.getType()), b.CreateSExt(steps, like.getType()));
  }
  const auto op = static_cast<Instruction::BinaryOps>(like.getOpcode());
  auto* of_first = b.CreateBinOp(op, first, operands[1]);
  return Clamps::is_quotient(like) ? of_first : b.CreateAdd(of_first, steps);
}

AnotherQuotient has_another_quotient(IRBuilderBase& b, const Instruction& like,
                                     ArrayRef<Value*> operands) {
  auto* x = operands[0];
  auto* type = x->getType();
  auto* zero = Constant::getNullValue(type);
  const auto [steps, first] = parts_of(b, x);
  const auto most = APInt::getSignedMaxValue(type->getIntegerBitWidth()) - pseudo::kFarthestStep;
  auto* at_end = b.CreateICmpUGT(first, ConstantInt::get(type, most));
  if (isa<CastInst>(like)) return {b.CreateICmpSLT(x, zero), at_end};
  auto* n = operands[1];
  const auto op = static_cast<Instruction::BinaryOps>(like.getOpcode());
  if (like.isShift() || like.isBitwiseLogicOp()) {
    return {b.CreateICmpNE(b.CreateBinOp(op, x, n), divide_as_one(b, like, operands)), nullptr};
  }
  auto* of_first = b.CreateBinOp(op, first, n);
  auto* rest = Clamps::is_quotient(like) ? b.CreateSub(first, b.CreateMul(of_first, n)) : of_first;
  return {b.CreateICmpUGE(b.CreateAdd(rest, steps), n),
          b.CreateOr(at_end, b.CreateICmpSLE(n, zero))};
}

}  // namespace heddle::compiler
