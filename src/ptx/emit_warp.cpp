// SPDX-License-Identifier: Apache-2.0
// shfl.sync, vote.sync, match.sync, activemask, elect.sync: the intrinsics behind CUDA C++'s warp
// functions.
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "ptx/table.h"

namespace heddle::ptx {

using namespace llvm;

namespace {

constexpr Type kWord{Type::Kind::kUnsigned, 32};
constexpr Type kPredicate{Type::Kind::kPredicate, 1};

void need_sync(Emitter& e) {
  if (!e.take("sync")) {
    e.fail("the form without .sync does not exist on GPUs of compute capability 7.0 and later");
  }
}

// d|p, or d alone: the value and the predicate of an intrinsic that gives both.
void write_pair(Emitter& e, Value* pair) {
  const auto& to = e.operand(0);
  const bool both = to.kind == Operand::Kind::kPair;
  e.write(both ? to.parts[0] : to, e.b.CreateExtractValue(pair, 0));
  if (both) e.write(to.parts[1], e.b.CreateExtractValue(pair, 1));
}

}  // namespace

void emit_shfl(Emitter& e) {
  need_sync(e);
  const auto mode = e.need_any({"up", "down", "bfly", "idx"});
  e.need_type();
  e.expect_operands(5, 5);
  const bool both = e.operand(0).kind == Operand::Kind::kPair;
  const auto pick = [&](Intrinsic::ID up, Intrinsic::ID down, Intrinsic::ID bfly,
                        Intrinsic::ID idx) {
    return mode == "up" ? up : mode == "down" ? down : mode == "bfly" ? bfly : idx;
  };
  const SmallVector<Value*, 4> arguments{e.in(4, kWord), e.in(1, kWord), e.in(2, kWord),
                                         e.in(3, kWord)};
  if (both) {
    return write_pair(
        e,
        e.intrinsic(pick(Intrinsic::nvvm_shfl_sync_up_i32p, Intrinsic::nvvm_shfl_sync_down_i32p,
                         Intrinsic::nvvm_shfl_sync_bfly_i32p, Intrinsic::nvvm_shfl_sync_idx_i32p),
                    arguments));
  }
  e.out(0, e.intrinsic(pick(Intrinsic::nvvm_shfl_sync_up_i32, Intrinsic::nvvm_shfl_sync_down_i32,
                            Intrinsic::nvvm_shfl_sync_bfly_i32, Intrinsic::nvvm_shfl_sync_idx_i32),
                       arguments));
}

void emit_vote(Emitter& e) {
  need_sync(e);
  const auto mode = e.need_any({"all", "any", "uni", "ballot"});
  const auto type = e.need_type();
  e.expect_operands(3, 3);
  if (type.is_predicate() == (mode == "ballot")) return e.fail("another type is needed");
  const auto id = mode == "all"   ? Intrinsic::nvvm_vote_all_sync
                  : mode == "any" ? Intrinsic::nvvm_vote_any_sync
                  : mode == "uni" ? Intrinsic::nvvm_vote_uni_sync
                                  : Intrinsic::nvvm_vote_ballot_sync;
  e.out(0, e.intrinsic(id, {e.in(2, kWord), e.in(1, kPredicate)}));
}

void emit_match(Emitter& e) {
  const auto mode = e.need_any({"any", "all"});
  need_sync(e);
  const auto type = e.need_type();
  e.expect_operands(3, 3);
  const bool wide = type.bits == 64;
  const SmallVector<Value*, 2> arguments{e.in(2, kWord), e.in(1, type)};
  if (mode == "any") {
    return e.out(0, e.intrinsic(wide ? Intrinsic::nvvm_match_any_sync_i64
                                     : Intrinsic::nvvm_match_any_sync_i32,
                                arguments));
  }
  write_pair(e, e.intrinsic(wide ? Intrinsic::nvvm_match_all_sync_i64p
                                 : Intrinsic::nvvm_match_all_sync_i32p,
                            arguments));
}

void emit_activemask(Emitter& e) {
  e.need_type();
  e.expect_operands(1, 1);
  e.out(0, e.intrinsic(Intrinsic::nvvm_activemask, {}));
}

// The lowest lane of the mask leads.
void emit_elect(Emitter& e) {
  need_sync(e);
  e.expect_operands(2, 2);
  auto& b = e.b;
  auto* mask = e.in(1, kWord);
  e.intrinsic(Intrinsic::nvvm_bar_warp_sync, {mask});
  auto* leader = e.intrinsic(Intrinsic::cttz, {mask, b.getFalse()}, {mask->getType()});
  const auto& to = e.operand(0);
  if (to.kind != Operand::Kind::kPair) return e.fail("d|p is needed");
  e.write(to.parts[0], leader);
  e.write(to.parts[1],
          b.CreateICmpEQ(leader, e.intrinsic(Intrinsic::nvvm_read_ptx_sreg_laneid, {})));
}

}  // namespace heddle::ptx
