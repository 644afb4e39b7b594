// SPDX-License-Identifier: Apache-2.0
// SplitMaskedAccesses: accesses that were merged over a gap become accesses of the words that are
// used.
//
// A GPU has one instruction where a single word of four goes nowhere; wider gaps are opened when
// accesses are merged, those of one word after the events, which are those of the one instruction.
#pragma once

#include "llvm/IR/Module.h"

namespace heddle::compiler {

// Return how many accesses they opened.
unsigned split_masked_accesses(llvm::Module& module);
unsigned split_wide_gaps(llvm::Module& module);

// The elements that a masked load or store touches, by its mask, which is a constant here.
llvm::SmallVector<bool, 8> touched_elements(const llvm::Value& mask);

}  // namespace heddle::compiler
