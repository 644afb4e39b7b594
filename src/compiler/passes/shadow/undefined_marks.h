// SPDX-License-Identifier: Apache-2.0
// Marks of local variables that nobody has given a value yet: calls of heddle.undefined.*, which
// the front end puts into programs that heddle check is to look into (frontend/mark_locals.cc).
#pragma once

#include <optional>

#include "compiler/compilation.h"
#include "llvm/IR/Value.h"

namespace heddle::compiler {

struct UndefinedMark {
  bool whole;            // the variable, not a member or element of it
  llvm::StringRef name;  // of the variable; empty: not known
};
std::optional<UndefinedMark> undefined_mark(const llvm::Value* value);

// ForgetUndefined: makes LLVM's undef of the marks, where no tool follows them, and reveals offsets
// where no tool listens at all. Returns how many.
unsigned forget_undefined(Compilation& c);

// RevealOffsets: makes heddle.hidden(x), an offset outside of a variable that the front end has
// hidden from LLVM, x again. Returns how many.
unsigned reveal_offsets(Compilation& c);

// Makes zeros of a function's marks.
void settle_undefined(llvm::Function& function);

}  // namespace heddle::compiler
