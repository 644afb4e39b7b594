// SPDX-License-Identifier: Apache-2.0
// VersionClamps: accesses through clamped indices get a copy for warps none of whose lanes is
// clamped.
//
//     p = x + min(i + 1, last)          br none(i + 1 > last)       (uniform, of the lanes here)
//     v = load p                        /                   \
//     ..                      ->     v = load x + (i + 1)    v = load x + min(i + 1, last)
//                                    ..                      ..
//
// The copy's accesses are contiguous, or at one address, where the others are gathers. Clamps hold
// in the warps at an image's border, and in none within it. The copy goes on to the end of the
// block, or to the first operation in it that is more than arithmetic and memory: one question for
// all accesses up to there. What only the others need is computed there.
// Indices that were divided (i % width, i / width, (i + 1) & mask) count as clamped where the lanes
// have more than one quotient: one_quotient.h.
// Needs: Linearise's form; keeps it. Stands behind it because it must know which lanes are here:
// those that a stencil's tile has too many of are clamped in every warp.
// Only accesses whose lanes then lie side by side, but for a few gaps, count: else the copy gathers
// as well.
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Returns how many copies it made.
unsigned version_clamps(llvm::Function& function);

}  // namespace heddle::compiler
