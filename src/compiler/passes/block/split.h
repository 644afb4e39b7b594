// SPDX-License-Identifier: Apache-2.0
// Chooses how warps of this kernel wait at barriers, and rewrites them for it:
// not at all (kBlock), by returning (kStep), or on fibers (kFiberWarp).
#pragma once

#include "compiler/compilation.h"
#include "llvm/Support/Error.h"

namespace heddle::compiler {

llvm::Error split_all(Compilation& c);

}  // namespace heddle::compiler
