// SPDX-License-Identifier: Apache-2.0
// The launches of the process: which blocks are whose, and which came before which.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "checker/races/clocks.h"
#include "checker/races/families.h"
#include "checker/races/report.h"
#include "checker/races/wide_barriers.h"
#include "probes/events.h"

namespace heddle::checker::races {

struct LaunchState {
  std::uint64_t id;
  std::string kernel;
  std::uint32_t grid[3];
  std::uint32_t cluster[3];  // blocks; 1 1 1: none
  BlockId first, end;        // clusters one after the other
  std::span<const probes::Site> sites;
  BlockId ordered_below;  // blocks that ended before it began
  probes::QuietLines* quiet = nullptr;
  std::uint32_t first_quiet_id = 0;  // see probes::Launch
  unsigned shared_word = 4;  // bytes; its accesses of shared memory are of multiples of that
  // Lanes of a warp wait for each other in a loop, as no GPU before Volta could: their volatile
  // accesses are flags.
  bool lanes_wait = false;
  bool ended = false;
  std::uint64_t work = 0;    // probes::Launch::work
  std::string launched_by;   // the kernel that has, mangled; empty: the host
  Known known;               // of other blocks, by its threads from the beginning
  std::uint64_t beside = 0;  // id of the launch that it may begin before the end of; 0: none
  Known end_of_that;         // what a thread learns that waits for it
  WideBarriers barriers;

  BlockId block(const std::uint32_t index[3]) const;
  void index(BlockId block, std::uint32_t index[3]) const;
  std::uint32_t cluster_blocks() const { return cluster[0] * cluster[1] * cluster[2]; }
};

class Launches {
 public:
  // Returns true if no other one runs, nor may. `beside`: the work of the launch before, which it
  // may begin before the end of; 0: none.
  bool begin(const probes::Launch& launch, std::uint64_t beside = 0);
  void end(const probes::Launch& launch);
  LaunchState& find(std::uint64_t id);
  // The site of this number in the launch that the block is of; null: it is dead.
  const probes::Site* site(BlockId block, std::uint32_t number);
  void complete(RaceSide& side, BlockId block);
  Families& families() { return families_; }
  // No launch that runs or comes has blocks below that it is not ordered behind.
  BlockId dead_below() const { return dead_below_.load(std::memory_order_relaxed); }

 private:
  void put_beside(LaunchState& launch, const LaunchState& before);

  Families families_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<LaunchState>> launches_;  // since none ran
  BlockId next_ = 1;
  std::atomic<BlockId> dead_below_ = 1;
};

}  // namespace heddle::checker::races
