// SPDX-License-Identifier: Apache-2.0
// SplitWideLoops (loop fission): a loop that keeps more values than the registers hold becomes
// several loops, each of which computes some of them.
//
//     for k: a0 += x[k] * y0[k];             for k: a0 += x[k] * y0[k];
//            a1 += x[k] * y1[k];      ->     for k: a1 += x[k] * y1[k];
//
// A thread of a GPU has up to 255 registers, which programs fill on purpose (the thread tiles of
// spec/002 keep 64 sums in registers); one such register of a warp is several vector registers of a
// CPU. Each sum is computed by the same operations in the same order as before.
//
// Needs: loops in simplified form with LCSSA; keeps both.
// Touches: innermost loops that all lanes run alike, that only read memory and have one exit.
#pragma once

#include "compiler/target.h"
#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Returns how many loops it split.
unsigned split_wide_loops(llvm::Function& function, const Isa& isa);

}  // namespace heddle::compiler
