// SPDX-License-Identifier: Apache-2.0
// The pipeline's stages over all functions of a compilation, and the two versions of a kernel: one
// for full warps, in which nothing is masked that need not be, and one for a partial last warp.
#pragma once

#include "compiler/compilation.h"
#include "llvm/Support/Error.h"

namespace heddle::compiler {

llvm::Error specialise_all(Compilation& c);
llvm::Error inline_all(Compilation& c);
llvm::Error optimise_all(Compilation& c);
llvm::Error place_all(Compilation& c);
llvm::Error canonicalise_all(Compilation& c);
llvm::Error linearise_all(Compilation& c);
llvm::Error widen_all(Compilation& c);
llvm::Error tidy_all(Compilation& c);
llvm::Error finish_all(Compilation& c);

}  // namespace heddle::compiler
