// SPDX-License-Identifier: Apache-2.0
// Shadows of wgmma: an element of D is undefined where anything is in its row of A, in its column
// of B, or, if the product adds to it, in its element of C. What lies in shared memory is known by
// the loads that show it (passes/probe/show_matrix_operands.h). What a sparse A's metadata say is
// taken for defined.
#pragma once

#include "compiler/passes/shadow/shadow_values.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

// As matrix_shadow().
llvm::Value* warpgroup_shadow(ShadowValues::Builder& b, const llvm::CallInst& call,
                              llvm::function_ref<llvm::Value*(llvm::Value*)> bits);

}  // namespace heddle::compiler
