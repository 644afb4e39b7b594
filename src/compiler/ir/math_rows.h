// SPDX-License-Identifier: Apache-2.0
// The rows of devicelib/math_table.inc: how a mathematical function reaches the CPU.
#pragma once

#include <string>

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"

namespace heddle::compiler {

struct MathRow {
  enum class Kind { kIntrinsic, kSleef, kLibm };
  Kind kind;
  llvm::StringRef target;  // intrinsic without "llvm.", SLEEF base name, or C function
  bool is_double = false;
  llvm::StringRef accuracy;
};

// The row for a declared function or an LLVM intrinsic (llvm.sin.f32 is sinf); null when none.
const MathRow* find_math(const llvm::Function& function);

// Whether a declared function of this name has a row.
bool is_math_name(llvm::StringRef name);

// SLEEF's name for `base`: `variant` is an Isa name, or "scalar." and one.
std::string sleef_name(llvm::StringRef base, llvm::StringRef accuracy, bool is_double,
                       llvm::StringRef variant);

}  // namespace heddle::compiler
