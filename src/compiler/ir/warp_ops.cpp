// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/warp_ops.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace heddle::compiler {

using namespace llvm;
using abi::WarpOp;

namespace {

constexpr WarpOpRow kRows[] = {
    {Intrinsic::nvvm_shfl_sync_up_i32, WarpOp::kShflUp, 0, 1, 2, 3},
    {Intrinsic::nvvm_shfl_sync_up_f32, WarpOp::kShflUp, 0, 1, 2, 3},
    {Intrinsic::nvvm_shfl_sync_up_i32p, WarpOp::kShflUp, 0, 1, 2, 3},
    {Intrinsic::nvvm_shfl_sync_up_f32p, WarpOp::kShflUp, 0, 1, 2, 3},
    {Intrinsic::nvvm_shfl_sync_down_i32, WarpOp::kShflDown, 0, 1, 2, 3},
    {Intrinsic::nvvm_shfl_sync_down_f32, WarpOp::kShflDown, 0, 1, 2, 3},
    {Intrinsic::nvvm_shfl_sync_down_i32p, WarpOp::kShflDown, 0, 1, 2, 3},
    {Intrinsic::nvvm_shfl_sync_down_f32p, WarpOp::kShflDown, 0, 1, 2, 3},
    {Intrinsic::nvvm_shfl_sync_bfly_i32, WarpOp::kShflXor, 0, 1, 2, 3},
    {Intrinsic::nvvm_shfl_sync_bfly_f32, WarpOp::kShflXor, 0, 1, 2, 3},
    {Intrinsic::nvvm_shfl_sync_bfly_i32p, WarpOp::kShflXor, 0, 1, 2, 3},
    {Intrinsic::nvvm_shfl_sync_bfly_f32p, WarpOp::kShflXor, 0, 1, 2, 3},
    {Intrinsic::nvvm_shfl_sync_idx_i32, WarpOp::kShflIdx, 0, 1, 2, 3},
    {Intrinsic::nvvm_shfl_sync_idx_f32, WarpOp::kShflIdx, 0, 1, 2, 3},
    {Intrinsic::nvvm_shfl_sync_idx_i32p, WarpOp::kShflIdx, 0, 1, 2, 3},
    {Intrinsic::nvvm_shfl_sync_idx_f32p, WarpOp::kShflIdx, 0, 1, 2, 3},
    {Intrinsic::nvvm_vote_ballot_sync, WarpOp::kBallot, 0, 1},
    {Intrinsic::nvvm_vote_all_sync, WarpOp::kAll, 0, 1},
    {Intrinsic::nvvm_vote_any_sync, WarpOp::kAny, 0, 1},
    {Intrinsic::nvvm_vote_uni_sync, WarpOp::kUni, 0, 1},
    {Intrinsic::nvvm_match_any_sync_i32, WarpOp::kMatchAny, 0, 1},
    {Intrinsic::nvvm_match_any_sync_i64, WarpOp::kMatchAny, 0, 1},
    {Intrinsic::nvvm_match_all_sync_i32p, WarpOp::kMatchAll, 0, 1},
    {Intrinsic::nvvm_match_all_sync_i64p, WarpOp::kMatchAll, 0, 1},
    {Intrinsic::nvvm_redux_sync_add, WarpOp::kReduceAdd, 1, 0},
    {Intrinsic::nvvm_redux_sync_umin, WarpOp::kReduceMinU, 1, 0},
    {Intrinsic::nvvm_redux_sync_umax, WarpOp::kReduceMaxU, 1, 0},
    {Intrinsic::nvvm_redux_sync_min, WarpOp::kReduceMinS, 1, 0},
    {Intrinsic::nvvm_redux_sync_max, WarpOp::kReduceMaxS, 1, 0},
    {Intrinsic::nvvm_redux_sync_and, WarpOp::kReduceAnd, 1, 0},
    {Intrinsic::nvvm_redux_sync_or, WarpOp::kReduceOr, 1, 0},
    {Intrinsic::nvvm_redux_sync_xor, WarpOp::kReduceXor, 1, 0},
    {Intrinsic::nvvm_activemask, WarpOp::kActiveMask},
    {Intrinsic::nvvm_bar_warp_sync, WarpOp::kSync, 0},
};

}  // namespace

const WarpOpRow* warp_op_row(const CallInst& call) {
  const auto* callee = call.getCalledFunction();
  if (!callee || !callee->isIntrinsic()) return nullptr;
  const auto* row =
      find_if(kRows, [id = callee->getIntrinsicID()](const WarpOpRow& r) { return r.id == id; });
  return row == std::end(kRows) ? nullptr : row;
}

bool reads_a_lane_of_the_warp(const CallInst& call) {
  const auto* row = warp_op_row(call);
  if (!row || row->op != WarpOp::kShflIdx || call.getType()->isStructTy()) return false;
  // PTX ISA, "shfl": bits 8 to 12 say which bits of the lane's own number stay, bits 0 to 4 how
  // large the others may be.
  const auto* control = dyn_cast<ConstantInt>(call.getArgOperand(row->c));
  return control && (control->getZExtValue() & 0x1f1f) == 0x1f;
}

}  // namespace heddle::compiler
