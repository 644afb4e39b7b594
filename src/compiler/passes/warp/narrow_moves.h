// SPDX-License-Identifier: Apache-2.0
// What moves numbers of a type about, without computing (loads, stores, choices, parts of vectors),
// moves integers of the same width. LLVM has no vectors of bfloat outside AVX-512, and its way of
// taking them apart goes through float and a function that nobody defines.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Whether it changed anything. What comes from and goes to calls keeps its type.
bool move_as_integers(llvm::Function& function,
                      llvm::function_ref<bool(const llvm::Type*)> is_narrow);

}  // namespace heddle::compiler
