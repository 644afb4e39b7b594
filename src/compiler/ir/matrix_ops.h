// SPDX-License-Identifier: Apache-2.0
// Matrix operations of a warp (mma.sync): pseudo functions heddle.mma_..., one a form
// (tensor/forms.inc). Each lane gives the words that it holds of A, B and C, and gets those of D:
// {i32...} (i32...). The engine's function of the same name and of the instruction set does the
// work on the words of 32 lanes.
#pragma once

#include <string>

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

inline constexpr llvm::StringLiteral kMatrixPrefix = "heddle.mma_";

// Metadata of a load or store of 32 bits a lane: four neighbours, lanes 4n to 4n + 3, have one
// piece of memory, 16 bytes (ldmatrix, stmatrix; ptx/emit_matrix_moves.cpp).
inline constexpr llvm::StringLiteral kNeighbours = "heddle.neighbours";

inline bool is_matrix_op(const llvm::CallInst& call) {
  const auto* callee = call.getCalledFunction();
  return callee && callee->getName().starts_with(kMatrixPrefix);
}

// void (ptr in, ptr out): rows of 32 words.
inline std::string matrix_symbol(const llvm::CallInst& call, llvm::StringRef isa) {
  const auto name = call.getCalledFunction()->getName().drop_front(sizeof "heddle." - 1);
  return ("heddle_rt_" + name + "_" + isa).str();
}

}  // namespace heddle::compiler
