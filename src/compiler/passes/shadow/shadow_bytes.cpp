// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/shadow/shadow_bytes.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Four bits to four bytes: the factor puts a copy of bit i at bit 8 i, and no two copies meet.
Value* spread(IRBuilderBase& b, Value* four) {
  auto* apart = b.CreateAnd(b.CreateMul(four, b.getInt32(0x00204081)), 0x01010101);
  return b.CreateMul(apart, b.getInt32(0xff));
}

Value* spread_to(IRBuilderBase& b, Value* bytes, Type* type) {
  const unsigned bits = type->getIntegerBitWidth();
  if (bits <= 32) return b.CreateTrunc(spread(b, b.CreateAnd(bytes, 15)), type);
  Value* all = nullptr;
  for (unsigned at = 0; at < bits; at += 32) {
    Value* four = b.CreateAnd(b.CreateLShr(bytes, at / 8), 15);
    four = b.CreateShl(b.CreateZExtOrTrunc(spread(b, four), type), at);
    all = all ? b.CreateOr(all, four) : four;
  }
  return all;
}

// The other way round, where all eight bits of a byte are set.
Value* gather(IRBuilderBase& b, Value* word) {
  for (const unsigned step : {4u, 2u, 1u}) word = b.CreateAnd(word, b.CreateLShr(word, step));
  word = b.CreateMul(b.CreateAnd(word, 0x01010101), b.getInt32(0x10204080));
  return b.CreateLShr(word, 28);
}

Value* gather_from(IRBuilderBase& b, Value* shadow) {
  const unsigned bits = shadow->getType()->getIntegerBitWidth();
  auto* i32 = b.getInt32Ty();
  if (bits < 8) {
    return b.CreateZExt(b.CreateICmpNE(shadow, ConstantInt::get(shadow->getType(), 0)), i32);
  }
  Value* all = nullptr;
  for (unsigned at = 0; at < bits; at += 32) {
    Value* four = gather(b, b.CreateZExtOrTrunc(b.CreateLShr(shadow, at), i32));
    four = b.CreateShl(four, at / 8);
    all = all ? b.CreateOr(all, four) : four;
  }
  return all;
}

unsigned bytes_of_element(const FixedVectorType& vector) {
  return vector.getElementType()->getIntegerBitWidth() / 8;
}

}  // namespace

Type* shadow_type(Type* type, const DataLayout& layout) {
  if (auto* vector = dyn_cast<FixedVectorType>(type)) {
    auto* element = shadow_type(vector->getElementType(), layout);
    // Elements that are no bytes lie closer in memory than in the bits of a mask.
    if (!element || layout.getTypeSizeInBits(type) > kMostShadowBytes * 8) return nullptr;
    return FixedVectorType::get(element, vector->getNumElements());
  }
  if (!type->isIntegerTy() && !type->isFloatingPointTy() && !type->isPointerTy()) return nullptr;
  const auto bits = layout.getTypeSizeInBits(type).getFixedValue();
  if (bits > kMostShadowBytes * 8) return nullptr;
  return IntegerType::get(type->getContext(), static_cast<unsigned>(bits));
}

Value* bits_of_bytes(IRBuilderBase& b, Value* bytes, Type* shadow) {
  auto* vector = dyn_cast<FixedVectorType>(shadow);
  if (!vector) return spread_to(b, bytes, shadow);
  const unsigned size = bytes_of_element(*vector);
  if (size == 0) return Constant::getNullValue(shadow);
  Value* all = Constant::getNullValue(shadow);
  for (unsigned k = 0; k < vector->getNumElements(); ++k) {
    auto* own = spread_to(b, b.CreateLShr(bytes, k * size), vector->getElementType());
    all = b.CreateInsertElement(all, own, k);
  }
  return all;
}

Value* bytes_of_bits(IRBuilderBase& b, Value* shadow) {
  auto* vector = dyn_cast<FixedVectorType>(shadow->getType());
  if (!vector) return gather_from(b, shadow);
  const unsigned size = bytes_of_element(*vector);
  Value* all = b.getInt32(0);
  for (unsigned k = 0; size != 0 && k < vector->getNumElements(); ++k) {
    auto* own = gather_from(b, b.CreateExtractElement(shadow, k));
    all = b.CreateOr(all, b.CreateShl(own, k * size));
  }
  return all;
}

}  // namespace heddle::compiler
