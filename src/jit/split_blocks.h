// SPDX-License-Identifier: Apache-2.0
// Blocks with more instructions than a bound become several, each falling through to the next. Code
// generation selects, schedules and allocates registers block by block, in time that grows with the
// square of a block: a thousand statements in a row would take a minute. The places are those where
// the fewest values are still needed, masks first, which have no good form between blocks.
//
// Runs behind CodeGenPrepare, which would join the blocks again.
#pragma once

#include "llvm/IR/Function.h"

namespace llvm {
class Pass;
}
namespace heddle::compiler {
class CompileLog;
}

namespace heddle::jit {

// Returns how many blocks it made.
unsigned split_blocks(llvm::Function& function);

// The same as a pass of the code generator, which says in the log what it did.
llvm::Pass* create_split_blocks(compiler::CompileLog& log);

}  // namespace heddle::jit
