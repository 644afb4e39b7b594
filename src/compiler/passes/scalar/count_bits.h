// SPDX-License-Identifier: Apache-2.0
// CountBits: loops that clear the lowest bit until none is left count bits, and loops that shift
// until nothing is left find the highest or lowest: both become the instruction.
//
//     while (v) { v &= v - 1; ++n; }    ->    n += ctpop(v)
//
// Else all lanes of a warp wait for the one with the most bits. Compilers for this CPU's own
// programs do so, too; clang does not where it compiles for a GPU. Not where a tool listens, which
// counts the rounds that a GPU makes. Stands behind Optimise, which brings loops into the form that
// LLVM recognises.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Returns how many instructions took the place of loops.
unsigned count_bits(Compilation& c);

}  // namespace heddle::compiler
