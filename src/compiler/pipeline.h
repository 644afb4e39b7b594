// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "compiler/compilation.h"
#include "compiler/pass.h"
#include "llvm/Support/Error.h"

namespace heddle::compiler {

// The table in pipeline.cpp.
llvm::ArrayRef<Pass> all_passes();

// The rows that kernels of that kind take, and which kind a kernel is of.
std::vector<Pass> passes_of(Pass::Of kernels);
Pass::Of kind_of(const Compilation& c);

// Reads HEDDLE_PASSES: "-jam-warps,-compress-stores" leaves these speed passes out. The error is
// one sentence.
llvm::Expected<std::vector<std::string>> read_left_out(llvm::StringRef setting);

// Runs all passes: from bitcode to a module for the host that holds a KernelCode.
llvm::Expected<std::unique_ptr<Compilation>> compile(const Request& request);

}  // namespace heddle::compiler
