// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::compiler {

// One return block; code that cannot go on (after a trap) leaves through it. Simplification brings
// `unreachable` back behind calls that do not return, so this runs once more before loops are
// looked at. Returns how many ways out it joined.
unsigned unify_exits(llvm::Function& function);

}  // namespace heddle::compiler
