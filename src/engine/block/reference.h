// SPDX-License-Identifier: Apache-2.0
// KernelMode::kFiberThread: every CUDA thread is a fiber and runs alone until it must wait. Slow
// and plain; everything else is compared with it. Also how kernels run whose lanes wait for each
// other.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "engine/block/debug_view.h"
#include "engine/block/fiber.h"
#include "engine/block/warp_host.h"
#include "image/kernel_abi.h"

namespace heddle::engine {

class BlockRunner;
struct ReferenceBlock;

// A matrix operation (mma.sync, wgmma): a function of the words of 32 lanes, and those of one.
struct MatrixCall {
  static constexpr std::uint32_t kMostWords = 144;
  void (*function)(const std::uint32_t* in, std::uint32_t* out);
  std::uint32_t in_words, out_words;
  const std::uint32_t* in;
  std::uint32_t* out;
};

// What a barrier touches stands in the first line of the cache.
struct alignas(64) ReferenceThread final : WarpHost {
  enum class State : std::uint8_t { kReady, kAtBarrier, kAtWarpOp, kExited, kAtMatrix };
  static constexpr std::size_t kStates = 5;
  abi::ThreadContext context{};
  ReferenceBlock* owner = nullptr;
  // kAtBarrier
  std::uint32_t expected = 0;
  std::uint8_t barrier = 0;
  abi::BarrierOp barrier_op : 8 = abi::BarrierOp::kNone;
  bool predicate = false;
  bool yielded = false;  // kReady, but it waits in a loop
  // kAtWarpOp
  abi::WarpOp op = abi::WarpOp::kSync;
  std::uint32_t mask = 0, b = 0, c = 0;
  std::uint64_t value = 0;
  std::uint64_t result = 0;         // of what it waited for
  MatrixCall matrix{};              // kAtMatrix
  abi::WarpContext warp_context{};  // a warp of this thread alone

  State state() const;
  // Called by the thread itself: it waits for what makes it ready again. Returns 0.
  template <ArriveBy by = ArriveBy::kReturn>
  std::uint32_t wait_in(State state);
  // What calls of functions behind pointers ask for.
  void wait_at_barrier(abi::WarpContext& warp) override;
  // Returns the result when the barrier has opened, for who only arrives at once.
  std::uint32_t come_to_barrier(std::uint32_t id, std::uint32_t threads, abi::BarrierOp op,
                                bool is_true);
  std::uint32_t come_to_plain_barrier(std::uint32_t id);
  void yield() override;
  // Another thread may go on here (HEDDLE_SCHEDULE=accesses).
  void may_change();
};

struct ReferenceBlock {
  // With the guard an odd number of pages: the ends of 1024 stacks share no set of the table of
  // pages that the CPU keeps, with an even one a switch takes three times as long.
  static constexpr std::size_t kStackBytes = std::size_t{512} << 10;
  static constexpr std::size_t kGuardBytes = std::size_t{20} << 10;

  void reserve(std::uint32_t threads);
  // Others use the runner's stacks.
  void leave_stacks() { memory_ = nullptr; }
  // Runs the runner's block. False: the grid has failed.
  bool run(BlockRunner& runner);

  // The stack of a thread that has begun and not ended, else null or another thread's.
  const Fiber* fiber_of(const ReferenceThread& thread) const {
    return fiber_of_[thread.context.linear];
  }

  BlockRunner* runner = nullptr;
  std::span<ReferenceThread> threads;
  std::array<std::uint32_t, abi::kBarrierCount> arrived{};  // warps that went on (kArrive)

 private:
  friend ReferenceThread;
  friend class DebugView;
  using State = ReferenceThread::State;
  static constexpr std::uint32_t kMostWarps = 32;
  static constexpr std::uint32_t kMostThreads = kMostWarps * abi::kWarpSize;
  static constexpr std::uint32_t kAhead = 4;  // threads whose lines are fetched

  void name_threads();
  void start();

  // A round is each ready thread once, and those of a warp again whose warp operation has happened.
  // One that stops goes on to the next one without a way round by who began the round
  // (reference_round.cpp).
  enum class Round { kNothing, kOnlyYields, kMoved };
  Round run_ready();
  void begin_round();
  ReferenceThread* take_next();
  bool take_lanes();
  Fiber& stack_of(std::uint32_t thread);
  Fiber& one_more_stack();
  void fetch(std::uint32_t thread) const;
  void yield(ReferenceThread& thread);
  template <ArriveBy by>
  std::uint32_t wait(ReferenceThread& thread);
  template <ArriveBy by>
  std::uint32_t go_on(Fiber& here);
  template <ArriveBy by>
  std::uint32_t pass(Fiber& here, Fiber& there);
  std::uint32_t go_on_elsewhere(Fiber& here);
  bool goes_on_here(Fiber& here);
  void compare_control();
  static void run_stack(void* self);
  void run_threads_here();

  // False when threads wait that nobody can release.
  bool run_threads();
  void fail_at_barrier();
  // Lanes of `warp` in `state`, as gather() has last seen them.
  std::uint32_t& lanes_in(std::uint32_t warp, State state) {
    return lanes_[warp][static_cast<std::size_t>(state)];
  }
  std::uint32_t lanes_of(std::uint32_t warp) const;
  void gather(std::uint32_t warp);
  // What it waited for has happened; called between two turns of its warp.
  void release(ReferenceThread& thread);
  bool finish_warp_ops(std::uint32_t warp);
  bool finish_matrix(std::uint32_t warp);
  bool all_ready_have_yielded(std::uint32_t warp);
  bool finish_in_step(std::uint32_t warp);
  bool finish_active_mask(std::uint32_t warp);
  bool finish_arrival(std::uint32_t warp);
  bool open_barriers();
  bool open_for_all();
  void open_barrier(std::uint32_t id);
  bool release_from_cluster();
  ReferenceThread* lane(std::uint32_t warp, std::uint32_t lane) {
    return &threads[warp * abi::kWarpSize + lane];
  }
  // Visits the threads in `state`; what becomes of one changes that of no other.
  template <class Visit>
  void each_in(State state, Visit visit) {
    for (std::size_t w = 0; w * abi::kWarpSize < threads.size(); ++w) {
      for (std::uint32_t rest = lanes_[w][static_cast<std::size_t>(state)]; rest;
           rest &= rest - 1) {
        visit(threads[w * abi::kWarpSize + static_cast<std::size_t>(std::countr_zero(rest))]);
      }
    }
  }

  std::unique_ptr<ReferenceThread[]> storage_;
  std::size_t reserved_ = 0;
  std::array<std::uint32_t, 3> named_for_{};  // the block shape
  std::array<std::array<std::uint32_t, ReferenceThread::kStates>, kMostWarps> lanes_{};
  alignas(64) std::array<State, kMostThreads> states_{};
  // Who waits at barriers: at plain __syncthreads(), by their ids, to be gone through by nobody; to
  // arrive only; at the cluster's.
  std::array<std::uint32_t, abi::kBarrierCount> at_plain_{};
  std::uint32_t arriving_ = 0, at_cluster_ = 0;

  // The round.
  Round round_ = Round::kNothing;
  bool random_order_ = false;
  std::uint64_t seed_ = 0;
  std::uint32_t position_ = 0;  // random_order_: how many threads were looked at; else the warp
  std::uint32_t turns_ = 0;     // that it has had in this round
  std::uint32_t rest_ = 0;      // its lanes that are still to come
  using Entry = void (*)(abi::BlockContext*, abi::ThreadContext*);
  Entry entry_ = nullptr;
  // The vector unit's control word, of who runs the block and of the first thread that waits (0:
  // none has yet). Where they are alike all are: a kernel sets it at its begin, if it does.
  std::uint32_t control_outside_ = 0, control_ = 0;
  bool alike_ = false;
  std::uint64_t* running_ = nullptr;  // which thread runs, for a debugger
  std::uint64_t nobody_looks_ = 0;

  // Threads take the stack that was left last when they begin: one serves all that never wait. The
  // next block goes on with them, unless this one has failed.
  std::unique_ptr<Fiber[]> stacks_;
  std::array<Fiber*, kMostThreads + kAhead> fiber_of_{};
  std::array<Fiber*, kMostThreads> left_stacks_{};
  std::uint32_t left_count_ = 0;
  std::uint32_t next_stack_ = 0;       // no thread has had it
  const void* memory_ = nullptr;       // of the first stack
  ReferenceThread* begins_ = nullptr;  // on the stack that is gone to
  std::unique_ptr<DebugView> view_;    // where a kernel is for a debugger
};

inline ReferenceThread::State ReferenceThread::state() const {
  return owner->states_[context.linear];
}

template <ArriveBy by>
inline std::uint32_t ReferenceThread::wait_in(State state) {
  owner->states_[context.linear] = state;
  owner->round_ = ReferenceBlock::Round::kMoved;
  return owner->wait<by>(*this);
}

inline void ReferenceBlock::release(ReferenceThread& thread) {
  State& state = states_[thread.context.linear];
  const std::uint32_t bit = 1u << thread.context.lane;
  lanes_in(thread.context.warp, state) &= ~bit;
  lanes_in(thread.context.warp, State::kReady) |= bit;
  state = State::kReady;
}

inline void ReferenceBlock::fetch(std::uint32_t thread) const {
  __builtin_prefetch(storage_.get() + thread, 1);
  const Fiber* const fiber = fiber_of_[thread];
  if (!fiber) return;
  const auto* const stack = reinterpret_cast<const char*>(fiber->stack_pointer());
  for (int line = 0; line < 4; ++line) __builtin_prefetch(stack + line * 64, 1);
}

// On which `thread` runs from now on. What the switches to later ones touch comes from the second
// cache meanwhile: the lines of 256 threads are more than the first one holds.
inline Fiber& ReferenceBlock::stack_of(std::uint32_t thread) {
  *running_ = thread;
  Fiber*& fiber = fiber_of_[thread];
  if (fiber) {
    fetch(thread + kAhead);
    return *fiber;
  }
  begins_ = &threads[thread];
  fiber = left_count_ ? left_stacks_[--left_count_] : &one_more_stack();
  return *fiber;
}

template <ArriveBy by>
inline std::uint32_t ReferenceBlock::pass(Fiber& here, Fiber& there) {
  if (alike_) [[likely]]
    return here.pass_to_alike<by>(there, control_);
  here.pass_to(there);
  return 0;
}

// From a thread that waits, or has ended, to the next one, which is mostly of its warp.
template <ArriveBy by>
inline std::uint32_t ReferenceBlock::go_on(Fiber& here) {
  if (!rest_) [[unlikely]]
    return go_on_elsewhere(here);
  const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest_));
  rest_ &= rest_ - 1;
  Fiber& there = stack_of(position_ * abi::kWarpSize + lane);
  return &there == &here ? 0 : pass<by>(here, there);
}

template <ArriveBy by>
inline std::uint32_t ReferenceBlock::wait(ReferenceThread& thread) {
  if (!control_) [[unlikely]]
    compare_control();
  return go_on<by>(*fiber_of_[thread.context.linear]);
}

}  // namespace heddle::engine
