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
  position_ = 0;
  Random* const random = runner->random();
  random_order_ = random != nullptr;
  if (random_order_) {
    seed_ = mix(random->below(~0u));
  } else {
    rest_ = lanes_in(0, State::kReady);
  }
}

// What becomes of a thread that runs changes no other one, so that a round ends.
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
    if (++position_ >= runner->block.warp_count) return nullptr;
    rest_ = lanes_in(position_, State::kReady);
  }
  const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest_));
  rest_ &= rest_ - 1;
  return &threads[position_ * abi::kWarpSize + lane];
}

// The lines that the switch to the next thread touches come from the second cache while this one
// runs: those of 256 threads are more than the first one holds.
void ReferenceBlock::fetch_next() const {
  if (!rest_) return;
  const std::uint32_t i =
      position_ * abi::kWarpSize + static_cast<std::uint32_t>(std::countr_zero(rest_));
  __builtin_prefetch(&threads[i], 1);
  const Fiber* const fiber = fiber_of_[i];
  if (!fiber) return;
  const auto* const stack = reinterpret_cast<const char*>(fiber->stack_pointer());
  for (int line = 0; line < 4; ++line) __builtin_prefetch(stack + line * 64, 1);
}

// The stack on which `thread` runs from now on.
Fiber& ReferenceBlock::go_on(ReferenceThread& thread) {
  runner->block.current_warp = thread.context.warp;
  thread.yielded = false;
  if (view_) view_->runs(thread.context.linear);
  Fiber*& fiber = fiber_of_[thread.context.linear];
  if (fiber) {
    fetch_next();
    return *fiber;
  }
  begins_ = &thread;
  if (!left_stacks_.empty()) {
    fiber = left_stacks_.back();
    left_stacks_.pop_back();
    return *fiber;
  }
  const Stacks& memory = runner->fiber_stacks();
  fiber = &stacks_[next_stack_];
  fiber->prepare(memory.top(next_stack_++), memory.size(), &run_stack, this);
  return *fiber;
}

void ReferenceBlock::stopped(const ReferenceThread& thread) {
  if (!thread.yielded) {
    round_ = Round::kMoved;
  } else if (round_ == Round::kNothing) {
    round_ = Round::kOnlyYields;
  }
}

void ReferenceBlock::wait(ReferenceThread& thread) {
  stopped(thread);
  Fiber& fiber = *fiber_of_[thread.context.linear];
  ReferenceThread* const next = take_next();
  if (!next) return fiber.suspend();
  fiber.pass_to(go_on(*next));
}

void ReferenceBlock::run_stack(void* self) {
  static_cast<ReferenceBlock*>(self)->run_threads_here();
}

// Threads from their beginning to their end. Who is resumed here is `begins_`.
void ReferenceBlock::run_threads_here() {
  using Entry = void (*)(abi::BlockContext*, abi::ThreadContext*);
  const auto entry = reinterpret_cast<Entry>(runner->grid().variant->entry);
  for (;;) {
    ReferenceThread& thread = *begins_;
    Fiber& here = *fiber_of_[thread.context.linear];
    entry(&runner->block, &thread.context);
    thread.become(State::kExited);
    stopped(thread);
    left_stacks_.push_back(&here);
    ReferenceThread* const next = take_next();
    if (!next) {
      here.suspend();
      continue;
    }
    Fiber& there = go_on(*next);
    if (&there != &here) here.pass_to(there);
  }
}

ReferenceBlock::Round ReferenceBlock::run_ready() {
  begin_round();
  if (ReferenceThread* const first = take_next()) go_on(*first).resume();
  return round_;
}

}  // namespace heddle::engine
