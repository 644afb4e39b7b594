// SPDX-License-Identifier: Apache-2.0
// FullCopies: a branch on a bound gets a copy of what it guards, for warps whose lanes all take it.
//
//       A: br (i < n)                 A: br all(i < n)      (uniform)
//      /      \                      /        \
//     B        \          ->        B'     some: br (i < n)
//      \        |                    \       /    \
//          D                          \     B      \
//                                          D
//
// B' runs without masks. Bounds hold in all but a grid's last warps. A loop whose way round is on a
// bound (i += the grid's threads; i < n) runs first as a copy, as long as all lanes go round.
// Needs: the canonical form that Linearise needs, in a function that all 32 lanes enter; keeps it.
// Only branches that all lanes reach and that compare values of known lane pattern are copied: what
// data decides seldom agrees.
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::compiler {

void make_full_copies(llvm::Function& function);

}  // namespace heddle::compiler
