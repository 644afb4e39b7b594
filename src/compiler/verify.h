// SPDX-License-Identifier: Apache-2.0
// What each stage promises may no longer occur.
#pragma once

#include "compiler/compilation.h"
#include "llvm/Support/Error.h"

namespace heddle::compiler {

llvm::Error verify_no_special_registers(const Compilation& c);  // after specialise
llvm::Error verify_symbols(const Compilation& c);               // after place-symbols
llvm::Error verify_canonical(const Compilation& c);             // after canonicalise
llvm::Error verify_uniform_branches(const Compilation& c);      // after linearise
llvm::Error verify_host_only(const Compilation& c);             // after widen, single-thread
llvm::Error verify_no_suspension(const Compilation& c);         // after split-at-barriers
llvm::Error verify_narrow_floats(const Compilation& c);         // after narrow-floats

}  // namespace heddle::compiler
