// SPDX-License-Identifier: Apache-2.0
// ExpandConversions: conversions of vectors to integers that saturate, as CUDA's do, become plain
// ones of what the integers can hold, and selects:
//
//     inside = min(max(x, first), last)           first, last: the first and last float that fit
//     x is NaN ? 0 : x >= last + 1 ? highest : plain(inside)
//
// The middle step is left out where `last` becomes the highest integer; a clamp that alone uses the
// result gives the first and the last float itself. The plain conversion is an
// instruction of the CPU where it has one (with AVX-512 also for unsigned and 64-bit integers).
// LLVM would convert lane by lane: 400 machine instructions for a warp, which take long to run and
// long to compile.
//
// Stands behind narrow-floats, which makes some of these.
#pragma once

#include "compiler/target.h"
#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Returns how many conversions it replaced.
unsigned expand_conversions(llvm::Function& function, const Isa& target);

}  // namespace heddle::compiler
