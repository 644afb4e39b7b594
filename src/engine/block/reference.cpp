// SPDX-License-Identifier: Apache-2.0
#include "engine/block/reference.h"

#include <emmintrin.h>

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
  expected = threads;
  barrier_op = op;
  predicate = is_true;
  if (barrier == abi::kClusterBarrier) {
    ++owner->at_cluster_;
  } else if (op == abi::BarrierOp::kArrive) {
    ++owner->arriving_;
  }
  wait_in(State::kAtBarrier);
  return static_cast<std::uint32_t>(result);
}

// What nearly all barriers are: __syncthreads().
inline std::uint32_t ReferenceThread::come_to_plain_barrier(std::uint32_t id) {
  expected = 0;
  barrier = static_cast<std::uint8_t>(id);
  barrier_op = abi::BarrierOp::kNone;
  predicate = false;
  ++owner->at_plain_[id];
  return wait_in<ArriveBy::kJump>(State::kAtBarrier);
}

void ReferenceThread::yield() {
  // Functions behind pointers count them, also for single threads.
  owner->runner->block.rounds = abi::kRoundsPerYield;
  yielded = true;
  owner->yield(*this);
  yielded = false;
}

// At one of so many places, by the seed: many changes find other errors than few. It is no wait:
// who would meet this thread at a warp operation waits for it.
void ReferenceThread::may_change() {
  constexpr std::array<std::uint32_t, 4> kPlaces = {1, 2, 4, 16};
  const std::uint32_t places = kPlaces[mix(owner->runner->grid().schedule.seed) % kPlaces.size()];
  Random* const random = owner->runner->random();
  if (!random || random->below(places) != 0) return;
  owner->round_ = ReferenceBlock::Round::kMoved;
  owner->wait<ArriveBy::kReturn>(*this);
}

void ReferenceBlock::reserve(std::uint32_t count) {
  if (count > reserved_) {
    storage_ = std::make_unique<ReferenceThread[]>(count);
    stacks_ = std::make_unique<Fiber[]>(count);
    reserved_ = count;
    named_for_ = {};
    memory_ = nullptr;
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

// The states of its lanes stand side by side.
void ReferenceBlock::gather(std::uint32_t warp) {
  const auto* const at = reinterpret_cast<const __m128i*>(&states_[warp * abi::kWarpSize]);
  const __m128i low = _mm_load_si128(at), high = _mm_load_si128(at + 1);
  const std::uint32_t there = ~0u >> (abi::kWarpSize - lanes_of(warp));
  for (std::size_t s = 0; s < ReferenceThread::kStates; ++s) {
    const __m128i state = _mm_set1_epi8(static_cast<char>(s));
    const auto first = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(low, state)));
    const auto second = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(high, state)));
    lanes_[warp][s] = (first | second << 16) & there;
  }
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
  arriving_ = at_cluster_ = rest_ = 0;
  control_outside_ = __builtin_ia32_stmxcsr();
  control_ = 0;
  alike_ = false;
  entry_ = reinterpret_cast<Entry>(runner->grid().variant->entry);
  if (const void* const memory = runner->fiber_stacks().top(0); memory != memory_) {
    memory_ = memory;
    next_stack_ = 0;
  }
  // What is left lies in the order in which threads left it.
  left_count_ = 0;
  for (std::uint32_t i = next_stack_; i > 0; --i) left_stacks_[left_count_++] = &stacks_[i - 1];
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
  running_ = view_ ? view_->begin(*this, on.grid()) : &nobody_looks_;
  memory_ = nullptr;
  const bool good = run_threads();
  if (good) memory_ = on.fiber_stacks().top(0);
  if (view_) view_->end();
  if (!good) fail_at_barrier();
  return good;
}

bool ReferenceBlock::run_threads() {
  for (;;) {
    const Round round = run_ready();
    bool moved = round == Round::kMoved;
    for (std::uint32_t w = 0; w < runner->block.warp_count; ++w) {
      // Who asks for the active lanes came from the earliest place: others are to wait for it.
      moved = finish_warp_ops(w) || finish_matrix(w) || finish_active_mask(w) ||
              finish_in_step(w) || finish_arrival(w) || moved;
    }
    moved = open_barriers() || moved;
    ClusterBarrier& cluster = runner->cluster_barrier();
    cluster.count([&](std::uint32_t i) { return states_[i] != State::kExited; });
    moved = release_from_cluster() || moved;
    runner->after_round(moved || round == Round::kNothing);
    if (moved || round == Round::kOnlyYields) {
      // Other blocks may come in between as well.
      const bool may_change = moved && runner->grid().schedule.at_accesses;
      if (may_change && runner->random()->below(2) == 0) runner->after_round(false);
      continue;
    }
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
  const auto what = static_cast<heddle::abi::BarrierOp>(op);
  if (!threads && what == heddle::abi::BarrierOp::kNone && id < heddle::abi::kClusterBarrier) {
    return self->come_to_plain_barrier(id);
  }
  return self->come_to_barrier(id, threads, what, predicate != 0);
}

extern "C" __attribute__((visibility("default"))) void heddle_ref_yield(
    heddle::abi::BlockContext*, heddle::abi::ThreadContext* thread) {
  static_cast<heddle::engine::ReferenceThread*>(thread->engine)->yield();
}

extern "C" __attribute__((visibility("default"))) void heddle_ref_switch(
    heddle::abi::BlockContext*, heddle::abi::ThreadContext* thread) {
  static_cast<heddle::engine::ReferenceThread*>(thread->engine)->may_change();
}

extern "C" __attribute__((visibility("default"))) std::uint64_t heddle_ref_warp_op(
    heddle::abi::BlockContext*, heddle::abi::ThreadContext* thread, std::uint32_t op,
    std::uint32_t mask, std::uint64_t value, std::uint32_t b, std::uint32_t c) {
  auto* self = static_cast<heddle::engine::ReferenceThread*>(thread->engine);
  self->op = static_cast<heddle::abi::WarpOp>(op);
  self->mask = mask;
  self->value = value;
  self->b = b;
  self->c = c;
  self->wait_in(heddle::engine::ReferenceThread::State::kAtWarpOp);
  return self->result;
}
