// SPDX-License-Identifier: Apache-2.0
// The functions by which the headers say the scope of an atomic operation and of a fence
// (compiler/passes/link/lower_scopes.h has the whole story).
#pragma once

#include "llvm/IR/Module.h"

namespace heddle::ptx {

// Neither function is left: operations and fences have their scopes, and those without a name the
// device's.
void name_scopes(llvm::Module& module);

}  // namespace heddle::ptx
