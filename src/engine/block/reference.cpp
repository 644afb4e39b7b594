// SPDX-License-Identifier: Apache-2.0
#include "engine/block/reference.h"

#include <algorithm>
#include <bit>

#include "engine/block/block_runner.h"
#include "engine/block/kernel_pc.h"
#include "engine/block/warp_op.h"
#include "engine/block/warp_schedule.h"

namespace heddle::engine {

void ReferenceThread::wait_at_barrier(abi::WarpContext& warp) {
  warp.barrier_result = come_to_barrier(warp.barrier_id, warp.barrier_threads, warp.barrier_op,
                                        warp.barrier_predicate != 0);
}

std::uint32_t ReferenceThread::come_to_barrier(std::uint32_t id, std::uint32_t threads,
                                               abi::BarrierOp op, bool is_true) {
  barrier = static_cast<std::uint8_t>(id % abi::kBarrierCount);
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
  if (barrier == abi::kClusterBarrier) {
    ++owner->at_cluster_;
  } else if (op == abi::BarrierOp::kArrive) {
    ++owner->arriving_;
  } else if (op == abi::BarrierOp::kNone && !threads) {
    ++owner->at_plain_[barrier];
    wait();
    return 0;
  }
  wait();
  return static_cast<std::uint32_t>(result);
}

void ReferenceThread::yield() {
  // Functions behind pointers count them, also for single threads.
  owner->runner->block.rounds = abi::kRoundsPerYield;
  yielded = true;
  wait();
}

void ReferenceBlock::reserve(std::uint32_t count) {
  if (count > reserved_) {
    storage_ = std::make_unique<ReferenceThread[]>(count);
    stacks_ = std::make_unique<Fiber[]>(count);
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
  std::fill_n(states_.begin(), threads.size(), State::kReady);
  std::fill_n(fiber_of_.begin(), threads.size(), nullptr);
  at_plain_ = {};
  arriving_ = at_cluster_ = 0;
  left_stacks_.clear();
  next_stack_ = 0;
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
    cluster.count([&](std::uint32_t i) { return states_[i] != State::kExited; });
    moved = release_from_cluster() || moved;
    runner->after_round(moved || round == Round::kNothing);
    if (moved || round == Round::kOnlyYields) continue;
    if (cluster.arrived() != ClusterBarrier::kAll &&
        runner->wait_for_blocks(abi::kClusterBarrier)) {
      release_from_cluster();
      continue;
    }
    return std::all_of(states_.begin(), states_.begin() + threads.size(),
                       [](State state) { return state == State::kExited; });
  }
}

}  // namespace heddle::engine

extern "C" __attribute__((visibility("default"))) std::uint32_t heddle_ref_barrier(
    heddle::abi::BlockContext*, heddle::abi::ThreadContext* thread, std::uint32_t id,
    std::uint32_t threads, std::uint32_t op, std::uint32_t predicate) {
  auto* self = static_cast<heddle::engine::ReferenceThread*>(thread->engine);
  return self->come_to_barrier(id, threads, static_cast<heddle::abi::BarrierOp>(op),
                               predicate != 0);
}

extern "C" __attribute__((visibility("default"))) void heddle_ref_yield(
    heddle::abi::BlockContext*, heddle::abi::ThreadContext* thread) {
  static_cast<heddle::engine::ReferenceThread*>(thread->engine)->yield();
}

extern "C" __attribute__((visibility("default"))) std::uint64_t heddle_ref_warp_op(
    heddle::abi::BlockContext*, heddle::abi::ThreadContext* thread, std::uint32_t op,
    std::uint32_t mask, std::uint64_t value, std::uint32_t b, std::uint32_t c) {
  auto* self = static_cast<heddle::engine::ReferenceThread*>(thread->engine);
  self->become(heddle::engine::ReferenceThread::State::kAtWarpOp);
  self->op = static_cast<heddle::abi::WarpOp>(op);
  self->mask = mask;
  self->value = value;
  self->b = b;
  self->c = c;
  self->wait();
  return self->result;
}
