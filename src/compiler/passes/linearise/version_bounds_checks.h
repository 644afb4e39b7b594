// SPDX-License-Identifier: Apache-2.0
// VersionBoundsChecks: a branch on a bound gets a copy of what it guards, for warps whose lanes all
// take it.
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
// Needs: the canonical form that Linearise needs; keeps it. Touches: the kernel's version for full
// warps, which all 32 lanes enter.
// Only branches that all lanes reach and that compare values of known lane pattern are copied: what
// data decides seldom agrees.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Returns how many branches and loops got a copy.
unsigned version_bounds_checks(Compilation& c);

}  // namespace heddle::compiler
