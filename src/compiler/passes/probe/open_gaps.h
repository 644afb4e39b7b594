// SPDX-License-Identifier: Apache-2.0
// OpenGaps: what MergeAccesses joined over a gap (one instruction of a GPU, some of whose words go
// nowhere) becomes accesses of the words that are used. Stands after the events, which are those of
// the one instruction.
#pragma once

#include "llvm/IR/Module.h"

namespace heddle::compiler {

void open_gaps(llvm::Module& module);

// The elements that a masked load or store touches, by its mask, which is a constant here.
llvm::SmallVector<bool, 8> touched_elements(const llvm::Value& mask);

}  // namespace heddle::compiler
