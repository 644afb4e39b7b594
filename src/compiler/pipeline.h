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

llvm::ArrayRef<Stage> stages();

// Runs all stages: from bitcode to a module for the host that holds a KernelCode.
llvm::Error compile(Compilation& c);

}  // namespace heddle::compiler
