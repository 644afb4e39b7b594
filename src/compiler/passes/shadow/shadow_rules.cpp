// SPDX-License-Identifier: Apache-2.0
// Which bits of a result are undefined. Rules never take an undefined bit for defined; where they
// are not exact, they take all bits for undefined that an operand's may reach.
#include "compiler/ir/matrix_ops.h"
#include "compiler/ir/pseudo.h"
#include "compiler/ir/warp_ops.h"
#include "compiler/passes/shadow/matrix_shadows.h"
#include "compiler/passes/shadow/shadow_values.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

Constant* ones(Type* type) {
  return Constant::getAllOnesValue(type);
}
Constant* none(Type* type) {
  return Constant::getNullValue(type);
}

// The same shuffle for a word of 32 bits that is no float.
Intrinsic::ID shuffle_of_words(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::nvvm_shfl_sync_up_f32:
      return Intrinsic::nvvm_shfl_sync_up_i32;
    case Intrinsic::nvvm_shfl_sync_up_f32p:
      return Intrinsic::nvvm_shfl_sync_up_i32p;
    case Intrinsic::nvvm_shfl_sync_down_f32:
      return Intrinsic::nvvm_shfl_sync_down_i32;
    case Intrinsic::nvvm_shfl_sync_down_f32p:
      return Intrinsic::nvvm_shfl_sync_down_i32p;
    case Intrinsic::nvvm_shfl_sync_bfly_f32:
      return Intrinsic::nvvm_shfl_sync_bfly_i32;
    case Intrinsic::nvvm_shfl_sync_bfly_f32p:
      return Intrinsic::nvvm_shfl_sync_bfly_i32p;
    case Intrinsic::nvvm_shfl_sync_idx_f32:
      return Intrinsic::nvvm_shfl_sync_idx_i32;
    case Intrinsic::nvvm_shfl_sync_idx_f32p:
      return Intrinsic::nvvm_shfl_sync_idx_i32p;
    default:
      return id;
  }
}

bool is_shuffle(const Value* value) {
  const auto* call = dyn_cast<CallInst>(value);
  const auto* row = call ? warp_op_row(*call) : nullptr;
  return row && row->is_shuffle();
}

}  // namespace

Value* ShadowValues::bits_of(Instruction& i) {
  auto* type = type_of(&i);
  if (auto* call = dyn_cast<CallInst>(&i)) return called(*call);
  if (!type) return nullptr;
  if (auto* extract = dyn_cast<ExtractValueInst>(&i)) return extracted(*extract);
  if (auto* compare = dyn_cast<ICmpInst>(&i)) return compared(*compare);
  if (auto* select = dyn_cast<SelectInst>(&i)) return chosen(*select);
  switch (i.getOpcode()) {
    case Instruction::And:
    case Instruction::Or:
      return masked(i);
    case Instruction::Xor:
      return b_.CreateOr(bits(i.getOperand(0)), bits(i.getOperand(1)));
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Mul: {
      // Carries go up only: all from the lowest undefined bit on.
      auto* both = b_.CreateOr(bits(i.getOperand(0)), bits(i.getOperand(1)));
      return b_.CreateOr(both, b_.CreateSub(none(type), both));
    }
    case Instruction::Shl:
    case Instruction::LShr:
    case Instruction::AShr:
      return shifted(i);
    case Instruction::ExtractElement:
    case Instruction::InsertElement: {
      auto* index = i.getOperand(i.getOpcode() == Instruction::ExtractElement ? 1 : 2);
      auto* result = moved(i, [&](Value* v) { return bits(v); });
      if (!sources_.of(index).any()) return result;
      return b_.CreateSelect(any(b_, bits(index)), ones(type), result);
    }
    default:
      break;
  }
  if (flow_of(i) == Flow::kMoved) return moved(i, [&](Value* v) { return bits(v); });
  return all_if_any(i);
}

// What becomes of each operand's bits where they are moved: `of` is bits or computed.
Value* ShadowValues::moved(Instruction& i, Of of) {
  auto* type = type_of(&i);
  auto* first = of(i.getOperand(0));
  switch (i.getOpcode()) {
    case Instruction::Trunc:
    case Instruction::ZExt:
    case Instruction::SExt:
      return b_.CreateCast(cast<CastInst>(i).getOpcode(), first, type);
    case Instruction::BitCast:
      return first ? b_.CreateBitCast(first, type) : none(type);
    case Instruction::PtrToInt:
    case Instruction::IntToPtr:
    case Instruction::AddrSpaceCast:
      return first ? b_.CreateZExtOrTrunc(first, type) : none(type);
    case Instruction::Freeze:
      return b_.CreateFreeze(first);
    case Instruction::Select:
      return b_.CreateSelect(i.getOperand(0), of(i.getOperand(1)), of(i.getOperand(2)));
    case Instruction::ExtractElement:
      return first ? b_.CreateExtractElement(first, i.getOperand(1)) : none(type);
    case Instruction::InsertElement:
      return b_.CreateInsertElement(first, of(i.getOperand(1)), i.getOperand(2));
    case Instruction::ShuffleVector: {
      auto* second = of(i.getOperand(1));
      if (!first || !second) return none(type);
      const auto count = cast<FixedVectorType>(first->getType())->getNumElements();
      Value* result = none(type);
      for (const auto& [k, from] : enumerate(cast<ShuffleVectorInst>(i).getShuffleMask())) {
        const auto index = static_cast<unsigned>(from);
        Value* element = ones(cast<FixedVectorType>(type)->getElementType());
        if (from >= 0) {
          element = index < count ? b_.CreateExtractElement(first, index)
                                  : b_.CreateExtractElement(second, index - count);
        }
        result = b_.CreateInsertElement(result, element, k);
      }
      return result;
    }
    case Instruction::Shl:
    case Instruction::LShr:
    case Instruction::AShr:
      return b_.CreateBinOp(cast<BinaryOperator>(i).getOpcode(), first, i.getOperand(1));
    default: {
      auto& call = cast<CallInst>(i);
      if (pseudo::is(&call, pseudo::kProbeAdmit)) return of(call.getArgOperand(1));
      if (pseudo::is(&call, pseudo::kWeighed)) {
        auto* weighs = b_.CreateICmpNE(call.getArgOperand(1), b_.getInt32(0));
        return b_.CreateSelect(weighs, first, none(type));
      }
      return b_.CreateUnaryIntrinsic(cast<IntrinsicInst>(call).getIntrinsicID(), first);
    }
  }
}

// A defined 0 decides an and, a defined 1 an or.
Value* ShadowValues::masked(Instruction& i) {
  Value *x = i.getOperand(0), *y = i.getOperand(1);
  Value *sx = bits(x), *sy = bits(y);
  if (i.getOpcode() == Instruction::Or) {
    x = b_.CreateNot(x);
    y = b_.CreateNot(y);
  }
  auto* both = b_.CreateAnd(sx, sy);
  return b_.CreateOr(both, b_.CreateOr(b_.CreateAnd(x, sy), b_.CreateAnd(y, sx)));
}

// An undefined condition matters where the two values differ.
Value* ShadowValues::chosen(SelectInst& i) {
  auto* result = moved(i, [&](Value* v) { return bits(v); });
  if (!sources_.of(i.getCondition()).any()) return result;
  auto* type = result->getType();
  Value* all = ones(type);
  if (i.getType()->isIntOrIntVectorTy()) {
    all = b_.CreateXor(i.getTrueValue(), i.getFalseValue());
    all = b_.CreateOr(all, b_.CreateOr(bits(i.getTrueValue()), bits(i.getFalseValue())));
  }
  return b_.CreateSelect(bits(i.getCondition()), all, result);
}

Value* ShadowValues::shifted(Instruction& i) {
  auto* result = moved(i, [&](Value* v) { return bits(v); });
  auto* amount = i.getOperand(1);
  if (!sources_.of(amount).any()) return result;
  auto* type = result->getType();
  return b_.CreateSelect(b_.CreateICmpNE(bits(amount), none(type)), ones(type), result);
}

Value* ShadowValues::compared(ICmpInst& i) {
  Value *x = i.getOperand(0), *y = i.getOperand(1);
  Value *sx = bits(x), *sy = bits(y);
  if (!sx || !sy) return none(type_of(&i));
  auto* type = sx->getType();
  if (x->getType()->isPtrOrPtrVectorTy()) {
    x = b_.CreatePtrToInt(x, type);
    y = b_.CreatePtrToInt(y, type);
  }
  if (i.isEquality()) {
    // Two defined bits that differ decide it.
    auto* undefined = b_.CreateOr(sx, sy);
    auto* differ = b_.CreateAnd(b_.CreateXor(x, y), b_.CreateNot(undefined));
    return b_.CreateAnd(b_.CreateICmpNE(undefined, none(type)),
                        b_.CreateICmpEQ(differ, none(type)));
  }
  if (i.isSigned()) {
    const auto bits = type->getScalarType()->getIntegerBitWidth();
    auto* sign = ConstantInt::get(type, APInt::getSignMask(bits));
    x = b_.CreateXor(x, sign);
    y = b_.CreateXor(y, sign);
  }
  // It is defined if the least x and the greatest y compare as the greatest x and the least y do.
  const auto predicate = i.getUnsignedPredicate();
  const auto least = [&](Value* v, Value* s) { return b_.CreateAnd(v, b_.CreateNot(s)); };
  const auto greatest = [&](Value* v, Value* s) { return b_.CreateOr(v, s); };
  return b_.CreateXor(b_.CreateICmp(predicate, least(x, sx), greatest(y, sy)),
                      b_.CreateICmp(predicate, greatest(x, sx), least(y, sy)));
}

Value* ShadowValues::called(CallInst& i) {
  if (is_shuffle(&i)) {
    const auto& row = *warp_op_row(i);
    SmallVector<Value*, 5> arguments(i.args());
    auto* value = bits(arguments[row.value]);
    arguments[row.value] = value ? value : b_.getInt32(0);
    auto* result = b_.CreateIntrinsic(shuffle_of_words(i.getIntrinsicID()), {}, arguments);
    if (!absent_.contains(&i)) return result;
    given_[&i] = result;
    return b_.CreateOr(result, b_.CreateSExt(reads_absent(i), type_of(&i)));
  }
  if (is_matrix_op(i)) return matrix_shadow(b_, i, [&](Value* v) { return bits(v); });
  if (flow_of(i) == Flow::kMoved) return moved(i, [&](Value* v) { return bits(v); });
  return all_if_any(i);
}

// Whether the lane that it reads is none that its mask names and that comes to it: lanes shuffle
// their numbers.
Value* ShadowValues::reads_absent(CallInst& shuffle) {
  const auto& row = *warp_op_row(shuffle);
  SmallVector<Value*, 5> arguments(shuffle.args());
  arguments[row.value] = pseudo::call(b_, pseudo::kLane);
  auto* from = b_.CreateIntrinsic(shuffle_of_words(shuffle.getIntrinsicID()), {}, arguments);
  auto* here = b_.CreateIntrinsic(Intrinsic::nvvm_activemask, {});
  auto* members = b_.CreateAnd(shuffle.getArgOperand(row.members), here);
  auto* named = b_.CreateLShr(members, b_.CreateAnd(from, 31));
  return b_.CreateICmpEQ(b_.CreateAnd(named, 1), b_.getInt32(0));
}

Value* ShadowValues::extracted(ExtractValueInst& i) {
  auto* type = type_of(&i);
  Value* whole = bits_.lookup(i.getAggregateOperand());
  if (!whole) return none(type);
  const auto* product = dyn_cast<CallInst>(i.getAggregateOperand());
  if (product && is_matrix_op(*product)) return b_.CreateExtractValue(whole, i.getIndices()[0]);
  if (!is_shuffle(i.getAggregateOperand())) return b_.CreateSExt(whole, type);
  return i.getIndices()[0] == 0 ? b_.CreateExtractValue(whole, 0) : none(type);
}

// Of what gives several values, an i1: see extracted().
Value* ShadowValues::all_if_any(Instruction& i) {
  auto* type = type_of(&i);
  const auto* vector = dyn_cast_or_null<FixedVectorType>(type);
  // Element by element, where all have as many.
  const bool by_element =
      vector && !isa<GetElementPtrInst>(i) && all_of(i.operands(), [&](const Use& use) {
        auto* own = bits(use);
        const auto* other = own ? dyn_cast<FixedVectorType>(own->getType()) : nullptr;
        return !sources_.of(use).any() ||
               (other && other->getNumElements() == vector->getNumElements());
      });
  Value* result = nullptr;
  for (Value* operand : i.operands()) {
    if (!sources_.of(operand).any()) continue;
    auto* own = bits(operand);
    if (!own) continue;
    auto* some = by_element ? b_.CreateICmpNE(own, none(own->getType())) : any(b_, own);
    result = result ? b_.CreateOr(result, some) : some;
  }
  if (!type) return i.getType()->isStructTy() ? result : nullptr;
  if (!result) return none(type);
  return by_element || !vector ? b_.CreateSExt(result, type)
                               : b_.CreateSelect(result, ones(type), none(type));
}

Value* ShadowValues::computed_of(Instruction& i) {
  // What no lane has given is only copied, until something is computed from it.
  if (absent_.contains(&i)) return given_.lookup(&i);
  const auto of = [&](Value* v) { return computed(v); };
  const auto opcode = i.getOpcode();
  if (opcode == Instruction::And || opcode == Instruction::Or) {
    auto* either = b_.CreateOr(computed(i.getOperand(0)), computed(i.getOperand(1)));
    return b_.CreateAnd(bits(&i), either);
  }
  auto* result = moved(i, of);
  auto* select = dyn_cast<SelectInst>(&i);
  if (!select || !sources_.of(select->getCondition()).any()) return result;
  return b_.CreateSelect(bits(select->getCondition()), bits(&i), result);
}

Value* ShadowValues::source_of(Instruction& i) {
  if (auto* select = dyn_cast<SelectInst>(&i); select && !select->getType()->isVectorTy()) {
    auto* result = b_.CreateSelect(select->getCondition(), source(select->getTrueValue()),
                                   source(select->getFalseValue()));
    if (!sources_.of(select->getCondition()).any()) return result;
    return b_.CreateSelect(bits(select->getCondition()), source(select->getCondition()), result);
  }
  Value* result = nullptr;
  // Else its value was undefined before.
  if (const auto absent = absent_.find(&i); absent != absent_.end()) {
    result = b_.getInt32(absent->second);
  }
  for (Value* operand : i.operands()) {
    if (!sources_.of(operand).any()) continue;
    auto* own = source(operand);
    result = result ? b_.CreateSelect(any(b_, bits(operand)), own, result) : own;
  }
  return result ? result : b_.getInt32(UndefinedSources::kNowhere);
}

}  // namespace heddle::compiler
