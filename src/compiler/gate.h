// SPDX-License-Identifier: Apache-2.0
// The gate that every pass goes through: leaves it out where that is asked for, notes its CPU time
// and what it changed, dumps, verifies.
#pragma once

#include <string>

#include "compiler/compilation.h"
#include "compiler/pass.h"

namespace heddle::compiler {

// Runs some passes, one after the other. Stops early when `single_threads` turns out otherwise.
llvm::Error run_passes(Compilation& c, llvm::ArrayRef<Pass> passes);

// "jam-warps:3,compress-stores:1": the speed passes that changed something, with the number of
// places; "none" if none did.
std::string fired(const Compilation& c);

}  // namespace heddle::compiler
