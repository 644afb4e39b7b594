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

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

void make_reducible(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

}  // namespace heddle::compiler
