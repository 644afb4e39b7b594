// SPDX-License-Identifier: Apache-2.0
// The order in which threads of a kernel run that runs thread by thread, and their stacks. A thread
// that has to wait goes on to the next one itself; those that never wait are called one after the
// other on one stack.
#include "engine/block/block_runner.h"
#include "engine/block/reference.h"
#include "engine/block/warp_schedule.h"

namespace heddle::engine {

void ReferenceBlock::begin_round() {
  round_ = Round::kNothing;
  position_ = turns_ = 0;
  Random* const random = runner->random();
  random_order_ = random != nullptr;
  if (random_order_) {
    seed_ = mix(random->below(~0u));
  } else {
    rest_ = lanes_in(0, State::kReady);
  }
}

// Lanes of this warp whose operation has just happened, as long as their lines are near, or those
// of the next warp. Others must come to their turn, too: a loop may wait for them.
bool ReferenceBlock::take_lanes() {
  constexpr std::uint32_t kMostTurns = 64;
  gather(position_);
  const std::uint32_t ready = lanes_in(position_, State::kReady);
  if (turns_++ < kMostTurns && finish_warp_ops(position_)) {
    rest_ = lanes_in(position_, State::kReady) & ~ready;
    return true;
  }
  if (++position_ >= runner->block.warp_count) return false;
  turns_ = 0;
  rest_ = lanes_in(position_, State::kReady);
  return true;
}

// What becomes of a thread that runs changes none of another warp, so that a round ends.
ReferenceThread* ReferenceBlock::take_next() {
  const auto count = static_cast<std::uint32_t>(threads.size());
  if (random_order_) [[unlikely]] {
    while (position_ < count) {
      ReferenceThread& thread = threads[permute(position_++, count, seed_)];
      if (thread.state() == State::kReady) return &thread;
    }
    return nullptr;
  }
  while (!rest_) {
    if (!take_lanes()) return nullptr;
  }
  const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest_));
  rest_ &= rest_ - 1;
  return &threads[position_ * abi::kWarpSize + lane];
}

Fiber& ReferenceBlock::one_more_stack() {
  const Stacks& memory = runner->fiber_stacks();
  Fiber& fiber = stacks_[next_stack_];
  fiber.prepare(memory.top(next_stack_++), memory.size(), &run_stack, this);
  return fiber;
}

void ReferenceBlock::yield(ReferenceThread& thread) {
  if (round_ == Round::kNothing) round_ = Round::kOnlyYields;
  wait<ArriveBy::kReturn>(thread);
}

void ReferenceBlock::compare_control() {
  constexpr std::uint32_t kExceptions = 0x3f;
  control_ = __builtin_ia32_stmxcsr();
  alike_ = !((control_ ^ control_outside_) & ~kExceptions);
}

std::uint32_t ReferenceBlock::go_on_elsewhere(Fiber& here) {
  ReferenceThread* const next = take_next();
  if (!next) {
    here.suspend();
    return 0;
  }
  runner->block.current_warp = next->context.warp;
  Fiber& there = stack_of(next->context.linear);
  return &there == &here ? 0 : pass<ArriveBy::kJump>(here, there);
}

void ReferenceBlock::run_stack(void* self) {
  static_cast<ReferenceBlock*>(self)->run_threads_here();
}

// Whether the next thread has not begun, which it does at once on the stack that has become free.
inline bool ReferenceBlock::goes_on_here(Fiber& here) {
  if (!rest_) return false;
  const std::uint32_t next =
      position_ * abi::kWarpSize + static_cast<std::uint32_t>(std::countr_zero(rest_));
  if (fiber_of_[next]) return false;
  rest_ &= rest_ - 1;
  *running_ = next;
  fiber_of_[next] = &here;
  begins_ = &threads[next];
  return true;
}

// Threads from their beginning to their end, of one block after the other. Who is resumed here is
// `begins_`.
void ReferenceBlock::run_threads_here() {
  for (;;) {
    ReferenceThread& thread = *begins_;
    Fiber& here = *fiber_of_[thread.context.linear];
    thread.yielded = false;
    entry_(&runner->block, &thread.context);
    states_[thread.context.linear] = State::kExited;
    round_ = Round::kMoved;
    if (!goes_on_here(here)) {
      left_stacks_[left_count_++] = &here;
      go_on<ArriveBy::kJump>(here);
    }
  }
}

ReferenceBlock::Round ReferenceBlock::run_ready() {
  begin_round();
  if (ReferenceThread* const first = take_next()) {
    runner->block.current_warp = first->context.warp;
    stack_of(first->context.linear).resume();
  }
  if (random_order_) {
    for (std::uint32_t w = 0; w < runner->block.warp_count; ++w) gather(w);
  }
  return round_;
}

}  // namespace heddle::engine
