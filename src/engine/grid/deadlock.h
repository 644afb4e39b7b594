// SPDX-License-Identifier: Apache-2.0
// Finds waits that cannot end: all blocks of a grid that can run wait in loops for what none of
// them will write (CUDA would hang, or end the kernel with cudaErrorLaunchTimeout).
//
// A thread that waits does nothing but look, so when every thread has looked again after the last
// one that did more, and saw nothing that let it go on, the next look will see the same. Each host
// thread confirms that for the blocks that it runs; what any of them does voids what all have
// confirmed. Only somebody who is not in the grid can still end the wait: another thread of the
// process that writes memory, copies, or runs a kernel. Where there is one, nothing is said. One
// that has just left may have written after the last look: all look once more when it is gone.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace heddle::engine {

struct Grid;

class Deadlock {
 public:
  // One host thread while it runs blocks of `grid`.
  class Watch {
   public:
    explicit Watch(Grid& grid);
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    // A round in which a thread made progress.
    void moved();
    // A round in which all threads only looked, and no block can begin. True: for ever.
    bool is_deadlocked();
    // The host thread has no block to run until others make progress.
    void sleep();
    void wake();

   private:
    using Clock = std::chrono::steady_clock;
    void end_epoch();

    Grid& grid_;
    Deadlock& all_;
    std::uint64_t epoch_ = 0;
    unsigned rounds_ = 0;
    bool moved_ = true;  // since the last end_epoch()
    bool confirmed_ = false;
    Clock::time_point since_;
  };

 private:
  // What has been confirmed is counted in the low bits; above is the epoch, which ends when
  // somebody makes progress.
  static constexpr std::uint64_t kEpoch = 1u << 16;
  std::atomic<std::uint64_t> confirmed_{0};
  std::atomic<std::uint32_t> active_{0};
  // The first epoch that began when the process had no threads but the grid's; 0 = it has others.
  std::atomic<std::uint64_t> alone_since_{0};
};

}  // namespace heddle::engine
