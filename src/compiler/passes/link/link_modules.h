// SPDX-License-Identifier: Apache-2.0
// LinkModules: joins the kernel's module with the other relocatable modules it needs.
//
// Guarantees: data layout and triple are the host's; the kernel is there.
#pragma once

#include "compiler/compilation.h"
#include "llvm/Support/Error.h"

namespace heddle::compiler {

llvm::Error link_modules(Compilation& c);

}  // namespace heddle::compiler
