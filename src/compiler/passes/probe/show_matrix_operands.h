// SPDX-License-Identifier: Apache-2.0
// ShowMatrixOperands: what wgmma reads by its descriptors becomes loads, for tools that look at
// accesses.
//
//   d = heddle.wgmma_f32_f16_f16.n64(.., B, A, ..)   ->   a = load <4 x i32>, the lane's piece of A
//                                                         b0 = load .., b1 = load ..   of B
//                                                         d = heddle.wgmma_..(..) [
//                                                         "heddle.operands"(a, b0, b1, ..) ]
//
// Each warp reads its 16 rows of A and all of B, in pieces of 16 bytes (tensor/shared_operand.h):
// lane l the pieces l, l + 32, .. As loads they have bounds, race with stores, and bring undefined
// bytes into the product (passes/shadow/warpgroup_shadows.h). A GPU may read until the instruction
// is waited for; here, as of bulk copies, it is an access of the threads that ask for it.
//
// Stands right before InsertProbes: nothing but tools needs what is loaded. Not where a tool
// counts: these are no instructions of the program's. Keeps the canonical form.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

inline constexpr llvm::StringLiteral kOperands = "heddle.operands";

// How a wgmma names its operands in shared memory.
struct SharedOperands {
  unsigned columns;         // N
  unsigned parts;           // pieces of a line of B: two, or four beside a sparse A
  bool has_a;               // else A is in registers
  bool a_across, b_across;  // lines lie side by side
};
SharedOperands shared_operands(const llvm::CallInst& wgmma);

// Returns how many loads it made.
unsigned show_matrix_operands(Compilation& c);

}  // namespace heddle::compiler
