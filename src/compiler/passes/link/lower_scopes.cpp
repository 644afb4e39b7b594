// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/link/lower_scopes.h"

#include "ptx/memory_scopes.h"

namespace heddle::compiler {

void lower_scopes(llvm::Module& module) {
  ptx::name_scopes(module);
}

}  // namespace heddle::compiler
