// SPDX-License-Identifier: Apache-2.0
// Matrix operations of a warp (mma.sync, wgmma): pseudo functions heddle.mma_... and
// heddle.wgmma_..., one a form (tensor/forms.inc, tensor/wgmma_forms.inc). Each lane gives the
// words that it holds of A, B and C, and gets those of D: {i32...} (i32...). The engine's function
// of the same name, up to a dot, and of the instruction set does the work on the words of 32 lanes.
// Those of wgmma, whose C comes last, read shared memory besides, and may put D in the place of C.
#pragma once

#include <string>

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

inline constexpr llvm::StringLiteral kMatrixPrefix = "heddle.mma_";
inline constexpr llvm::StringLiteral kWarpgroupPrefix = "heddle.wgmma_";

// Metadata of a load or store of 32 bits a lane: four neighbours, lanes 4n to 4n + 3, have one
// piece of memory, 16 bytes (ldmatrix, stmatrix; ptx/emit_matrix_moves.cpp).
inline constexpr llvm::StringLiteral kNeighbours = "heddle.neighbours";

inline bool is_warpgroup_op(const llvm::CallInst& call) {
  const auto* callee = call.getCalledFunction();
  return callee && callee->getName().starts_with(kWarpgroupPrefix);
}
inline bool is_matrix_op(const llvm::CallInst& call) {
  const auto* callee = call.getCalledFunction();
  return callee && (callee->getName().starts_with(kMatrixPrefix) || is_warpgroup_op(call));
}

// void (ptr in, ptr out): rows of 32 words.
inline std::string matrix_symbol(const llvm::CallInst& call, llvm::StringRef isa) {
  const auto name = call.getCalledFunction()->getName().drop_front(sizeof "heddle." - 1);
  return ("heddle_rt_" + name.split('.').first + "_" + isa).str();
}

}  // namespace heddle::compiler
