// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/scalar/contract.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/MC/MCSubtargetInfo.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr unsigned kFewUsers = 5;  // as many and more are left to the second pass

bool is_open(const Value* value, Instruction::BinaryOps op) {
  const auto* operation = dyn_cast<BinaryOperator>(value);
  return operation && operation->getOpcode() == op && operation->hasAllowContract();
}
bool is_addition(const Value* value) {
  return is_open(value, Instruction::FAdd);
}
bool is_sum(const Value* value) {
  return is_addition(value) || is_open(value, Instruction::FSub);
}

bool is_narrow(const Type& type) {
  return type.getScalarType()->isHalfTy() || type.getScalarType()->isBFloatTy();
}

// Mathematics that nvcc makes straight code of.
bool is_straight(const Function& callee) {
  static constexpr StringRef kBranches[] = {"sinf", "cosf", "tanf",  "sin",   "cos", "tan",
                                            "log",  "log2", "log10", "rsqrt", "pow"};
  return callee.isIntrinsic() || (callee.getReturnType()->isFloatingPointTy() &&
                                  !callee.hasFnAttribute(Attribute::NoInline) &&
                                  !is_contained(kBranches, callee.getName()));
}

bool is_divisor_known(const Instruction& division) {
  return isa<Constant>(division.getOperand(1));
}

// What nvcc's second pass has made several blocks of, or does not look across: what comes before
// and what comes behind are not in one block.
bool splits_block(const Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case Instruction::SDiv:
    case Instruction::SRem:
      return instruction.getType()->isIntegerTy(32) && !is_divisor_known(instruction);
    case Instruction::FDiv:
      return !is_divisor_known(instruction) && !isa<Constant>(instruction.getOperand(0));
    case Instruction::Fence:
      return true;
    default:
      break;
  }
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (!call) return false;
  const auto* callee = call->getCalledFunction();
  switch (call->getIntrinsicID()) {
    case Intrinsic::sqrt:
    case Intrinsic::nvvm_membar_cta:
    case Intrinsic::nvvm_membar_gl:
    case Intrinsic::nvvm_membar_sys:
      return true;
    default:
      return !callee || !is_straight(*callee);
  }
}

bool reads_twice(const User& sum) {
  return sum.getOperand(0) == sum.getOperand(1);
}

// The sum with its left (0) or right (1) operand, a product, as one operation.
void join(BinaryOperator& sum, unsigned side) {
  auto* product = cast<BinaryOperator>(sum.getOperand(side));
  Value *a = product->getOperand(0), *c = sum.getOperand(1 - side);
  IRBuilder<> b(&sum);
  if (sum.getOpcode() == Instruction::FSub) {
    Value*& negated = side == 0 ? c : a;
    negated = b.CreateFNeg(negated);
  }
  auto* fused = b.CreateIntrinsic(Intrinsic::fma, {sum.getType()}, {a, product->getOperand(1), c});
  fused->copyFastMathFlags(&sum);
  fused->setHasAllowContract(false);
  sum.replaceAllUsesWith(fused);
  fused->takeName(&sum);
  sum.eraseFromParent();
  if (product->use_empty()) product->eraseFromParent();
}

// One block's.
class Contract {
 public:
  Contract(BasicBlock& block, bool has_fma) : block_(block) {
    unsigned part = 0;
    for (auto& instruction : block) {
      if (splits_block(instruction)) ++part;
      if (!isa<FPMathOperator>(instruction)) continue;
      parts_[&instruction] = part;
      if (is_sum(&instruction) && (has_fma || is_narrow(*instruction.getType()))) {
        sums_.push_back(cast<BinaryOperator>(&instruction));
      }
    }
  }

  void run() {
    for (auto*& sum : reverse(sums_)) {
      if (!is_addition(sum) || is_narrow(*sum->getType())) continue;
      join_one(sum, [](const Value& product, const User& user) {
        return is_addition(&user) && !product.hasNUsesOrMore(kFewUsers);
      });
    }
    for (auto*& sum : sums_) {
      if (!sum) continue;
      join_one(sum, [&](const Value& product, const User& user) {
        return is_sum(&user) && !reads_twice(user) && parts_.at(&user) == parts_.at(&product);
      });
    }
  }

 private:
  // Joins the sum with an operand that is a product of this block, all of whose users are in it and
  // are as `accepts` says. Null then.
  template <class Accepts>
  void join_one(BinaryOperator*& sum, Accepts accepts) {
    const auto is_here = [&](const Value* value) {
      return cast<Instruction>(value)->getParent() == &block_;
    };
    for (unsigned side = 0; side < 2; ++side) {
      const auto* product = sum->getOperand(side);
      const bool free = is_open(product, Instruction::FMul) && is_here(product) &&
                        all_of(product->users(), [&](const User* user) {
                          return is_here(user) && accepts(*product, *user);
                        });
      if (!free) continue;
      join(*sum, side);
      sum = nullptr;
      return;
    }
  }

  BasicBlock& block_;
  SmallVector<BinaryOperator*, 16> sums_;
  DenseMap<const Value*, unsigned> parts_;  // of the block
};

// The operation that an intrinsic of the headers stands for.
Instruction::BinaryOps operation_apart(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  switch (call ? call->getIntrinsicID() : Intrinsic::not_intrinsic) {
    case Intrinsic::nvvm_add_rn_f:
    case Intrinsic::nvvm_add_rn_d:
      return Instruction::FAdd;
    case Intrinsic::nvvm_mul_rn_f:
    case Intrinsic::nvvm_mul_rn_d:
      return Instruction::FMul;
    default:
      return Instruction::BinaryOpsEnd;
  }
}

// What was kept apart from sums and products of the same numbers is arithmetic like any other now.
void lower_apart(Function& function) {
  for (auto& instruction : make_early_inc_range(instructions(function))) {
    const auto operation = operation_apart(instruction);
    if (operation == Instruction::BinaryOpsEnd) continue;
    IRBuilder<> b(&instruction);
    auto* made = b.CreateBinOp(operation, instruction.getOperand(0), instruction.getOperand(1));
    made->takeName(&instruction);
    instruction.replaceAllUsesWith(made);
    instruction.eraseFromParent();
  }
}

}  // namespace

Error contract(Compilation& c) {
  const bool has_fma = c.machine->getMCSubtargetInfo()->checkFeatures("+fma");
  for (auto& function : *c.module) {
    for (auto& block : function) Contract(block, has_fma).run();
    for (auto& instruction : instructions(function)) {
      if (isa<FPMathOperator>(instruction)) instruction.setHasAllowContract(false);
    }
    lower_apart(function);
  }
  return Error::success();
}

}  // namespace heddle::compiler
