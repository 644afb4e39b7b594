// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/compilation.h"
#include "llvm/Support/Error.h"

namespace heddle::compiler {

// One row of the table in pipeline.cpp.
struct Stage {
  const char* name;
  const char* sentence;
  llvm::Error (*run)(Compilation& c);
  // What may no longer occur afterwards; null: LLVM's own verifier is all there is to check.
  llvm::Error (*verify)(const Compilation& c);
};

// The table, or the one of kernels whose threads stay single.
llvm::ArrayRef<Stage> stages(bool single_threads);

// Runs some of them, one after the other. Stops early when `single_threads` turns out otherwise.
llvm::Error run_stages(Compilation& c, llvm::ArrayRef<Stage> table);

// Runs all stages: from bitcode to a module for the host that holds a KernelCode.
llvm::Expected<std::unique_ptr<Compilation>> compile(const Request& request);

}  // namespace heddle::compiler
