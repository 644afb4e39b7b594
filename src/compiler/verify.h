// SPDX-License-Identifier: Apache-2.0
// What holds behind a pass: what may no longer occur, in the words of its header.
#pragma once

#include "compiler/compilation.h"
#include "llvm/Support/Error.h"

namespace heddle::compiler {

llvm::Error verify_linked(const Compilation& c);                // after wrap-kernel
llvm::Error verify_no_special_registers(const Compilation& c);  // after specialise
llvm::Error verify_static_allocas(const Compilation& c);        // after keep-dynamic-allocas
llvm::Error verify_inlined(const Compilation& c);               // after inline-functions
llvm::Error verify_symbols(const Compilation& c);               // after place-symbols
// After canonicalise-loops, and behind what keeps the form until linearise.
llvm::Error verify_canonical(const Compilation& c);
llvm::Error verify_uniform_branches(const Compilation& c);  // after linearise
llvm::Error verify_host_only(const Compilation& c);         // after widen, single-thread
llvm::Error verify_no_suspension(const Compilation& c);     // after split-at-barriers
llvm::Error verify_described(const Compilation& c);         // after describe-kernel
llvm::Error verify_narrow_floats(const Compilation& c);     // after narrow-floats

}  // namespace heddle::compiler
