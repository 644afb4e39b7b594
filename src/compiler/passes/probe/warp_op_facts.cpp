// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/warp_op_facts.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace heddle::compiler {

using namespace llvm;
using abi::WarpOp;

namespace {

std::optional<WarpOp> shuffle(StringRef name) {
  if (!name.consume_front("llvm.nvvm.shfl.sync.")) return std::nullopt;
  if (name.starts_with("up.")) return WarpOp::kShflUp;
  if (name.starts_with("down.")) return WarpOp::kShflDown;
  if (name.starts_with("bfly.")) return WarpOp::kShflXor;
  return WarpOp::kShflIdx;
}

}  // namespace

std::optional<WarpOpFacts> warp_op_facts(const CallInst& call) {
  const auto* callee = call.getCalledFunction();
  if (!callee || !callee->isIntrinsic()) return std::nullopt;
  auto* i32 = Type::getInt32Ty(call.getContext());
  Value* zero = ConstantInt::get(i32, 0);
  if (const auto op = shuffle(callee->getName())) {
    return WarpOpFacts{*op, call.getArgOperand(0), call.getArgOperand(2), call.getArgOperand(3)};
  }
  const auto with_members = [&](WarpOp op, unsigned index) {
    return WarpOpFacts{op, call.getArgOperand(index), zero, zero};
  };
  switch (callee->getIntrinsicID()) {
    case Intrinsic::nvvm_bar_warp_sync:
      return with_members(WarpOp::kSync, 0);
    case Intrinsic::nvvm_vote_ballot_sync:
      return with_members(WarpOp::kBallot, 0);
    case Intrinsic::nvvm_vote_all_sync:
      return with_members(WarpOp::kAll, 0);
    case Intrinsic::nvvm_vote_any_sync:
      return with_members(WarpOp::kAny, 0);
    case Intrinsic::nvvm_vote_uni_sync:
      return with_members(WarpOp::kUni, 0);
    case Intrinsic::nvvm_match_any_sync_i32:
    case Intrinsic::nvvm_match_any_sync_i64:
      return with_members(WarpOp::kMatchAny, 0);
    case Intrinsic::nvvm_match_all_sync_i32p:
    case Intrinsic::nvvm_match_all_sync_i64p:
      return with_members(WarpOp::kMatchAll, 0);
    case Intrinsic::nvvm_redux_sync_add:
      return with_members(WarpOp::kReduceAdd, 1);
    case Intrinsic::nvvm_redux_sync_umin:
      return with_members(WarpOp::kReduceMinU, 1);
    case Intrinsic::nvvm_redux_sync_umax:
      return with_members(WarpOp::kReduceMaxU, 1);
    case Intrinsic::nvvm_redux_sync_min:
      return with_members(WarpOp::kReduceMinS, 1);
    case Intrinsic::nvvm_redux_sync_max:
      return with_members(WarpOp::kReduceMaxS, 1);
    case Intrinsic::nvvm_redux_sync_and:
      return with_members(WarpOp::kReduceAnd, 1);
    case Intrinsic::nvvm_redux_sync_or:
      return with_members(WarpOp::kReduceOr, 1);
    case Intrinsic::nvvm_redux_sync_xor:
      return with_members(WarpOp::kReduceXor, 1);
    case Intrinsic::nvvm_activemask:
      return WarpOpFacts{WarpOp::kActiveMask, ConstantInt::get(i32, ~0u), zero, zero};
    default:
      return std::nullopt;
  }
}

}  // namespace heddle::compiler
