// SPDX-License-Identifier: Apache-2.0
// A thread block cluster (CUDA C++ Programming Guide, "Thread Block Clusters"): its blocks are
// resident together, each with a runner of its own, and one host thread at a time runs them on,
// from cluster barrier to cluster barrier. That no two of them run at once is what lets generated
// code treat atomic operations on shared memory as plain ones. A block that was left in the middle
// of its code, for other clusters, is therefore the first of its cluster to run on.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/launch/resident_block.h"
#include "engine/launch/resident_block_store.h"

namespace heddle::engine {

class Cluster {
 public:
  // Blocks for clusters of `grid`, or for single blocks of a cooperative grid without clusters.
  // Where the host has no memory for them, the grid has failed.
  Cluster(Grid& grid, ResidentBlockStore& store);
  ~Cluster();
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  // Cluster `number`, 0 .. grid.units - 1, in the order in which they run.
  void start(std::uint64_t number);

  // Runs blocks on. kEnded: all have ended or the grid has failed. kAtGridBarrier: all that have
  // not ended are there. kWaits: blocks wait for others in loops of their own.
  ResidentBlock::Stop run();
  // Whether a block made progress in the last run().
  bool advanced() const { return advanced_; }
  // Whether a block was left in the middle because its slice was over (slices.h).
  bool interrupted() const { return interrupted_; }
  // Whether a thread did more in it than look at what it waits for.
  bool progressed() const { return progressed_; }
  // A fault at the place where a thread waits (kWaits).
  Fault fault_where_it_waits() const;

  // The grid has failed: a block of this cluster waits at the grid's barrier, where one of `other`
  // that has ended will not come.
  void fail_without(const Cluster& other);

  std::uint32_t size() const { return static_cast<std::uint32_t>(blocks_.size()); }
  SharedMemory& memory() { return blocks_[0]->shared_memory(); }
  // Whether `address` lies in the shared memory of a block that has left: its index is written.
  bool has_left(std::uintptr_t address, std::uint32_t (&index)[3]) const;

 private:
  const ResidentBlock& first_with(ResidentBlock::Stop stop) const;
  bool run_block(std::uint32_t rank);
  void leave(std::uint32_t rank);
  bool complete_phase();
  void return_all();
  void fail_at_different_barriers();

  Grid& grid_;
  ResidentBlockStore& store_;
  std::vector<std::unique_ptr<ResidentBlock>> blocks_;  // by rank
  std::vector<ResidentBlock::Stop> stops_;              // kWaits: may run on
  std::uint32_t phases_ = 0;  // of the cluster's barrier that are complete
  // In the last run(). `stopped_`: a block came to an end or to a barrier.
  bool advanced_ = false, progressed_ = false, interrupted_ = false, stopped_ = false;
  std::uint32_t in_the_middle_ = 0;  // the block that was left there
  bool at_grid_barrier_ = false;     // all blocks
  std::uint64_t turn_ = 0;           // of all clusters of this kernel
  std::uint32_t forbidden_ = 0;      // mask of blocks whose memory is inaccessible
};

}  // namespace heddle::engine
