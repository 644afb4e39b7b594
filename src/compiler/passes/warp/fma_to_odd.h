// SPDX-License-Identifier: Apache-2.0
// a * b + c on vectors of floats whose products are exact, as those of halves are: rounded to odd,
// so that a conversion to half is the only rounding to nearest.
//
// Sums of floats are rounded to 24 bits, which is 13 bits more than a half keeps. That goes wrong
// only where an inexact sum comes to lie in the middle between two halves; an odd float never does.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace llvm {
class TargetMachine;
}

namespace heddle::compiler {

class FmaToOdd {
 public:
  explicit FmaToOdd(const llvm::TargetMachine& machine);

  // Whether the CPU has what it takes for vectors of this many lanes.
  bool can(const llvm::Type* type) const;
  llvm::Value* emit(llvm::IRBuilderBase& b, llvm::Value* a, llvm::Value* m, llvm::Value* c) const;

 private:
  unsigned part(const llvm::Type* type) const;  // lanes of one instruction, 0: cannot

  bool avx2_, avx512_;
};

}  // namespace heddle::compiler
