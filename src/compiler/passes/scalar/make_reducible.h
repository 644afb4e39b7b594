// SPDX-License-Identifier: Apache-2.0
// MakeReducible: gives every loop one entry.
//
//       A                          A
//      / \                         |
//     B <-> C       ->        guard (which?) <---+
//                              /      \          |
//                             B        C --------+
//
// A loop with several entries gets a guard as its header, which leads on to the entry that was
// meant; cycles nested inside it are treated the same way. Needs: terminators are `br` and `ret`.
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/Target/TargetMachine.h"

namespace heddle::compiler {

// Returns how many blocks were entries beside others.
unsigned make_reducible(llvm::Function& function, llvm::TargetMachine& machine);

}  // namespace heddle::compiler
