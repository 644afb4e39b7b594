// SPDX-License-Identifier: Apache-2.0
// Integer arithmetic on shapes: what an operation does to the lanes' pattern and to the base.
#pragma once

#include "compiler/analysis/shape.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"

namespace heddle::compiler {

using ShapeOf = llvm::function_ref<Shape(const llvm::Value*)>;

// a + b or a - b, of integers of so many bits.
Shape add_shapes(const Shape& a, const Shape& b, unsigned bits, bool subtract);
Shape multiply_shape(const Shape& a, std::int64_t factor, unsigned bits);
// The result of a binary operation or comparison whose operands are known in every lane.
Shape fold_shapes(const llvm::Instruction& i, const Shape& a, const Shape& b, const llvm::Value* va,
                  const llvm::Value* vb);
Shape binary_shape(const llvm::Instruction& i, ShapeOf of);

inline std::int64_t wrap(std::int64_t value, unsigned bits) {
  return bits >= 64 ? value : llvm::SignExtend64(static_cast<std::uint64_t>(value), bits);
}

template <class F>
Offsets map(F each) {
  Offsets result;
  for (unsigned lane = 0; lane < kLanes; ++lane) result[lane] = each(lane);
  return result;
}

inline unsigned bits_of(const llvm::Value& value) {
  const auto* type = value.getType();
  return type->isPointerTy() ? 64 : type->getIntegerBitWidth();
}

}  // namespace heddle::compiler
