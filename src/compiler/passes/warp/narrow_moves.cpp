// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/narrow_moves.h"

#include "compiler/passes/warp/narrow_formats.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

class Moves {
 public:
  Moves(Function& function, function_ref<bool(const Type*)> is_narrow)
      : function_(function), is_narrow_(is_narrow), b_(function.getContext()) {}

  bool run() {
    SmallVector<Instruction*, 32> all;
    for (auto& instruction : instructions(function_)) {
      if (moves(instruction)) all.push_back(&instruction);
    }
    for (auto* instruction : all) {
      b_.SetInsertPoint(instruction);
      auto* moved = move(*instruction);
      if (!instruction->getType()->isVoidTy()) {
        if (isa<PHINode>(instruction)) {
          b_.SetInsertPoint(instruction->getParent(),
                            instruction->getParent()->getFirstInsertionPt());
        }
        auto* result = b_.CreateBitCast(moved, instruction->getType());
        result->takeName(instruction);
        instruction->replaceAllUsesWith(result);
      }
      instruction->eraseFromParent();
    }
    return !all.empty();
  }

 private:
  bool moves(const Instruction& i) const {
    const auto narrow = [&](const Value* value) { return is_narrow_(value->getType()); };
    if (!narrow(&i) && none_of(i.operands(), narrow)) return false;
    if (isa<LoadInst, StoreInst, PHINode, SelectInst, FreezeInst, ExtractElementInst,
            InsertElementInst, ShuffleVectorInst>(i)) {
      return true;
    }
    const auto* call = dyn_cast<IntrinsicInst>(&i);
    if (!call) return false;
    switch (call->getIntrinsicID()) {
      case Intrinsic::masked_load:
      case Intrinsic::masked_store:
      case Intrinsic::masked_gather:
      case Intrinsic::masked_scatter:
      case Intrinsic::masked_expandload:
      case Intrinsic::masked_compressstore:
        return true;
      default:
        return false;
    }
  }

  Type* integers(Type* type) {
    return is_narrow_(type) ? with_element(type, b_.getInt16Ty()) : type;
  }
  Value* integers(Value* value) { return b_.CreateBitCast(value, integers(value->getType())); }

  Value* move(Instruction& i) {
    if (auto* phi = dyn_cast<PHINode>(&i)) {
      auto* moved = b_.CreatePHI(integers(phi->getType()), phi->getNumIncomingValues());
      for (unsigned k = 0; k < phi->getNumIncomingValues(); ++k) {
        b_.SetInsertPoint(phi->getIncomingBlock(k)->getTerminator());
        moved->addIncoming(integers(phi->getIncomingValue(k)), phi->getIncomingBlock(k));
      }
      return moved;
    }
    if (auto* call = dyn_cast<IntrinsicInst>(&i)) {
      SmallVector<Type*, 3> types;
      Intrinsic::getIntrinsicSignature(call->getCalledFunction(), types);
      for (auto*& type : types) type = integers(type);
      SmallVector<Value*, 4> arguments;
      for (Value* argument : call->args()) arguments.push_back(integers(argument));
      auto* moved = b_.CreateIntrinsic(call->getIntrinsicID(), types, arguments);
      moved->setAttributes(call->getAttributes());
      moved->copyMetadata(*call);
      return moved;
    }
    // The others take their type from their operands, or (loads) from here.
    auto* moved = i.clone();
    if (isa<FPMathOperator>(moved)) moved->copyFastMathFlags(FastMathFlags());
    for (auto& operand : moved->operands()) operand.set(integers(operand.get()));
    moved->mutateType(integers(i.getType()));
    return b_.Insert(moved);
  }

  Function& function_;
  function_ref<bool(const Type*)> is_narrow_;
  IRBuilder<> b_;
};

}  // namespace

bool move_as_integers(Function& function, function_ref<bool(const Type*)> is_narrow) {
  return Moves(function, is_narrow).run();
}

}  // namespace heddle::compiler
