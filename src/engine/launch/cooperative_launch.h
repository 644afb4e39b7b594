// SPDX-License-Identifier: Apache-2.0
// A cooperative launch: all blocks are resident, each with its own stacks and shared memory, and
// the grid goes from grid barrier to grid barrier. In each round every cluster (every block, when
// there are none) is run on by some host thread until it is at the barrier, has ended, or waits for
// another one.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/launch/cluster.h"

namespace heddle::engine {

class CooperativeLaunch {
 public:
  CooperativeLaunch(Grid& grid, ResidentBlockStore& store);
  ~CooperativeLaunch();
  CooperativeLaunch(const CooperativeLaunch&) = delete;
  CooperativeLaunch& operator=(const CooperativeLaunch&) = delete;

  // Runs clusters until all have ended or the grid has failed. One call does all the work if the
  // others come late.
  void work(unsigned share);

 private:
  using Number = std::uint32_t;
  // The clusters that a host thread prefers: they are in its core's caches.
  struct alignas(64) Share {
    std::atomic<Number> next{0};
    Number begin = 0, end = 0;
  };

  bool claim(unsigned share, Number* cluster);
  // True when the cluster has come to the end of its round.
  bool run(Number cluster);
  void run_waiting(std::vector<Number>& waiting, Deadlock::Watch& watch);
  void arrive();
  bool over() const;

  Grid& grid_;
  std::vector<std::unique_ptr<Cluster>> clusters_;
  std::vector<std::uint8_t> ended_;
  std::vector<Share> shares_;
  alignas(64) std::atomic<Number> left_;  // clusters that have not come to the end of this round
  std::atomic<Number> live_;
  std::atomic<std::uint32_t> round_{0};
};

}  // namespace heddle::engine
