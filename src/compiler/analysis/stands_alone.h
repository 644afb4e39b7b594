// SPDX-License-Identifier: Apache-2.0
// Whether a kernel ends whatever other threads do: no branch in any of its loops is computed from
// memory, so none can wait for what another block writes. Barriers of the block do not count: all
// threads of a block are there. Says no where it cannot tell.
//
// The engine runs the blocks of such a kernel to their ends one after the other. Those of any other
// kernel take turns once one runs for long, and each that has begun keeps its stack.
#pragma once

#include "llvm/IR/Module.h"

namespace heddle::compiler {

// Of all functions of `module`, as single threads see them.
bool stands_alone(llvm::Module& module);

}  // namespace heddle::compiler
