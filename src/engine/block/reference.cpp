// SPDX-License-Identifier: Apache-2.0
#include "engine/block/reference.h"

#include <algorithm>
#include <bit>

#include "engine/block/block_runner.h"
#include "engine/block/kernel_pc.h"
#include "engine/block/warp_op.h"
#include "engine/block/warp_schedule.h"

namespace heddle::engine {

void ReferenceThread::body(void* self) {
  auto* me = static_cast<ReferenceThread*>(self);
  BlockRunner& runner = *me->owner->runner;
  using Entry = void (*)(abi::BlockContext*, abi::ThreadContext*);
  reinterpret_cast<Entry>(runner.grid().variant->entry)(&runner.block, &me->context);
  me->become(State::kExited);
}

void ReferenceThread::become(State next) {
  const std::uint32_t bit = 1u << context.lane;
  owner->lanes_in(context.warp, state) &= ~bit;
  owner->lanes_in(context.warp, next) |= bit;
  state = next;
}

void ReferenceThread::wait_at_barrier(abi::WarpContext& warp) {
  warp.barrier_result = come_to_barrier(warp.barrier_id, warp.barrier_threads, warp.barrier_op,
                                        warp.barrier_predicate != 0);
}

std::uint32_t ReferenceThread::come_to_barrier(std::uint32_t id, std::uint32_t threads,
                                               abi::BarrierOp op, bool is_true) {
  barrier = id % abi::kBarrierCount;
  if (barrier == abi::kClusterBarrier) {
    ClusterBarrier& cluster = owner->runner->cluster_barrier();
    if (op == abi::BarrierOp::kArrive) {
      cluster.arrive(context.linear);
      return 0;
    }
    cluster.wait(context.linear);
  }
  become(State::kAtBarrier);
  expected = threads;
  barrier_op = op;
  predicate = is_true;
  fiber.suspend();
  return static_cast<std::uint32_t>(result);
}

void ReferenceThread::yield() {
  // Functions behind pointers count them, also for single threads.
  owner->runner->block.rounds = abi::kRoundsPerYield;
  yielded = true;
  fiber.suspend();
}

void ReferenceBlock::reserve(std::uint32_t count) {
  if (count > reserved_) {
    storage_ = std::make_unique<ReferenceThread[]>(count);
    reserved_ = count;
    named_for_ = {};
  }
  threads = {storage_.get(), count};
}

void ReferenceBlock::name_threads() {
  const abi::BlockContext& block = runner->block;
  const std::array<std::uint32_t, 3> shape{block.block_dim[0], block.block_dim[1],
                                           block.block_dim[2]};
  if (shape == named_for_) return;
  named_for_ = shape;
  for (std::uint32_t i = 0; i < block.thread_count; ++i) {
    ReferenceThread& thread = threads[i];
    thread.owner = this;
    thread.context.thread_idx[0] = i % shape[0];
    thread.context.thread_idx[1] = i / shape[0] % shape[1];
    thread.context.thread_idx[2] = i / shape[0] / shape[1];
    thread.context.linear = i;
    thread.context.lane = i % abi::kWarpSize;
    thread.context.warp = i / abi::kWarpSize;
    thread.context.engine = &thread;
    thread.context.warp_context = &thread.warp_context;
    thread.warp_context.warp = thread.context.warp;
    thread.warp_context.engine = static_cast<WarpHost*>(&thread);
  }
}

std::uint32_t ReferenceBlock::lanes_of(std::uint32_t warp) const {
  const auto count = static_cast<std::uint32_t>(threads.size());
  return std::min(abi::kWarpSize, count - warp * abi::kWarpSize);
}

void ReferenceBlock::start() {
  name_threads();
  for (std::uint32_t w = 0; w < runner->block.warp_count; ++w) {
    lanes_[w] = {};
    lanes_in(w, State::kReady) = ~0u >> (abi::kWarpSize - lanes_of(w));
  }
  begun_ = {};
  left_stacks_.clear();
  next_stack_ = 0;
  for (ReferenceThread& thread : threads) {
    thread.state = State::kReady;
    thread.yielded = false;
    thread.fiber.drop();
  }
}

void ReferenceBlock::begin(ReferenceThread& thread) {
  begun_[thread.context.warp] |= 1u << thread.context.lane;
  if (left_stacks_.empty()) {
    thread.stack = next_stack_++;
  } else {
    thread.stack = left_stacks_.back();
    left_stacks_.pop_back();
  }
  const Stacks& stacks = runner->fiber_stacks();
  thread.fiber.prepare(stacks.top(thread.stack), stacks.size(), &ReferenceThread::body, &thread);
}

bool ReferenceBlock::run(BlockRunner& on) {
  runner = &on;
  arrived = {};
  on.cluster_barrier().start(on.block.thread_count, on.block.cluster_size == 1);
  start();
  if (!on.grid().variant->debug) {
    view_.reset();
  } else if (!view_) {
    view_ = std::make_unique<DebugView>();
  }
  if (view_) view_->begin(*this, on.grid());
  const bool good = run_threads();
  if (view_) view_->end();
  if (!good) fail_at_barrier();
  return good;
}

bool ReferenceBlock::run_threads() {
  for (;;) {
    const Round round = run_ready();
    bool moved = round == Round::kMoved;
    for (std::uint32_t w = 0; w < runner->block.warp_count; ++w) {
      moved = finish_warp_ops(w) || finish_matrix(w) || finish_in_step(w) ||
              finish_active_mask(w) || finish_arrival(w) || moved;
    }
    moved = open_barriers() || moved;
    ClusterBarrier& cluster = runner->cluster_barrier();
    cluster.count([&](std::uint32_t i) { return threads[i].state != State::kExited; });
    moved = release_from_cluster() || moved;
    runner->after_round(moved || round == Round::kNothing);
    if (moved || round == Round::kOnlyYields) continue;
    if (cluster.arrived() != ClusterBarrier::kAll &&
        runner->wait_for_blocks(abi::kClusterBarrier)) {
      release_from_cluster();
      continue;
    }
    return has_exited();
  }
}

bool ReferenceBlock::has_exited() const {
  return std::all_of(threads.begin(), threads.end(),
                     [](const ReferenceThread& t) { return t.state == State::kExited; });
}

void ReferenceBlock::resume(ReferenceThread& thread, Round& round) {
  if (!(begun_[thread.context.warp] >> thread.context.lane & 1)) begin(thread);
  runner->block.current_warp = thread.context.warp;
  thread.yielded = false;
  if (view_) view_->runs(thread.context.linear);
  thread.fiber.resume();
  if (thread.state == State::kExited) left_stacks_.push_back(thread.stack);
  if (!thread.yielded) {
    round = Round::kMoved;
  } else if (round == Round::kNothing) {
    round = Round::kOnlyYields;
  }
}

// Visits the threads in `state`; what becomes of one changes that of no other.
template <class Visit>
void ReferenceBlock::each_in(State state, Visit visit) {
  for (std::uint32_t w = 0; w < runner->block.warp_count; ++w) {
    for (std::uint32_t rest = lanes_in(w, state); rest; rest &= rest - 1) {
      visit(*lane(w, static_cast<std::uint32_t>(std::countr_zero(rest))));
    }
  }
}

ReferenceBlock::Round ReferenceBlock::run_ready() {
  Round round = Round::kNothing;
  if (Random* const random = runner->random()) {
    const auto count = static_cast<std::uint32_t>(threads.size());
    const std::uint64_t seed = mix(random->below(~0u));
    for (std::uint32_t i = 0; i < count; ++i) {
      ReferenceThread& thread = threads[permute(i, count, seed)];
      if (thread.state == State::kReady) resume(thread, round);
    }
  } else {
    each_in(State::kReady, [&](ReferenceThread& thread) { resume(thread, round); });
  }
  return round;
}

// An operation happens when all threads of its mask that have not exited have come to it.
bool ReferenceBlock::finish_warp_ops(std::uint32_t warp) {
  std::uint32_t waiting = lanes_in(warp, State::kAtWarpOp);
  if (!waiting) return false;
  const std::uint32_t live = waiting | lanes_in(warp, State::kReady) |
                             lanes_in(warp, State::kAtBarrier) | lanes_in(warp, State::kAtMatrix);
  bool any = false;
  while (waiting) {
    const auto first = static_cast<std::uint32_t>(std::countr_zero(waiting));
    const abi::WarpOp op = lane(warp, first)->op;
    const std::uint32_t mask = lane(warp, first)->mask;
    std::uint32_t group = 0;
    WarpOperands operands{};
    for (std::uint32_t rest = waiting; rest; rest &= rest - 1) {
      const auto i = static_cast<std::uint32_t>(std::countr_zero(rest));
      const ReferenceThread& thread = *lane(warp, i);
      if (thread.op != op || thread.mask != mask) continue;
      group |= 1u << i;
      operands.value[i] = thread.value;
      operands.b[i] = thread.b;
      operands.c[i] = thread.c;
    }
    waiting &= ~group;
    if (op == abi::WarpOp::kActiveMask || op == abi::WarpOp::kInStep) continue;
    if ((mask & live & ~group) != 0) continue;
    std::uint64_t result[abi::kWarpSize];
    warp_op(op, group, operands, result);
    for (std::uint32_t rest = group; rest; rest &= rest - 1) {
      const auto i = static_cast<std::uint32_t>(std::countr_zero(rest));
      lane(warp, i)->result = result[i];
      lane(warp, i)->become(State::kReady);
    }
    any = true;
  }
  return any;
}

// Of the lanes that wait to go in step, those at the earliest place go on when no lane can come
// there any more: all others wait as well.
bool ReferenceBlock::finish_in_step(std::uint32_t warp) {
  if (lanes_in(warp, State::kReady)) return false;
  std::uint32_t earliest = ~0u, lanes = 0;
  for (std::uint32_t rest = lanes_in(warp, State::kAtWarpOp); rest; rest &= rest - 1) {
    const auto i = static_cast<std::uint32_t>(std::countr_zero(rest));
    const ReferenceThread& thread = *lane(warp, i);
    if (thread.op != abi::WarpOp::kInStep || thread.b > earliest) continue;
    lanes = thread.b < earliest ? 1u << i : lanes | 1u << i;
    earliest = thread.b;
  }
  for (std::uint32_t rest = lanes; rest; rest &= rest - 1) {
    lane(warp, static_cast<std::uint32_t>(std::countr_zero(rest)))->become(State::kReady);
  }
  return lanes != 0;
}

// Threads that run one at a time are never active together. Those of a warp that come to the same
// __activemask() before anything else can go on are taken as converged, as on hardware.
bool ReferenceBlock::finish_active_mask(std::uint32_t warp) {
  if (!lanes_in(warp, State::kAtWarpOp)) return false;
  for (std::uint32_t rest = lanes_in(warp, State::kReady); rest; rest &= rest - 1) {
    if (!lane(warp, static_cast<std::uint32_t>(std::countr_zero(rest)))->yielded) return false;
  }
  std::uint32_t asking = 0;
  for (std::uint32_t rest = lanes_in(warp, State::kAtWarpOp); rest; rest &= rest - 1) {
    const auto i = static_cast<std::uint32_t>(std::countr_zero(rest));
    if (lane(warp, i)->op == abi::WarpOp::kActiveMask) asking |= 1u << i;
  }
  for (std::uint32_t rest = asking; rest; rest &= rest - 1) {
    const auto i = static_cast<std::uint32_t>(std::countr_zero(rest));
    std::uint32_t active = 0;
    for (std::uint32_t others = asking; others; others &= others - 1) {
      const auto k = static_cast<std::uint32_t>(std::countr_zero(others));
      if (lane(warp, k)->b == lane(warp, i)->b) active |= 1u << k;
    }
    lane(warp, i)->result = active;
    lane(warp, i)->become(State::kReady);
  }
  return asking != 0;
}

// A warp arrives at a barrier when all its threads that have not exited have come to bar.arrive.
bool ReferenceBlock::finish_arrival(std::uint32_t warp) {
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
  each([](ReferenceThread& thread) { thread.become(State::kReady); });
  auto* heard = runner->opened_barriers();
  if (heard) heard->arrive(first.barrier, warp, lanes);
  // Without anybody who waits, the barrier opens for those that arrived.
  if (++arrived[first.barrier] * abi::kWarpSize >= first.expected) {
    arrived[first.barrier] = 0;
    if (heard) heard->open(first.barrier, first.expected);
  }
  return true;
}

// A barrier of the whole block opens when every thread that has not exited is there, a counted one
// when enough whole warps are.
bool ReferenceBlock::open_barriers() {
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
  bool any = false;
  each_in(State::kAtBarrier, [&](ReferenceThread& thread) {
    if (thread.barrier != abi::kClusterBarrier) return;
    if (!runner->cluster_barrier().is_through(thread.context.linear)) return;
    thread.become(State::kReady);
    thread.result = 0;
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
    thread.become(State::kReady);
  });
}

void ReferenceBlock::fail_at_barrier() {
  Fault fault = runner->fault_here(Fault::Kind::kBarrier);
  fault.has_warp = false;
  for (const ReferenceThread& thread : threads) {
    if (thread.state == State::kExited) continue;
    fault.waiting |= 1u << thread.context.warp;
    if (thread.state != State::kAtBarrier || fault.has_thread) continue;
    fault.barrier = thread.barrier;
    fault.has_warp = fault.has_thread = true;
    fault.warp = thread.context.warp;
    fault.thread = thread.context.linear;
    fault.kernel_pc =
        kernel_pc(*runner, runner->grid().variant->code, 0, thread.fiber.stack_pointer());
  }
  runner->grid().fail(fault);
}

}  // namespace heddle::engine

extern "C" __attribute__((visibility("default"))) std::uint32_t heddle_ref_barrier(
    heddle::abi::BlockContext* block, heddle::abi::ThreadContext* thread, std::uint32_t id,
    std::uint32_t threads, std::uint32_t op, std::uint32_t predicate) {
  auto* self = static_cast<heddle::engine::ReferenceThread*>(thread->engine);
  const std::uint32_t result =
      self->come_to_barrier(id, threads, static_cast<heddle::abi::BarrierOp>(op), predicate != 0);
  block->current_warp = thread->warp;
  return result;
}

extern "C" __attribute__((visibility("default"))) void heddle_ref_yield(
    heddle::abi::BlockContext* block, heddle::abi::ThreadContext* thread) {
  static_cast<heddle::engine::ReferenceThread*>(thread->engine)->yield();
  block->current_warp = thread->warp;
}

extern "C" __attribute__((visibility("default"))) std::uint64_t heddle_ref_warp_op(
    heddle::abi::BlockContext* block, heddle::abi::ThreadContext* thread, std::uint32_t op,
    std::uint32_t mask, std::uint64_t value, std::uint32_t b, std::uint32_t c) {
  auto* self = static_cast<heddle::engine::ReferenceThread*>(thread->engine);
  self->become(heddle::engine::ReferenceThread::State::kAtWarpOp);
  self->op = static_cast<heddle::abi::WarpOp>(op);
  self->mask = mask;
  self->value = value;
  self->b = b;
  self->c = c;
  self->fiber.suspend();
  block->current_warp = thread->warp;
  return self->result;
}
