// SPDX-License-Identifier: Apache-2.0
// The intrinsics that are operations between the lanes of a warp: which operation each of them is,
// and where its operands stand.
#pragma once

#include "image/kernel_abi.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"

namespace heddle::compiler {

struct WarpOpRow {
  static constexpr unsigned kNone = ~0u;

  llvm::Intrinsic::ID id;
  abi::WarpOp op;
  // Numbers of arguments. b, c: of shuffles, as the PTX instruction shfl names them.
  unsigned members = kNone, value = kNone, b = kNone, c = kNone;

  bool is_shuffle() const { return op >= abi::WarpOp::kShflIdx && op <= abi::WarpOp::kShflXor; }
  bool is_vote() const { return op >= abi::WarpOp::kBallot && op <= abi::WarpOp::kUni; }
  bool is_reduction() const {
    return op >= abi::WarpOp::kReduceAdd && op <= abi::WarpOp::kReduceXor;
  }
  // All members get the same answer.
  bool is_collective() const { return is_vote() || is_reduction(); }

  // Null: it has none.
  static llvm::Value* argument(const llvm::CallInst& call, unsigned number) {
    return number == kNone ? nullptr : call.getArgOperand(number);
  }
};

// Null: it is none.
const WarpOpRow* warp_op_row(const llvm::CallInst& call);

// A shuffle in which each lane names any lane of the whole warp, and wants nothing but its value:
// __shfl_sync of full width. The lane is argument 2.
bool reads_a_lane_of_the_warp(const llvm::CallInst& call);

}  // namespace heddle::compiler
