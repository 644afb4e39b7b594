// SPDX-License-Identifier: Apache-2.0
// Which passes of LLVM's code generator a kernel is worth. Some take time that grows with the
// square of a block, a loop or a function; a kernel that is beyond their row goes without.
#pragma once

#include "compiler/compile_log.h"
#include "llvm/CodeGen/TargetPassConfig.h"

namespace heddle::jit {

// Takes what is too much for `module` out of `config`, and notes it in the log.
void limit_effort(const llvm::Module& module, llvm::TargetPassConfig& config,
                  compiler::CompileLog& log);

}  // namespace heddle::jit
