// SPDX-License-Identifier: Apache-2.0
// How values are kept, and moved between their forms.
#include "compiler/passes/widen/widener.h"
#include "llvm/IR/Constants.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

Constant* constant_part(Constant* value, unsigned index) {
  return value->getAggregateElement(index);
}

// Constants and globals with pointers of address space 0.
Constant* host_constant(Constant* value) {
  auto* type = host_type(value->getType());
  if (type == value->getType()) return value;
  if (isa<ConstantPointerNull>(value)) return ConstantPointerNull::get(cast<PointerType>(type));
  if (isa<PoisonValue>(value)) return PoisonValue::get(type);
  if (isa<UndefValue>(value)) return UndefValue::get(type);
  return ConstantExpr::getPointerBitCastOrAddrSpaceCast(value, type);
}

}  // namespace

Lanes Widener::constant(Constant* value) {
  if (is_tuple(value->getType())) {
    std::vector<Lanes> parts;
    for (unsigned i = 0; i < tuple_size(value->getType()); ++i) {
      parts.push_back(constant(constant_part(value, i)));
    }
    return Lanes::tuple(std::move(parts));
  }
  return Lanes::affine(shape(value), host_constant(value));
}

Lanes& Widener::lanes_of(Value* value) {
  auto found = values_.find(value);
  if (found != values_.end()) return found->second;
  if (auto* known = dyn_cast<Constant>(value)) return values_[value] = constant(known);
  // A use before its definition in block order can only be a phi's, which asks later.
  fail(*cast<Instruction>(value), "used before it is defined");
  return values_[value] = Lanes::uniform(PoisonValue::get(host_type(value->getType())));
}

Value* Widener::scalar(Value* value) {
  auto& lanes = lanes_of(value);
  if (lanes.base) return lanes.base;
  assert(shape(value).is_uniform() && "not an affine value");
  // Uniform by the analysis of the whole, but kept as a vector (a part of a tuple).
  return b_.CreateExtractElement(lanes.vector, b_.getInt64(0));
}

Value* Widener::to_vector(const Lanes& lanes) {
  if (lanes.vector) return lanes.vector;
  auto* type = lanes.base->getType();
  if (lanes.shape.is_constant() && type->isIntegerTy()) {
    return offsets_vector(type, lanes.shape.offsets ? *lanes.shape.offsets : Offsets{});
  }
  auto* result = splat(lanes.base);
  const auto& s = lanes.shape;
  if (s.is_uniform()) return result;
  auto* integer = type->isPointerTy() ? b_.getInt64Ty() : type;
  Value* sum = nullptr;
  const auto accumulate = [&](Value* more) { sum = sum ? b_.CreateAdd(sum, more) : more; };
  if (s.offsets) accumulate(offsets_vector(integer, *s.offsets));
  for (const auto& term : s.terms) {
    accumulate(
        b_.CreateMul(splat(scalar(term.scale)), offsets_vector(integer, *term.coefficients)));
  }
  return type->isPointerTy() ? b_.CreateGEP(b_.getInt8Ty(), lanes.base, sum)
                             : b_.CreateAdd(result, sum);
}

// Without the vector where there is a pattern: `lane`, an i32, is known when the code runs.
Value* Widener::lane_of(const Lanes& lanes, Value* lane) {
  if (lanes.vector) return b_.CreateExtractElement(lanes.vector, lane);
  const auto& s = lanes.shape;
  if (s.is_uniform()) return lanes.base;
  auto* type = lanes.base->getType();
  auto* integer = type->isPointerTy() ? b_.getInt64Ty() : type;
  const auto entry = [&](const Offsets& offsets) -> Value* {
    const auto step = offsets[1] - offsets[0];
    for (unsigned k = 1; k < kLanes; ++k) {
      if (offsets[k] - offsets[k - 1] == step) continue;
      return b_.CreateExtractElement(offsets_vector(integer, offsets), lane);
    }
    auto* scaled =
        b_.CreateMul(b_.CreateZExtOrTrunc(lane, integer), ConstantInt::getSigned(integer, step));
    return b_.CreateAdd(scaled, ConstantInt::getSigned(integer, offsets[0]));
  };
  Value* sum = s.offsets ? entry(*s.offsets) : ConstantInt::get(integer, 0);
  for (const auto& term : s.terms) {
    sum = b_.CreateAdd(sum, b_.CreateMul(scalar(term.scale), entry(*term.coefficients)));
  }
  return type->isPointerTy() ? b_.CreateGEP(b_.getInt8Ty(), lanes.base, sum)
                             : b_.CreateAdd(lanes.base, sum);
}

Value* Widener::materialise(const Lanes& lanes) {
  if (lanes.parts.empty() && (lanes.base || lanes.vector)) return to_vector(lanes);
  SmallVector<Value*, 8> parts;
  SmallVector<Type*, 8> types;
  for (const auto& part : lanes.parts) {
    parts.push_back(materialise(part));
    types.push_back(parts.back()->getType());
  }
  Value* result = PoisonValue::get(StructType::get(b_.getContext(), types));
  for (unsigned i = 0; i < parts.size(); ++i) result = b_.CreateInsertValue(result, parts[i], i);
  return result;
}

Lanes Widener::from_aggregate(Value* value, Type* type) {
  if (!is_tuple(type)) return Lanes::varying(value);
  std::vector<Lanes> parts;
  for (unsigned i = 0; i < tuple_size(type); ++i) {
    parts.push_back(from_aggregate(b_.CreateExtractValue(value, i), tuple_part(type, i)));
  }
  return Lanes::tuple(std::move(parts));
}

Value* Widener::vector(Value* value) {
  return materialise(lanes_of(value));
}

Lanes Widener::coerce(Lanes lanes, const Shape& shape, Type* type) {
  if (is_tuple(type)) {
    if (shape.is_varying()) return lanes;  // parts may keep better shapes of their own
    for (unsigned i = 0; i < lanes.parts.size(); ++i) {
      lanes.parts[i] = coerce(std::move(lanes.parts[i]), shape, tuple_part(type, i));
    }
    return lanes;
  }
  if (shape.is_varying() && !lanes.vector) return Lanes::varying(to_vector(lanes));
  return lanes;
}

void Widener::define(Instruction& instruction, Lanes lanes) {
  values_[&instruction] = coerce(std::move(lanes), shape(&instruction), instruction.getType());
}

Value* Widener::mask_vector() {
  return mask_.all() ? ConstantInt::getTrue(vector_type(b_.getInt1Ty())) : mask_.vector;
}

Value* Widener::mask_bits() {
  return mask_.all() ? b_.getInt32(~0u) : bits_of(mask_.vector);
}

// Lanes outside the mask may hold poison, so this must be a select, not an `and`.
Value* Widener::masked(Value* lanes) {
  if (mask_.all()) return lanes;
  return b_.CreateSelect(mask_.vector, lanes, ConstantInt::getFalse(lanes->getType()));
}

unsigned Widener::native_lanes(const Type* type) const {
  const auto bits = std::max<std::uint64_t>(8, layout_.getTypeSizeInBits(const_cast<Type*>(type)));
  return std::clamp<unsigned>(isa_.vector_bits / bits, 2, kLanes);
}

void Widener::fail(const Instruction& instruction, const Twine& why) {
  if (!error_.empty()) return;
  raw_string_ostream out(error_);
  out << scalar_.getName() << ": " << why << ":" << instruction;
  if (const auto& where = instruction.getDebugLoc()) {
    out << " (line " << where.getLine() << ")";
  }
}

}  // namespace heddle::compiler
