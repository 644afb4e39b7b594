// SPDX-License-Identifier: Apache-2.0
// Time slices: what runs one block for long is interrupted, so that other blocks, which it may
// wait for, make progress, whatever the code looks like that it runs.
//
// A thread of its own looks now and then at what the host threads run, and sends kStopSignal to
// those that are still where they were: in the same turn, at the same block. Turns that are short
// notice nothing, and while nothing runs the thread sleeps.
#pragma once

#include <atomic>
#include <cstdint>

namespace heddle::engine {

class Slices {
 public:
  // While it lives, the calling thread runs kernel code. `block_idx` (three words) says which
  // block.
  class Turn {
   public:
    explicit Turn(const std::uint32_t* block_idx);
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
  };

  // The signal of the calling thread's slice has come: called in the handler.
  static void note_signal();

  // A host thread's part.
  struct Slot {
    static constexpr std::uint64_t kRuns = 1, kOne = 2;
    std::atomic<std::uint64_t> turn{0};  // number of the turn, and the bit above
    std::atomic<const std::uint32_t*> block_idx{nullptr};
    std::atomic<bool> pending{false};  // a signal is on its way
    int thread = 0;
    // The watching thread's: what it saw last.
    std::uint64_t seen_turn = 0;
    std::uint32_t seen_block[3] = {};
  };
};

}  // namespace heddle::engine
