// SPDX-License-Identifier: Apache-2.0
// A scalar value of the one-thread view, seen for a whole warp.
#pragma once

#include <vector>

#include "compiler/analysis/shape.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

// One of
//   an affine value   `base` is the scalar, `shape` says what the lanes add
//   a varying value   `vector` is a <32 x T>
//   a tuple           of a vector, struct or array type: `parts`, one per element
struct Lanes {
  Shape shape;
  llvm::Value* base = nullptr;
  llvm::Value* vector = nullptr;
  std::vector<Lanes> parts;

  static Lanes uniform(llvm::Value* value) { return {Shape::uniform(), value, nullptr, {}}; }
  static Lanes affine(const Shape& shape, llvm::Value* base) { return {shape, base, nullptr, {}}; }
  static Lanes varying(llvm::Value* vector) { return {Shape::varying(), nullptr, vector, {}}; }
  static Lanes tuple(std::vector<Lanes> parts) {
    return {Shape::varying(), nullptr, nullptr, std::move(parts)};
  }
};

// Lanes that are active at a point; `vector` is a <32 x i1>, null when all 32 are.
struct Mask {
  llvm::Value* vector = nullptr;
  bool all() const { return vector == nullptr; }
};

inline bool is_tuple(const llvm::Type* type) {
  return type->isAggregateType() || type->isVectorTy();
}
unsigned tuple_size(const llvm::Type* type);
llvm::Type* tuple_part(llvm::Type* type, unsigned index);

// `type` as generated code has it: pointers of all address spaces are plain.
llvm::Type* host_type(llvm::Type* type);
// What a warp of values of `type` is when it is passed around as one value: <32 x T> for scalars,
// a struct of those for tuples.
llvm::Type* lanes_type(llvm::Type* type);

// The first `count` lanes from `first` of a <32 x T>.
llvm::Value* slice(llvm::IRBuilderBase& builder, llvm::Value* vector, unsigned first,
                   unsigned count);
llvm::Value* concatenate(llvm::IRBuilderBase& builder, llvm::ArrayRef<llvm::Value*> pieces);
llvm::Constant* offsets_vector(llvm::Type* integer, const Offsets& offsets, unsigned first = 0,
                               unsigned count = kLanes);

}  // namespace heddle::compiler
