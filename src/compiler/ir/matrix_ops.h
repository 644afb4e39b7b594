// SPDX-License-Identifier: Apache-2.0
// Matrix operations of a warp (mma.sync, wgmma): pseudo functions heddle.mma_... and
// heddle.wgmma_..., one a form (tensor/forms.inc, tensor/wgmma_forms.inc). Each lane gives the
// words that it holds of A, B and C, and gets those of D: {i32...} (i32...). The engine's function
// of the same name, up to a dot, and of the instruction set does the work on the words of 32 lanes.
// Those of wgmma, whose C comes last, read shared memory besides, and may put D in the place of C.
//
// A group of products, heddle.mma_FORM.group.RxC, are all pairs of R operands A and C operands B:
// the words of all A, of all B and of the sums, row by row; it gives the words of all sums
// (GroupMatrixProducts makes it). The engine's function has _group behind the form's name.
#pragma once

#include <optional>
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

// Metadata of a shuffle that is part of a matrix instruction (the same file).
inline constexpr llvm::StringLiteral kOfMatrix = "heddle.of_matrix";

struct MatrixGroup {
  unsigned rows = 0, columns = 0;
};
inline constexpr llvm::StringLiteral kMatrixGroup = ".group.";
inline std::optional<MatrixGroup> matrix_group(const llvm::CallInst& call) {
  const auto* callee = call.getCalledFunction();
  if (!callee || !callee->getName().starts_with(kMatrixPrefix)) return std::nullopt;
  auto size = callee->getName().split(kMatrixGroup).second;
  MatrixGroup group;
  if (size.consumeInteger(10, group.rows) || !size.consume_front("x") ||
      size.consumeInteger(10, group.columns)) {
    return std::nullopt;
  }
  return group;
}

// void (ptr in, ptr out): rows of 32 words. Of a group: void (ptr operands, ptr sums, i32 rows, i32
// columns), where D takes the place of C.
inline std::string matrix_symbol(const llvm::CallInst& call, llvm::StringRef isa) {
  const auto name = call.getCalledFunction()->getName().drop_front(sizeof "heddle." - 1);
  const auto* group = matrix_group(call) ? "_group_" : "_";
  return ("heddle_rt_" + name.split('.').first + group + isa).str();
}

}  // namespace heddle::compiler
