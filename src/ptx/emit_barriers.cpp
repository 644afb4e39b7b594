// SPDX-License-Identifier: Apache-2.0
// bar, barrier, membar, fence, nanosleep (PTX ISA, "Parallel Synchronization and Communication
// Instructions").
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "ptx/sync_scope.h"
#include "ptx/table.h"

namespace heddle::ptx {

using namespace llvm;

namespace {

constexpr Type kWord{Type::Kind::kUnsigned, 32};
constexpr Type kPredicate{Type::Kind::kPredicate, 1};

// bar.red.popc.u32 d, id{, threads}, {!}p; .and.pred and .or.pred
void emit_reduction(Emitter& e) {
  const auto op = e.need_any({"popc", "and", "or"});
  const auto type = e.need_type();
  e.expect_operands(3, 4);
  const bool counted = e.count() == 4;
  const auto id = op == "popc"  ? (counted ? Intrinsic::nvvm_barrier_cta_red_popc_aligned_count
                                           : Intrinsic::nvvm_barrier_cta_red_popc_aligned_all)
                  : op == "and" ? (counted ? Intrinsic::nvvm_barrier_cta_red_and_aligned_count
                                           : Intrinsic::nvvm_barrier_cta_red_and_aligned_all)
                                : (counted ? Intrinsic::nvvm_barrier_cta_red_or_aligned_count
                                           : Intrinsic::nvvm_barrier_cta_red_or_aligned_all);
  if (type.is_predicate() == (op == "popc")) return e.fail("another type is needed");
  SmallVector<Value*, 3> arguments{e.in(1, kWord)};
  if (counted) arguments.push_back(e.in(2, kWord));
  arguments.push_back(e.in(e.count() - 1, kPredicate));
  e.out(0, e.intrinsic(id, arguments));
}

// barrier.cluster.arrive{.release|.relaxed}{.aligned}; barrier.cluster.wait{.acquire}{.aligned}
void emit_cluster_barrier(Emitter& e) {
  const bool arrives = e.need_any({"arrive", "wait"}) == "arrive";
  const bool relaxed = arrives && e.take_any({"release", "relaxed"}) == "relaxed";
  if (!arrives) e.take("acquire");
  e.take("aligned");
  e.expect_operands(0, 0);
  e.intrinsic(!arrives  ? Intrinsic::nvvm_barrier_cluster_wait
              : relaxed ? Intrinsic::nvvm_barrier_cluster_arrive_relaxed
                        : Intrinsic::nvvm_barrier_cluster_arrive,
              {});
}

}  // namespace

void emit_barrier(Emitter& e) {
  if (e.take("warp")) {
    e.need_any({"sync"});
    e.expect_operands(1, 1);
    e.intrinsic(Intrinsic::nvvm_bar_warp_sync, {e.in(0, kWord)});
    return;
  }
  if (e.instruction().opcode == "barrier" && e.take("cluster")) return emit_cluster_barrier(e);
  e.take("cta");
  e.take("aligned");
  const auto kind = e.need_any({"sync", "red", "arrive"});
  if (kind == "red") return emit_reduction(e);
  if (kind == "arrive") {
    e.expect_operands(2, 2);
    e.intrinsic(Intrinsic::nvvm_barrier_cta_arrive_aligned_count, {e.in(0, kWord), e.in(1, kWord)});
    return;
  }
  e.expect_operands(1, 2);
  if (e.count() == 1) {
    e.intrinsic(Intrinsic::nvvm_barrier_cta_sync_aligned_all, {e.in(0, kWord)});
  } else {
    e.intrinsic(Intrinsic::nvvm_barrier_cta_sync_aligned_count, {e.in(0, kWord), e.in(1, kWord)});
  }
}

// membar is the fence of CUDA C++ at its scope, which is sequentially consistent.
void emit_fence(Emitter& e) {
  // Before a tensor map that was changed is used: [map], 128.
  const bool proxy = e.take("proxy");
  if (proxy && e.take("tensormap::generic")) {
    e.expect_operands(e.need_any({"release", "acquire"}) == "acquire" ? 2 : 0, 2);
    const auto scope = e.need_any({"cta", "cluster", "gpu", "sys"});
    e.b.CreateFence(AtomicOrdering::AcquireRelease, scope_of_ptx(e.b.getContext(), scope));
    return;
  }
  e.expect_operands(0, 0);
  const bool old = e.instruction().opcode == "membar";
  if (e.take("mbarrier_init")) {
    e.need_any({"release"});
    e.need_any({"cluster"});
    e.intrinsic(Intrinsic::nvvm_membar_cta, {});
    return;
  }
  if (proxy) {
    // All proxies are one here.
    e.need_any({"alias", "async"});
    e.take_any({"global", "shared::cta", "shared::cluster"});
    e.intrinsic(Intrinsic::nvvm_membar_cta, {});
    return;
  }
  if (!old) {
    const auto order =
        StringSwitch<AtomicOrdering>(e.take_any({"sc", "acq_rel", "acquire", "release"}))
            .Case("sc", AtomicOrdering::SequentiallyConsistent)
            .Case("acquire", AtomicOrdering::Acquire)
            .Case("release", AtomicOrdering::Release)
            .Default(AtomicOrdering::AcquireRelease);
    const auto scope = e.need_any({"cta", "cluster", "gpu", "sys"});
    e.b.CreateFence(order, scope_of_ptx(e.b.getContext(), scope));
    return;
  }
  const auto scope = e.need_any({"cta", "gl", "sys"});
  e.intrinsic(scope == "cta"   ? Intrinsic::nvvm_membar_cta
              : scope == "sys" ? Intrinsic::nvvm_membar_sys
                               : Intrinsic::nvvm_membar_gl,
              {});
}

void emit_nanosleep(Emitter& e) {
  e.need_type();
  e.expect_operands(1, 1);
  e.intrinsic(Intrinsic::nvvm_nanosleep, {e.in(0, kWord)});
}

}  // namespace heddle::ptx
