// SPDX-License-Identifier: Apache-2.0
// Programs that heddle check is to look into are compiled with -fno-delete-null-pointer-checks: an
// access through null is an event like others, and nothing that LLVM may take for impossible. Each
// function says so, and one that is made of another has to say it as well.
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::compiler {

inline void keep_null_pointers(llvm::Function& made, const llvm::Function& from) {
  if (from.hasFnAttribute(llvm::Attribute::NullPointerIsValid)) {
    made.addFnAttr(llvm::Attribute::NullPointerIsValid);
  }
}

}  // namespace heddle::compiler
