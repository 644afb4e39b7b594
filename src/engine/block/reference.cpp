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
  left_stacks_.clear();
  next_stack_ = 0;
  for (ReferenceThread& thread : threads) {
    thread.state = State::kReady;
    thread.yielded = false;
    thread.fiber.drop();
  }
}

void ReferenceBlock::begin(ReferenceThread& thread) {
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
    return std::all_of(threads.begin(), threads.end(),
                       [](const ReferenceThread& t) { return t.state == State::kExited; });
  }
}

void ReferenceBlock::resume(ReferenceThread& thread, Round& round) {
  if (!thread.fiber.is_prepared()) begin(thread);
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
