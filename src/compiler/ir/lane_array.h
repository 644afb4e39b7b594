// SPDX-License-Identifier: Apache-2.0
// Vectors that lie in memory as arrays of their lanes, so that one lane can be stored or loaded
// there.
#pragma once

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/Support/MathExtras.h"

namespace heddle::compiler {

// Vectors have no gaps between their lanes and arrays may: of 1 bit or 24 (bit fields) they differ.
inline bool is_lane_array(const llvm::FixedVectorType& type, const llvm::DataLayout& layout) {
  auto* element = type.getElementType();
  return llvm::isPowerOf2_32(type.getNumElements()) &&
         layout.getTypeSizeInBits(element) == layout.getTypeAllocSizeInBits(element) &&
         (element->isIntOrPtrTy() || element->isFloatingPointTy());
}

}  // namespace heddle::compiler
