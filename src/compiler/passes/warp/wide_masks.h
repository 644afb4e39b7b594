// SPDX-License-Identifier: Apache-2.0
// WideMasks: on CPUs that keep a mask as a vector, what is computed from comparisons is computed in
// words as wide as those that were compared.
//
//     m = (x < y) | ((x == y) & c)            w = sext(x < y) | (sext(x == y) & sext(c))
//     s = select m, a, b                ->    s = select (w < 0), a, b
//     n = n + zext m                          n = n - w
//
// LLVM keeps a vector of 32 bits as 32 bytes. So it packs the words of each comparison into bytes,
// five instructions, and takes the bytes apart again where words are chosen or counted by them,
// eight. It only looks through one operation by itself, and only for a select.
//
// Stands behind all passes that look for masks.
#pragma once

#include "compiler/target.h"
#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Returns how many groups of operations on masks it made wide.
unsigned wide_masks(llvm::Function& function, const Isa& isa);

}  // namespace heddle::compiler
