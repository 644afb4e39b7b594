// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"

namespace heddle::compiler {

// Byte offset of a part of a vector, array or struct type in memory.
inline std::int64_t tuple_offset(const llvm::DataLayout& layout, llvm::Type* type, unsigned index) {
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    return static_cast<std::int64_t>(
        layout.getStructLayout(structure)->getElementOffset(index).getFixedValue());
  }
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    return static_cast<std::int64_t>(
        index * layout.getTypeAllocSize(array->getElementType()).getFixedValue());
  }
  auto* vector = llvm::cast<llvm::FixedVectorType>(type);
  return static_cast<std::int64_t>(
      index * layout.getTypeStoreSize(vector->getElementType()).getFixedValue());
}

}  // namespace heddle::compiler
