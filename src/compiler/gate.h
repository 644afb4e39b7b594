// SPDX-License-Identifier: Apache-2.0
// The gate that every pass goes through: leaves it out where that is asked for, notes its CPU time
// and what it changed, dumps, verifies.
#pragma once

#include "compiler/compilation.h"
#include "compiler/pass.h"

namespace heddle::compiler {

// Runs some passes, one after the other. Stops early when `single_threads` turns out otherwise, and
// says behind which pass.
llvm::Error run_passes(Compilation& c, llvm::ArrayRef<Pass> passes, const Pass** stopped = nullptr);

}  // namespace heddle::compiler
