// SPDX-License-Identifier: Apache-2.0
// Shadows of matrix products (mma.sync, and by it nvcuda::wmma). An element of D is undefined where
// anything is in its row of A, in its column of B, or in its element of C: which lanes hold what is
// said in tensor/fragments.h, and of Volta's forms in tensor/mma_quads.cpp.
#pragma once

#include "compiler/passes/shadow/shadow_values.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

// Of the words of D, as the call gives them: {i32...}. `bits`: the undefined bits of an operand. At
// the builder's place all lanes of the warp are together, as at the call itself.
llvm::Value* matrix_shadow(ShadowValues::Builder& b, const llvm::CallInst& call,
                           llvm::function_ref<llvm::Value*(llvm::Value*)> bits);

}  // namespace heddle::compiler
