// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/widen/lanes.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"

namespace heddle::compiler {

using namespace llvm;

unsigned tuple_size(const Type* type) {
  if (const auto* vector = dyn_cast<FixedVectorType>(type)) return vector->getNumElements();
  if (const auto* array = dyn_cast<ArrayType>(type)) return array->getNumElements();
  return cast<StructType>(type)->getNumElements();
}

Type* tuple_part(Type* type, unsigned index) {
  if (auto* vector = dyn_cast<FixedVectorType>(type)) return vector->getElementType();
  if (auto* array = dyn_cast<ArrayType>(type)) return array->getElementType();
  return cast<StructType>(type)->getElementType(index);
}

Type* host_type(Type* type) {
  if (type->isPointerTy()) return PointerType::get(type->getContext(), 0);
  if (auto* vector = dyn_cast<FixedVectorType>(type)) {
    return FixedVectorType::get(host_type(vector->getElementType()), vector->getNumElements());
  }
  if (auto* array = dyn_cast<ArrayType>(type)) {
    return ArrayType::get(host_type(array->getElementType()), array->getNumElements());
  }
  if (auto* structure = dyn_cast<StructType>(type)) {
    SmallVector<Type*, 8> parts;
    for (auto* element : structure->elements()) parts.push_back(host_type(element));
    return StructType::get(type->getContext(), parts, structure->isPacked());
  }
  return type;
}

Type* lanes_type(Type* type) {
  if (type->isVoidTy()) return type;
  if (!is_tuple(type)) return FixedVectorType::get(host_type(type), kLanes);
  SmallVector<Type*, 8> parts;
  for (unsigned i = 0; i < tuple_size(type); ++i) parts.push_back(lanes_type(tuple_part(type, i)));
  return StructType::get(type->getContext(), parts);
}

Value* slice(IRBuilderBase& builder, Value* vector, unsigned first, unsigned count) {
  if (count == cast<FixedVectorType>(vector->getType())->getNumElements()) return vector;
  if (count == 1) return builder.CreateExtractElement(vector, first);
  SmallVector<int, kLanes> indices;
  for (unsigned i = 0; i < count; ++i) indices.push_back(static_cast<int>(first + i));
  return builder.CreateShuffleVector(vector, indices);
}

Value* concatenate(IRBuilderBase& builder, ArrayRef<Value*> pieces) {
  if (pieces.size() == 1) return pieces[0];
  const auto half = pieces.size() / 2;
  auto* low = concatenate(builder, pieces.take_front(half));
  auto* high = concatenate(builder, pieces.drop_front(half));
  const auto count = cast<FixedVectorType>(low->getType())->getNumElements();
  SmallVector<int, kLanes> indices;
  for (unsigned i = 0; i < 2 * count; ++i) indices.push_back(static_cast<int>(i));
  return builder.CreateShuffleVector(low, high, indices);
}

Constant* offsets_vector(Type* integer, const Offsets& offsets, unsigned first, unsigned count) {
  SmallVector<Constant*, kLanes> elements;
  for (unsigned i = 0; i < count; ++i) {
    elements.push_back(ConstantInt::get(
        integer, APInt(integer->getIntegerBitWidth(),
                       static_cast<std::uint64_t>(offsets[first + i]), true, true)));
  }
  return ConstantVector::get(elements);
}

}  // namespace heddle::compiler
