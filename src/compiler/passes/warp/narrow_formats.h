// SPDX-License-Identifier: Apache-2.0
// Values of half and bfloat as floats and back, on scalars and vectors.
#pragma once

#include "compiler/passes/warp/fma_to_odd.h"

namespace heddle::compiler {

inline constexpr std::uint64_t kCanonicalNan = 0x7fff;

class NarrowFormats {
 public:
  // What the CPU has: conversions of half, fused multiply-adds of float.
  NarrowFormats(llvm::IRBuilderBase& b, bool f16c, bool fma, FmaToOdd fma_to_odd)
      : b_(b), f16c_(f16c), fma_(fma), fma_to_odd_(fma_to_odd) {}

  // Exact.
  llvm::Value* widen(llvm::Value* narrow);
  // To nearest even; what is not a number becomes 0x7fff, as on a GPU.
  llvm::Value* narrow(llvm::Value* single, llvm::Type* type);
  // For `narrow` as the only rounding: an inexact result is odd.
  llvm::Value* to_odd(llvm::Value* wide);
  // An integer as a float that rounds as the integer itself does.
  llvm::Value* from_integer(llvm::Value* integer, bool is_signed);
  // a * b + c, rounded once.
  llvm::Value* fma(llvm::Value* a, llvm::Value* b, llvm::Value* c);

 private:
  llvm::Value* widen_half(llvm::Value* words);
  llvm::Value* narrow_half(llvm::Value* single);
  llvm::Value* narrow_bfloat(llvm::Value* single);
  llvm::Value* fma_of_bfloats(llvm::Value* a, llvm::Value* b, llvm::Value* c);
  // The sum of two numbers of one type; inexact results are odd.
  llvm::Value* add_to_odd(llvm::Value* a, llvm::Value* b);
  llvm::Value* make_odd(llvm::Value* sum, llvm::Value* inexact, llvm::Value* away);

  llvm::IRBuilderBase& b_;
  bool f16c_, fma_;
  FmaToOdd fma_to_odd_;
};

// The type with another element.
llvm::Type* with_element(llvm::Type* shape, llvm::Type* element);

}  // namespace heddle::compiler
