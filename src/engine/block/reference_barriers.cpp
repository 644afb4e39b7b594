// SPDX-License-Identifier: Apache-2.0
// Barriers of kernels that run thread by thread: when one opens, and what is said where none does.
#include <bit>

#include "engine/block/block_runner.h"
#include "engine/block/kernel_pc.h"
#include "engine/block/reference.h"

namespace heddle::engine {

// A warp arrives at a barrier when all its threads that have not exited have come to bar.arrive.
bool ReferenceBlock::finish_arrival(std::uint32_t warp) {
  if (!arriving_) return false;
  const std::uint32_t lanes = lanes_in(warp, State::kAtBarrier);
  const std::uint32_t elsewhere = lanes_in(warp, State::kReady) | lanes_in(warp, State::kAtWarpOp);
  if (!lanes || elsewhere) return false;
  const ReferenceThread& first = *lane(warp, static_cast<std::uint32_t>(std::countr_zero(lanes)));
  const auto each = [&](auto visit) {
    for (std::uint32_t rest = lanes; rest; rest &= rest - 1) {
      visit(*lane(warp, static_cast<std::uint32_t>(std::countr_zero(rest))));
    }
  };
  bool together = true;
  each([&](const ReferenceThread& thread) {
    together =
        together && thread.barrier_op == abi::BarrierOp::kArrive && thread.barrier == first.barrier;
  });
  if (!together) return false;
  each([&](ReferenceThread& thread) { release(thread); });
  arriving_ -= static_cast<std::uint32_t>(std::popcount(lanes));
  auto* heard = runner->opened_barriers();
  if (heard) heard->arrive(first.barrier, warp, lanes);
  // Without anybody who waits, the barrier opens for those that arrived.
  if (++arrived[first.barrier] * abi::kWarpSize >= first.expected) {
    arrived[first.barrier] = 0;
    if (heard) heard->open(first.barrier, first.expected);
  }
  return true;
}

// What nearly all barriers are: every thread that has not exited waits at one __syncthreads().
bool ReferenceBlock::open_for_all() {
  std::uint32_t waiting = 0;
  std::uint32_t one = ~0u;
  for (std::uint32_t w = 0; w < runner->block.warp_count; ++w) {
    const std::uint32_t lanes = lanes_in(w, State::kAtBarrier);
    if ((lanes | lanes_in(w, State::kExited)) != ~0u >> (abi::kWarpSize - lanes_of(w))) {
      return false;
    }
    if (lanes) one = w * abi::kWarpSize + static_cast<std::uint32_t>(std::countr_zero(lanes));
    waiting += static_cast<std::uint32_t>(std::popcount(lanes));
  }
  if (!waiting) return false;
  const std::uint32_t id = threads[one].barrier;
  if (at_plain_[id] != waiting || arrived[id] || runner->opened_barriers()) return false;
  at_plain_[id] = 0;
  runner->wait_for_blocks(id);
  for (std::uint32_t w = 0; w < runner->block.warp_count; ++w) {
    std::uint32_t& lanes = lanes_in(w, State::kAtBarrier);
    for (std::uint32_t rest = lanes; rest; rest &= rest - 1) {
      states_[w * abi::kWarpSize + static_cast<std::uint32_t>(std::countr_zero(rest))] =
          State::kReady;
    }
    lanes_in(w, State::kReady) |= lanes;
    lanes = 0;
  }
  return true;
}

// A barrier of the whole block opens when every thread that has not exited is there, a counted one
// when enough whole warps are.
bool ReferenceBlock::open_barriers() {
  if (open_for_all()) return true;
  bool any = false;
  std::uint64_t named = 0;
  each_in(State::kAtBarrier, [&](const ReferenceThread& thread) {
    if (thread.barrier_op != abi::BarrierOp::kArrive && thread.barrier != abi::kClusterBarrier) {
      named |= std::uint64_t{1} << thread.barrier;
    }
  });
  for (; named; named &= named - 1) {
    const auto id = static_cast<std::uint32_t>(std::countr_zero(named));
    std::uint32_t there = 0, elsewhere = 0, whole_warps = 0, expected = 0;
    for (std::uint32_t w = 0; w < runner->block.warp_count; ++w) {
      std::uint32_t here = 0;
      for (std::uint32_t rest = lanes_in(w, State::kAtBarrier); rest; rest &= rest - 1) {
        const ReferenceThread& thread =
            *lane(w, static_cast<std::uint32_t>(std::countr_zero(rest)));
        if (thread.barrier != id || thread.barrier_op == abi::BarrierOp::kArrive) continue;
        ++here;
        expected = thread.expected;
      }
      const auto exited = static_cast<std::uint32_t>(std::popcount(lanes_in(w, State::kExited)));
      const std::uint32_t others = lanes_of(w) - exited - here;
      there += here;
      elsewhere += others;
      if (here && !others) ++whole_warps;
    }
    const bool open = expected ? (whole_warps + arrived[id]) * abi::kWarpSize >= expected
                               : elsewhere == 0 && arrived[id] == 0;
    if (!there || !open) continue;
    arrived[id] = 0;
    runner->wait_for_blocks(id);
    open_barrier(id);
    any = true;
  }
  return any;
}

// Threads that wait for phases of the cluster's barrier that are complete.
bool ReferenceBlock::release_from_cluster() {
  if (!at_cluster_) return false;
  bool any = false;
  each_in(State::kAtBarrier, [&](ReferenceThread& thread) {
    if (thread.barrier != abi::kClusterBarrier) return;
    if (!runner->cluster_barrier().is_through(thread.context.linear)) return;
    release(thread);
    thread.result = 0;
    --at_cluster_;
    any = true;
    if (auto* heard = runner->opened_barriers()) {
      heard->arrive(abi::kClusterBarrier, thread.context.warp, 1u << thread.context.lane);
    }
  });
  if (auto* heard = any ? runner->opened_barriers() : nullptr) heard->open(abi::kClusterBarrier, 0);
  return any;
}

void ReferenceBlock::open_barrier(std::uint32_t id) {
  std::uint32_t count = 0, total = 0, expected = 0;
  auto* heard = runner->opened_barriers();
  const auto each = [&](auto visit) {
    each_in(State::kAtBarrier, [&](ReferenceThread& thread) {
      if (thread.barrier == id && thread.barrier_op != abi::BarrierOp::kArrive) visit(thread);
    });
  };
  each([&](const ReferenceThread& thread) {
    ++total;
    count += thread.predicate;
    expected = thread.expected;
    if (heard) heard->arrive(id, thread.context.warp, 1u << thread.context.lane);
  });
  if (heard) heard->open(id, expected);
  at_plain_[id] = 0;
  each([&](ReferenceThread& thread) {
    switch (thread.barrier_op) {
      case abi::BarrierOp::kNone:
      case abi::BarrierOp::kArrive:
        thread.result = 0;
        break;
      case abi::BarrierOp::kCount:
        thread.result = count;
        break;
      case abi::BarrierOp::kAnd:
        thread.result = count == total;
        break;
      case abi::BarrierOp::kOr:
        thread.result = count != 0;
        break;
    }
    release(thread);
  });
}

void ReferenceBlock::fail_at_barrier() {
  Fault fault = runner->fault_here(Fault::Kind::kBarrier);
  fault.has_warp = false;
  for (const ReferenceThread& thread : threads) {
    if (thread.state() == State::kExited) continue;
    fault.waiting |= 1u << thread.context.warp;
    if (thread.state() != State::kAtBarrier || fault.has_thread) continue;
    fault.barrier = thread.barrier;
    fault.has_warp = fault.has_thread = true;
    fault.warp = thread.context.warp;
    fault.thread = thread.context.linear;
    fault.kernel_pc =
        kernel_pc(*runner, runner->grid().variant->code, 0, fiber_of(thread)->stack_pointer());
  }
  runner->grid().fail(fault);
}

}  // namespace heddle::engine
