// SPDX-License-Identifier: Apache-2.0
// A host thread while kernel code runs in it: how that is left when it faults or its grid has
// failed.
#pragma once

#include <csetjmp>
#include <cstdint>

#include "engine/grid/fault.h"

namespace heddle::engine {

class BlockRunner;

class HostThread {
 public:
  HostThread();
  ~HostThread();
  HostThread(const HostThread&) = delete;
  HostThread& operator=(const HostThread&) = delete;

  // The calling one, made on first use and released with the thread.
  static HostThread& current();
  // Null when the calling thread has never run a kernel. Safe in a signal handler.
  static HostThread* current_if_any();

  // Runs kernel code of `runner` until its fiber suspends or ends. Where it is left for good, its
  // grid has failed: false.
  bool run(BlockRunner& runner);
  // Whose code runs now, null: none.
  BlockRunner* running() const { return running_; }

  // Leaves the running kernel code for good, because of `fault`. Called on its stack, also from a
  // signal handler.
  [[noreturn]] void leave(const Fault& fault);
  // The same if its grid has failed. Called by the signal kStopSignal.
  void leave_if_failed();
  // The same signal, where a block has run for long (slices.h), at `pc` of the code that it has
  // interrupted: leaves the block until its runner runs again, if that code can be left. True: it
  // was left, and runs again now, maybe in another thread.
  static bool end_slice(std::uintptr_t pc);

  // While a kernel is inside a call of the engine that takes locks or memory, it cannot be stopped.
  class Call {
   public:
    Call() : Call(*current_if_any()) {}
    explicit Call(HostThread& thread) : thread_(thread) { thread_.in_call_ = true; }
    ~Call() { thread_.in_call_ = false; }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

   private:
    HostThread& thread_;
  };

  // While a tool runs, a fault is its own.
  class Listening {
   public:
    Listening() : Listening(*current_if_any()) {}
    explicit Listening(HostThread& thread) : call_(thread), thread_(thread) {
      thread_.listening_ = true;
    }
    ~Listening() { thread_.listening_ = false; }
    Listening(const Listening&) = delete;
    Listening& operator=(const Listening&) = delete;

   private:
    const Call call_;
    HostThread& thread_;
  };
  bool listening() const { return listening_; }

 private:
  sigjmp_buf escape_;  // to where run() began
  BlockRunner* volatile running_ = nullptr;
  volatile bool in_call_ = false;
  volatile bool listening_ = false;
  Fault fault_;
  void* signal_stack_ = nullptr;
};

}  // namespace heddle::engine
