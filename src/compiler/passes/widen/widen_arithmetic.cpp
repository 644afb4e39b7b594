// SPDX-License-Identifier: Apache-2.0
// Instructions that compute: uniform ones once, affine ones on their base, the others on vectors.
#include "compiler/passes/scalar/safe_arithmetic.h"
#include "compiler/passes/widen/widener.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Operator.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// On the base of an affine value, which may belong to a lane that is not active, nothing may be
// assumed about overflow.
Value* without_flags(Value* value) {
  if (auto* instruction = dyn_cast<Instruction>(value)) instruction->dropPoisonGeneratingFlags();
  return value;
}

}  // namespace

void Widener::arithmetic(Instruction& i) {
  if (is_tuple(i.getType()) ||
      any_of(i.operands(), [](const Use& u) { return is_tuple(u->getType()); })) {
    return tuple_instruction(i);
  }
  const auto s = shape(&i);
  if (s.is_affine()) return define(i, affine(i, s));
  SmallVector<Lanes, 4> operands;
  for (Value* operand : i.operands()) operands.push_back(lanes_of(operand));
  define(i, elementwise(i, operands, i.getType()));
}

// A scalar computation that gives the base of the result.
Lanes Widener::affine(Instruction& i, const Shape& s) {
  auto* type = host_type(i.getType());
  if (s.is_constant() && type->isIntegerTy()) {
    return Lanes::affine(s, Constant::getNullValue(type));
  }
  // Equal lanes compare like their bases; a comparison of two affine values is uniform only then.
  SmallVector<Value*, 4> operands;
  for (Value* operand : i.operands()) {
    auto& lanes = lanes_of(operand);
    operands.push_back(lanes.base);
    if (!lanes.base) {
      // Uniform by the analysis of the whole, but kept as a vector (a part of a tuple).
      operands.back() = b_.CreateExtractElement(lanes.vector, b_.getInt64(0));
    }
  }
  if (auto* gep = dyn_cast<GetElementPtrInst>(&i)) {
    // One byte offset, so that vector and scalar indices mix and CSE sees equal addresses.
    auto* result = b_.CreateGEP(host_type(gep->getSourceElementType()), operands[0],
                                ArrayRef(operands).drop_front());
    return Lanes::affine(s, result);
  }
  if (!s.is_uniform()) {
    if (isa<SExtInst, ZExtInst>(i)) {
      // Where the base is not a lane's value, lane 0's is extended.
      const auto moved = lanes_of(i.getOperand(0)).shape.offset(0) - s.offset(0);
      auto* integer = operands[0]->getType();
      if (moved != 0)
        operands[0] = b_.CreateAdd(operands[0], ConstantInt::getSigned(integer, moved));
    }
    const auto* binary = dyn_cast<BinaryOperator>(&i);
    if (binary && binary->getOpcode() == Instruction::Or &&
        cast<PossiblyDisjointInst>(binary)->isDisjoint()) {
      return Lanes::affine(s, b_.CreateAdd(operands[0], operands[1]));
    }
    if (binary &&
        (binary->getOpcode() == Instruction::And || binary->getOpcode() == Instruction::Or ||
         binary->getOpcode() == Instruction::Xor)) {
      // The lanes own the free low bits, the base the others (see Shape::is_disjoint).
      const auto& a = lanes_of(i.getOperand(0)).shape;
      const unsigned bits = type->getIntegerBitWidth();
      const auto free = std::min<unsigned>(a.base_align, bits);
      const auto high = APInt::getHighBitsSet(bits, bits - free);
      auto* c = b_.CreateAnd(operands[1], ConstantInt::get(type, high));
      return Lanes::affine(s, b_.CreateBinOp(binary->getOpcode(), operands[0], c));
    }
  }
  auto* result = apply(i, operands, type);
  return Lanes::affine(s, s.is_uniform() ? result : without_flags(result));
}

// The instruction on scalars or on vectors, whichever `operands` are.
Value* Widener::apply(Instruction& i, ArrayRef<Value*> operands, Type* type) {
  Value* result = nullptr;
  if (auto* binary = dyn_cast<BinaryOperator>(&i)) {
    switch (binary->getOpcode()) {
      case Instruction::UDiv:
      case Instruction::SDiv:
      case Instruction::URem:
      case Instruction::SRem:
        return safe_division(b_, binary->getOpcode(), operands[0], operands[1]);
      case Instruction::Shl:
      case Instruction::LShr:
      case Instruction::AShr:
        break;
      default:
        break;
    }
    result = b_.CreateBinOp(binary->getOpcode(), operands[0], operands[1]);
  } else if (auto* unary = dyn_cast<UnaryOperator>(&i)) {
    result = b_.CreateUnOp(unary->getOpcode(), operands[0]);
  } else if (auto* compare = dyn_cast<CmpInst>(&i)) {
    result = b_.CreateCmp(compare->getPredicate(), operands[0], operands[1]);
  } else if (isa<AddrSpaceCastInst>(i)) {
    return operands[0];
  } else if (isa<FPToSIInst, FPToUIInst>(i)) {
    return safe_to_integer(b_, isa<FPToSIInst>(i), operands[0], type);
  } else if (auto* cast = dyn_cast<CastInst>(&i)) {
    result = b_.CreateCast(cast->getOpcode(), operands[0], type);
  } else if (isa<SelectInst>(i)) {
    result = b_.CreateSelect(operands[0], operands[1], operands[2]);
  } else if (isa<FreezeInst>(i)) {
    result = b_.CreateFreeze(operands[0]);
  } else {
    fail(i, "instruction that cannot be widened");
    return PoisonValue::get(type);
  }
  if (auto* made = dyn_cast<Instruction>(result)) {
    made->copyIRFlags(&i);
    made->copyMetadata(i, {LLVMContext::MD_fpmath});
  }
  return result;
}

Lanes Widener::elementwise(Instruction& i, ArrayRef<Lanes> operands, Type* type) {
  auto* wide = vector_type(type);
  if (auto* gep = dyn_cast<GetElementPtrInst>(&i)) {
    // A uniform base stays scalar: gathers with a scalar base and 32-bit indices are the fast ones.
    SmallVector<Value*, 4> indices;
    for (const auto& operand : operands.drop_front()) {
      indices.push_back(operand.base && operand.shape.is_uniform() ? operand.base
                                                                   : to_vector(operand));
    }
    auto* base = operands[0].base && operands[0].shape.is_uniform() ? operands[0].base
                                                                    : to_vector(operands[0]);
    auto* result = b_.CreateGEP(host_type(gep->getSourceElementType()), base, indices);
    if (!result->getType()->isVectorTy()) result = splat(result);
    return Lanes::varying(result);
  }
  if (isa<SelectInst>(i) && operands[0].base && operands[0].shape.is_uniform()) {
    return Lanes::varying(
        b_.CreateSelect(operands[0].base, to_vector(operands[1]), to_vector(operands[2])));
  }
  if (auto* division = dyn_cast<BinaryOperator>(&i); division && division->isIntDivRem()) {
    return Lanes::varying(divide(*division, operands[0], operands[1]));
  }
  SmallVector<Value*, 4> values;
  for (const auto& operand : operands) values.push_back(to_vector(operand));
  return Lanes::varying(apply(i, values, wide));
}

// Vectors, structs and arrays: moves parts about, or works on each part.
void Widener::tuple_instruction(Instruction& i) {
  if (auto* insert = dyn_cast<InsertElementInst>(&i)) {
    auto tuple = lanes_of(i.getOperand(0));
    auto element = lanes_of(i.getOperand(1));
    if (auto* index = dyn_cast<ConstantInt>(i.getOperand(2))) {
      if (index->getZExtValue() < tuple.parts.size()) tuple.parts[index->getZExtValue()] = element;
      return define(i, tuple);
    }
    auto* position = vector(insert->getOperand(2));
    for (unsigned k = 0; k < tuple.parts.size(); ++k) {
      auto* here = b_.CreateICmpEQ(position, ConstantInt::get(position->getType(), k));
      tuple.parts[k] =
          Lanes::varying(b_.CreateSelect(here, to_vector(element), to_vector(tuple.parts[k])));
    }
    return define(i, tuple);
  }
  if (isa<ExtractElementInst>(i)) {
    const auto tuple = lanes_of(i.getOperand(0));
    if (auto* index = dyn_cast<ConstantInt>(i.getOperand(1))) {
      const auto k = index->getZExtValue();
      if (k < tuple.parts.size()) return define(i, tuple.parts[k]);
      return define(i, Lanes::uniform(PoisonValue::get(host_type(i.getType()))));
    }
    auto* position = vector(i.getOperand(1));
    auto* result = to_vector(tuple.parts[0]);
    for (unsigned k = 1; k < tuple.parts.size(); ++k) {
      auto* here = b_.CreateICmpEQ(position, ConstantInt::get(position->getType(), k));
      result = b_.CreateSelect(here, to_vector(tuple.parts[k]), result);
    }
    Lanes lanes = Lanes::varying(result);
    if (!shape(&i).is_varying())
      lanes = Lanes::uniform(b_.CreateExtractElement(result, b_.getInt64(0)));
    return define(i, lanes);
  }
  if (auto* shuffle = dyn_cast<ShuffleVectorInst>(&i)) {
    const auto a = lanes_of(i.getOperand(0)), c = lanes_of(i.getOperand(1));
    std::vector<Lanes> parts;
    for (const int from : shuffle->getShuffleMask()) {
      const auto at = static_cast<unsigned>(std::max(from, 0));
      parts.push_back(at < a.parts.size() ? a.parts[at] : c.parts[at - a.parts.size()]);
    }
    return define(i, Lanes::tuple(std::move(parts)));
  }
  if (auto* extract = dyn_cast<ExtractValueInst>(&i)) {
    const auto* lanes = &lanes_of(i.getOperand(0));
    for (auto index : extract->indices()) lanes = &lanes->parts[index];
    return define(i, Lanes(*lanes));
  }
  if (auto* insert = dyn_cast<InsertValueInst>(&i)) {
    auto tuple = lanes_of(i.getOperand(0));
    const auto value = lanes_of(i.getOperand(1));
    auto* lanes = &tuple;
    for (auto index : insert->indices()) lanes = &lanes->parts[index];
    *lanes = value;
    return define(i, tuple);
  }
  if (isa<BitCastInst>(i)) {
    return define(
        i, bitcast_tuple(lanes_of(i.getOperand(0)), i.getOperand(0)->getType(), i.getType()));
  }
  if (isa<FreezeInst>(i)) return define(i, lanes_of(i.getOperand(0)));
  SmallVector<Lanes, 4> operands;
  SmallVector<Type*, 4> types;
  for (Value* operand : i.operands()) {
    operands.push_back(lanes_of(operand));
    types.push_back(operand->getType());
  }
  define(i, part_by_part(i, operands, types, i.getType()));
}

// Element by element, also of structures in structures; a scalar operand (the condition of a
// select) serves all.
Lanes Widener::part_by_part(Instruction& i, ArrayRef<Lanes> operands, ArrayRef<Type*> types,
                            Type* type) {
  if (!is_tuple(type)) {
    if (shape(&i).is_uniform() &&
        all_of(operands, [](const Lanes& l) { return l.base && l.shape.is_uniform(); })) {
      SmallVector<Value*, 4> scalars;
      for (const auto& operand : operands) scalars.push_back(operand.base);
      return Lanes::uniform(apply(i, scalars, host_type(type)));
    }
    return elementwise(i, operands, type);
  }
  std::vector<Lanes> parts;
  for (unsigned k = 0; k < tuple_size(type); ++k) {
    SmallVector<Lanes, 4> of_part;
    SmallVector<Type*, 4> part_types;
    for (unsigned j = 0; j < operands.size(); ++j) {
      const bool whole = !is_tuple(types[j]);
      of_part.push_back(whole ? operands[j] : operands[j].parts[k]);
      part_types.push_back(whole ? types[j] : tuple_part(types[j], k));
    }
    parts.push_back(part_by_part(i, of_part, part_types, tuple_part(type, k)));
  }
  return Lanes::tuple(std::move(parts));
}

// Through integers of the narrower element's width.
Lanes Widener::bitcast_tuple(const Lanes& from, Type* source, Type* target) {
  const auto is_uniform = [](const Lanes& lanes) { return lanes.base && lanes.shape.is_uniform(); };
  const bool uniform = is_tuple(source) ? all_of(from.parts, is_uniform) : is_uniform(from);
  const auto integers = [&](unsigned bits) -> Type* {
    auto* integer = b_.getIntNTy(bits);
    return uniform ? cast<Type>(integer) : FixedVectorType::get(integer, kLanes);
  };
  const auto flatten = [&](const Lanes& lanes, Type* type) {
    std::vector<std::pair<Value*, unsigned>> pieces;  // iN or <32 x iN>, N
    const unsigned count = is_tuple(type) ? tuple_size(type) : 1;
    for (unsigned k = 0; k < count; ++k) {
      const auto& part = is_tuple(type) ? lanes.parts[k] : lanes;
      auto* value = uniform ? part.base : to_vector(part);
      auto* element = value->getType()->getScalarType();
      const auto bits = static_cast<unsigned>(layout_.getTypeSizeInBits(element));
      auto* integer = integers(bits);
      value = element->isPointerTy() ? b_.CreatePtrToInt(value, integer)
                                     : b_.CreateBitCast(value, integer);
      pieces.push_back({value, bits});
    }
    return pieces;
  };
  const auto pieces = flatten(from, source);
  const unsigned count = is_tuple(target) ? tuple_size(target) : 1;
  std::vector<Lanes> parts;
  const auto in_bits = pieces[0].second;
  for (unsigned k = 0; k < count; ++k) {
    auto* element = is_tuple(target) ? tuple_part(target, k) : target;
    const auto out_bits = static_cast<unsigned>(layout_.getTypeSizeInBits(element));
    auto* integer = integers(out_bits);
    Value* value = nullptr;
    if (out_bits == in_bits) {
      value = pieces[k].first;
    } else if (out_bits < in_bits) {
      const unsigned per = in_bits / out_bits;
      auto* whole = pieces[k / per].first;
      value = b_.CreateTrunc(
          b_.CreateLShr(whole, ConstantInt::get(whole->getType(), (k % per) * out_bits)), integer);
    } else {
      const unsigned per = out_bits / in_bits;
      for (unsigned j = 0; j < per; ++j) {
        auto* piece = b_.CreateShl(b_.CreateZExt(pieces[k * per + j].first, integer),
                                   ConstantInt::get(integer, j * in_bits));
        value = value ? b_.CreateOr(value, piece) : piece;
      }
    }
    auto* wide = uniform ? host_type(element) : vector_type(element);
    value = element->isPointerTy() ? b_.CreateIntToPtr(value, wide) : b_.CreateBitCast(value, wide);
    parts.push_back(uniform ? Lanes::uniform(value) : Lanes::varying(value));
  }
  return is_tuple(target) ? Lanes::tuple(std::move(parts)) : parts[0];
}

}  // namespace heddle::compiler
