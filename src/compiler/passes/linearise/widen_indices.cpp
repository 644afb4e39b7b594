// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/linearise/widen_indices.h"

#include "compiler/analysis/clamps.h"
#include "compiler/analysis/shape_analysis.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Local.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

class IndexWidener {
 public:
  explicit IndexWidener(Function& function)
      : dominators_(function),
        post_dominators_(function),
        loops_(dominators_),
        shapes_(function, dominators_, post_dominators_, loops_, false),
        clamps_(shapes_) {}

  unsigned run(Function& function) {
    SmallVector<CastInst*, 16> casts;
    for (auto& instruction : instructions(function)) {
      if (isa<SExtInst, ZExtInst>(instruction) && instruction.getType()->isIntegerTy(64)) {
        casts.push_back(cast<CastInst>(&instruction));
      }
    }
    unsigned changed = 0;
    for (auto* extension : casts) {
      if (!worthwhile(*extension->getOperand(0))) continue;
      const bool sign =
          isa<SExtInst>(extension) || cast<PossiblyNonNegInst>(extension)->hasNonNeg();
      auto* wide = widen(extension->getOperand(0), sign);
      extension->replaceAllUsesWith(wide);
      RecursivelyDeleteTriviallyDeadInstructions(extension);
      ++changed;
    }
    return changed;
  }

 private:
  bool worthwhile(const Value& value) {
    if (!isa<BinaryOperator>(value) && !clamps_.unclamped(&value)) return false;
    if (clamps_.division(&value)) return false;
    const auto shape = clamps_.assume(&value);
    return shape.is_affine() && !shape.is_uniform();
  }

  static bool exact(const BinaryOperator& value, bool sign) {
    switch (value.getOpcode()) {
      case Instruction::Add:
      case Instruction::Sub:
      case Instruction::Mul:
        return sign ? value.hasNoSignedWrap() : value.hasNoUnsignedWrap();
      case Instruction::Shl:
        return isa<ConstantInt>(value.getOperand(1)) &&
               (sign ? value.hasNoSignedWrap() : value.hasNoUnsignedWrap());
      case Instruction::Or:
        return cast<PossiblyDisjointInst>(value).isDisjoint();
      default:
        return false;
    }
  }

  // `value` extended to 64 bits, computed right behind it.
  Value* widen(Value* value, bool sign) {
    const PointerIntPair<Value*, 1, bool> key(value, sign);
    if (auto* known = done_.lookup(key)) return known;
    auto* result = widen_once(value, sign);
    done_[key] = result;
    return result;
  }

  Value* widen_once(Value* value, bool sign) {
    auto* i64 = Type::getInt64Ty(value->getContext());
    auto* instruction = dyn_cast<Instruction>(value);
    auto* operation = dyn_cast<BinaryOperator>(value);
    if (operation && exact(*operation, sign) && clamps_.assume(operation).is_affine()) {
      auto* a = widen(operation->getOperand(0), sign);
      auto* b = widen(operation->getOperand(1), sign);
      IRBuilder<> builder(operation->getNextNode());
      auto* wide =
          builder.CreateBinOp(operation->getOpcode(), a, b, operation->getName() + ".wide");
      if (auto* made = dyn_cast<BinaryOperator>(wide);
          made && made->getOpcode() != Instruction::Or) {
        made->setHasNoSignedWrap(sign);
        made->setHasNoUnsignedWrap(!sign);
      } else if (made) {
        cast<PossiblyDisjointInst>(made)->setIsDisjoint(true);
      }
      return wide;
    }
    if (clamps_.unclamped(value)) {
      if (auto* wide = widen_clamp(*instruction, sign)) return wide;
    }
    if (!instruction) {
      IRBuilder<> builder(&*dominators_.getRoot()->getFirstNonPHIOrDbgOrAlloca());
      return sign ? builder.CreateSExt(value, i64) : builder.CreateZExt(value, i64);
    }
    IRBuilder<> builder(instruction->getParent(), *instruction->getInsertionPointAfterDef());
    return sign ? builder.CreateSExt(value, i64) : builder.CreateZExt(value, i64);
  }

  // Signed extension keeps both orders of numbers, unsigned extension that of unsigned ones.
  Value* widen_clamp(Instruction& clamp, bool sign) {
    IRBuilder<> builder(clamp.getNextNode());
    const auto name = clamp.getName() + ".wide";
    if (auto* bound = dyn_cast<MinMaxIntrinsic>(&clamp)) {
      if (!sign && bound->isSigned()) return nullptr;
      return builder.CreateBinaryIntrinsic(bound->getIntrinsicID(), widen(bound->getLHS(), sign),
                                           widen(bound->getRHS(), sign), {}, name);
    }
    if (auto* extension = dyn_cast<CastInst>(&clamp)) {
      if (!sign && isa<SExtInst>(extension)) return nullptr;
      return builder.CreateCast(extension->getOpcode(), extension->getOperand(0),
                                builder.getInt64Ty(), name);
    }
    auto* select = cast<SelectInst>(&clamp);
    return builder.CreateSelect(select->getCondition(), widen(select->getTrueValue(), sign),
                                widen(select->getFalseValue(), sign), name);
  }

  DominatorTree dominators_;
  PostDominatorTree post_dominators_;
  LoopInfo loops_;
  ShapeAnalysis shapes_;
  Clamps clamps_;
  DenseMap<PointerIntPair<Value*, 1, bool>, Value*> done_;
};

}  // namespace

unsigned widen_indices(Function& function) {
  return IndexWidener(function).run(function);
}

}  // namespace heddle::compiler
