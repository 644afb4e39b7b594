// SPDX-License-Identifier: Apache-2.0
// BroadcastLate: a number that all lanes read is loaded where they compute with it.
//
//     a0 = broadcast row[0]; .. a15 = broadcast row[15]        s = fma(broadcast row[0], b0, s)
//     s = fma(a0, b0, s); .. s = fma(a15, b15, s)        ->    .. s = fma(broadcast row[15], b15,
//     s)
//
// A thread's row of a tile is one access, so all of it is loaded before the first product, for all
// warps that run as one: a register or two for each number, a hundred and more of which spill as
// whole vectors. Next to its use a number is part of the instruction that computes with it, or is
// gone after it.
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Returns of how many blocks it moved loads. `function` is host code as it will be translated.
unsigned broadcast_late(llvm::Function& function);

}  // namespace heddle::compiler
