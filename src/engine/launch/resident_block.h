// SPDX-License-Identifier: Apache-2.0
// A block of a cluster or of a cooperative launch: it is there while others run, and what it keeps
// between barriers of several blocks is its state. Whoever has time runs it on.
#pragma once

#include <cstdint>

#include "engine/block/block_runner.h"

namespace heddle::engine {

class Cluster;

class ResidentBlock final : public BlockRunner {
 public:
  ResidentBlock();

  // It is rank `rank` of the cluster from now on. False: no memory.
  bool join(Grid& grid, Cluster& cluster, std::uint32_t rank, bool guarded);
  // Block `number` of the grid, in the order in which they run.
  void start(std::uint64_t number, const std::uint32_t (&index)[3]);

  // Why it stopped.
  enum class Stop : std::uint8_t { kEnded, kAtGridBarrier, kAtClusterBarrier, kWaits };
  // Runs the block until it stops.
  Stop go_on();
  // A fault at the place where a thread of the block waits (kWaits).
  Fault fault_where_it_waits() const;

  bool wait_for_blocks(std::uint32_t barrier) override;
  void explain_address(Fault* fault) const override;

 private:
  void let_others_run() override { stop(Stop::kWaits); }
  void stop(Stop why);
  static void run(void* self);

  Cluster* cluster_ = nullptr;
  Stop stop_ = Stop::kEnded;
};

}  // namespace heddle::engine
