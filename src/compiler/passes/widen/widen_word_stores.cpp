// SPDX-License-Identifier: Apache-2.0
// Small structures, of 2, 4 or 8 bytes and aligned to that (__half2, uchar4, float2), that lanes do
// not all store side by side go out as one number each: in half or a quarter of the stores under a
// mask or to unrelated places.
#include "compiler/passes/widen/access.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr std::uint64_t kLargest = 8;  // bytes that a CPU's masked accesses and scatters have

bool is_number(const Type* type) {
  return type->isFloatingPointTy() || (type->isIntegerTy() && !type->isIntegerTy(1));
}

}  // namespace

// Not in shared memory, where words at known distances are patterns of their own.
bool Widener::store_words(const Access& access, Type* type, const Lanes& value) {
  const auto* vector = dyn_cast<FixedVectorType>(type);
  if (!vector || !is_number(vector->getElementType()) || access.is_volatile || access.atomic() ||
      access.shared || access.local || access.address.shape.is_uniform()) {
    return false;
  }
  const auto bits = layout_.getTypeSizeInBits(type).getFixedValue();
  const auto bytes = bits / 8;
  if (bits % 8 != 0 || !isPowerOf2_64(bytes) || bytes > kLargest ||
      !isPowerOf2_32(vector->getNumElements()) ||
      bytes != layout_.getTypeStoreSize(vector->getElementType()) * vector->getNumElements() ||
      access.align.value() < bytes) {
    return false;
  }
  auto* word = b_.getIntNTy(static_cast<unsigned>(bits));
  auto* words = b_.CreateBitCast(interleave(value, 0, kLanes), vector_type(word));
  store_value(access, word, Lanes::varying(words));
  return true;
}

}  // namespace heddle::compiler
