// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/estimate_roots.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

namespace heddle::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned kLanes512 = 16;

// 1 in each lane that counts: those that do not exist may have anything.
bool is_one(const Value* value) {
  const auto* constant = dyn_cast<Constant>(value);
  if (constant && constant->getType()->isVectorTy()) constant = constant->getSplatValue(true);
  const auto* number = dyn_cast_or_null<ConstantFP>(constant);
  return number && number->isExactlyValue(1.0);
}

// x where the division is the device library's 1 / sqrt(x) of floats; else null.
Value* radicand(const Instruction& instruction) {
  Value* x = nullptr;
  if (instruction.getOpcode() != Instruction::FDiv ||
      !instruction.getType()->getScalarType()->isFloatTy() || !instruction.hasAllowReciprocal() ||
      instruction.hasAllowReassoc() || !is_one(instruction.getOperand(0)) ||
      !match(instruction.getOperand(1), m_Intrinsic<Intrinsic::sqrt>(m_Value(x)))) {
    return nullptr;
  }
  return x;
}

// Of 16 floats, or of one.
Value* estimate(IRBuilderBase& b, Value* x) {
  auto* type = FixedVectorType::get(b.getFloatTy(), x->getType()->isVectorTy() ? kLanes512 : 4);
  if (x->getType()->isVectorTy()) {
    return b.CreateIntrinsic(Intrinsic::x86_avx512_rsqrt14_ps_512, {},
                             {x, Constant::getNullValue(type), b.getInt16(-1)});
  }
  auto* none = Constant::getNullValue(type);
  auto* one = b.CreateInsertElement(none, x, b.getInt64(0));
  auto* made =
      b.CreateIntrinsic(Intrinsic::x86_avx512_rsqrt14_ss, {}, {none, one, none, b.getInt8(-1)});
  return b.CreateExtractElement(made, b.getInt64(0));
}

Value* estimate_all(IRBuilderBase& b, Value* x) {
  const auto* type = dyn_cast<FixedVectorType>(x->getType());
  if (!type || type->getNumElements() == kLanes512) return estimate(b, x);
  // Two halves: warps have 32 lanes.
  SmallVector<Value*, 2> halves;
  for (unsigned first = 0; first < type->getNumElements(); first += kLanes512) {
    SmallVector<int, kLanes512> lanes;
    for (unsigned k = 0; k < kLanes512; ++k) lanes.push_back(static_cast<int>(first + k));
    halves.push_back(estimate(b, b.CreateShuffleVector(x, lanes)));
  }
  SmallVector<int, 2 * kLanes512> all;
  for (unsigned k = 0; k < 2 * kLanes512; ++k) all.push_back(static_cast<int>(k));
  return b.CreateShuffleVector(halves[0], halves[1], all);
}

bool has_estimate(const Type& type) {
  const auto* vector = dyn_cast<FixedVectorType>(&type);
  return !vector || vector->getNumElements() == kLanes512 ||
         vector->getNumElements() == 2 * kLanes512;
}

Value* root(IRBuilderBase& b, Value* x) {
  auto* type = x->getType();
  auto* y = estimate_all(b, x);
  const auto fma = [&](Value* p, Value* q, Value* r) {
    return b.CreateIntrinsic(Intrinsic::fma, {type}, {p, q, r});
  };
  auto* rest = fma(b.CreateFNeg(b.CreateFMul(x, y)), y, ConstantFP::get(type, 1.0));
  auto* better = fma(b.CreateFMul(y, ConstantFP::get(type, 0.5)), rest, y);
  // Of 0 and infinity the estimate is exact, and 0 times infinity is none.
  return b.CreateSelect(b.CreateFCmpUNO(rest, rest), y, better);
}

}  // namespace

unsigned estimate_roots(Compilation& c) {
  SmallVector<Instruction*, 8> divisions;
  for (auto& function : *c.module) {
    for (auto& instruction : instructions(function)) {
      if (radicand(instruction)) divisions.push_back(&instruction);
    }
  }
  unsigned estimated = 0;
  for (auto* division : divisions) {
    if (c.request.isa.vector_bits < 512 || !has_estimate(*division->getType())) continue;
    IRBuilder<> b(division);
    division->replaceAllUsesWith(root(b, radicand(*division)));
    RecursivelyDeleteTriviallyDeadInstructions(division);
    ++estimated;
  }
  // Code generation has estimates of its own, which give no infinity for 0.
  for (auto& function : *c.module) {
    for (auto& instruction : instructions(function)) {
      if (isa<FPMathOperator>(instruction)) instruction.setHasAllowReciprocal(false);
    }
  }
  return estimated;
}

}  // namespace heddle::compiler
