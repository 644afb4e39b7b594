// SPDX-License-Identifier: Apache-2.0
// LinkModules: joins the kernel's module with the other relocatable modules it needs and with the
// device library, makes it a module for the host, and drops what the kernel does not reach.
//
// Guarantees: data layout and triple are the host's; the kernel, wrapped as a function without
// arguments that loads its parameters from the BlockContext, is Compilation::body.
#pragma once

#include "compiler/compilation.h"
#include "llvm/Support/Error.h"

namespace heddle::compiler {

llvm::Error link_modules(Compilation& c);

}  // namespace heddle::compiler
