// SPDX-License-Identifier: Apache-2.0
// Between which numbers the lanes of a vector of words lie, by what they are made of: sums of
// bytes, minima, shifts. LLVM's known bits do not see that 129 * byte + 128 is below 2^15 + 2^8.
#pragma once

#include <cstdint>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Value.h"

namespace heddle::compiler {

// [low, high], as signed numbers.
struct NumberRange {
  std::int64_t low, high;

  bool is_positive() const { return low >= 0; }  // or zero
  bool fits_signed() const { return low >= INT16_MIN && high <= INT16_MAX; }
  bool fits_unsigned() const { return low >= 0 && high <= UINT16_MAX; }
  bool fits() const { return fits_signed() || fits_unsigned(); }
};

class NumberRanges {
 public:
  explicit NumberRanges(const llvm::DataLayout& layout) : layout_(layout) {}

  // Of integers of 32 bits, or vectors of them.
  NumberRange of(const llvm::Value* value, unsigned depth = 0);

 private:
  NumberRange compute(const llvm::Value* value, unsigned depth);
  NumberRange by_bits(const llvm::Value* value) const;

  const llvm::DataLayout& layout_;
  llvm::DenseMap<const llvm::Value*, NumberRange> known_;
};

}  // namespace heddle::compiler
