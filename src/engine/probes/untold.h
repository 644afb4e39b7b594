// SPDX-License-Identifier: Apache-2.0
// What compiled code asks before it tells a tool of an access: which bytes need not be told
// (abi::UntoldRange), and which lines are quiet (probes/quiet_lines.h).
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "image/kernel_abi.h"
#include "probes/listener.h"

namespace heddle::engine {

// The quiet lines of global memory, and the ids of the launches that are told.
class QuietOfLaunches {
 public:
  struct Ids {
    probes::QuietLines* lines;
    std::uint32_t first_id;  // 0: none is left until all launches that run have ended
  };
  Ids begin(std::uint32_t sites);
  void end();

 private:
  std::mutex mutex_;
  std::unique_ptr<probes::QuietLines> lines_;
  std::uint32_t next_ = probes::QuietLines::kMostSites;
  unsigned running_ = 0;
};
QuietOfLaunches& quiet_of_launches();

// What the worker that runs a block need not tell.
class Untold {
 public:
  Untold();
  ~Untold();
  Untold(const Untold&) = delete;
  Untold& operator=(const Untold&) = delete;

  // Blocks of another launch come.
  void begin_launch();
  // Another block comes. `tell_ends`: ends of whole warps are told.
  void begin_block(bool tell_ends) {
    came_by_ = nullptr;
    in_step_ = true;
    notes_ = {};
    notes_.tell_ends = tell_ends ? 1 : 0;
    ended_ = {};
  }
  abi::CodeNotes& notes() { return notes_; }
  // These threads have ended, and tools are told. Returns those of them that were not yet.
  std::uint32_t end(std::uint32_t warp, std::uint32_t lanes) {
    const auto others = lanes & ~ended_[warp];
    ended_[warp] |= lanes;
    return others;
  }
  // A warp comes to a barrier of the whole block; it opens.
  void arrive(const probes::Site& barrier) {
    if (came_by_ && came_by_ != &barrier && in_step_) fall_out_of_step();
    came_by_ = &barrier;
  }
  void opened() { came_by_ = nullptr; }
  // Whether all threads of the block came by the same barriers (probes::Site::calm).
  bool in_step() const { return in_step_; }

  const abi::UntoldRange* ranges() const { return ranges_.data(); }
  probes::QuietLines& quiet() { return *quiet_; }

  // Changes when memory is freed, which closes all ranges. Asked before the tools are.
  static std::uint64_t time() { return time_.load(std::memory_order_acquire); }
  // Nobody needs to be told of these bytes. `asked`: the time when the tools said so.
  void open(std::uint32_t site, const abi::UntoldRange& range, std::uint64_t asked);
  // Of all workers: memory was freed, or the tools are others.
  static void close_all();

 private:
  void close();
  void fall_out_of_step();

  static std::atomic<std::uint64_t> time_;
  std::array<abi::UntoldRange, abi::kUntoldSites> ranges_{};
  std::unique_ptr<probes::QuietLines> quiet_;
  const probes::Site* came_by_ = nullptr;
  bool in_step_ = true;
  abi::CodeNotes notes_{};
  std::array<std::uint32_t, abi::kWarpSize> ended_{};  // by warp
};

}  // namespace heddle::engine
