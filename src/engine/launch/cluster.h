// SPDX-License-Identifier: Apache-2.0
// A thread block cluster (CUDA C++ Programming Guide, "Thread Block Clusters"): its blocks are
// resident together, each with a worker of its own, and one host thread at a time runs them on,
// from cluster barrier to cluster barrier. That no two of them run at once is what lets generated
// code treat atomic operations on shared memory as plain ones.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/launch/resident_store.h"
#include "engine/launch/worker.h"

namespace heddle::engine {

class Cluster {
 public:
  // Blocks for clusters of `grid`, or for single blocks of a cooperative grid without clusters.
  // Where the host has no memory for them, the grid has failed.
  Cluster(Grid& grid, ResidentStore& store);
  // A block that the calling thread's own worker has begun and that was left when its slice was
  // over.
  Cluster(Grid& grid, ResidentStore& store, Worker& begun);
  ~Cluster();
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  // Cluster `number`, 0 .. grid.units - 1, in the order in which they run.
  void start(std::uint64_t number);

  // Runs blocks on. kEnded: all have ended or the grid has failed. kAtGridBarrier: all that have
  // not ended are there. kWaits: blocks wait for others in loops of their own.
  Worker::Stop run();
  bool is_borrowed() const { return borrowed_; }
  // Whether a block got on in the last run().
  bool got_on() const { return got_on_; }
  // Whether a block was left because its slice was over.
  bool interrupted() const { return interrupted_; }
  // Whether a thread did more in it than look at what it waits for.
  bool stirred() const { return stirred_; }
  // A fault at the place where a thread waits (kWaits).
  Fault fault_where_it_waits() const;

  // The grid has failed: a block of this cluster waits at the grid's barrier, where one of `other`
  // that has ended will not come.
  void fail_without(const Cluster& other);

  std::uint32_t size() const { return static_cast<std::uint32_t>(workers_.size()); }
  std::uint32_t rank_of(const Worker& worker) const;
  SharedMemory& memory() { return workers_[0]->shared_memory(); }
  // Whether `address` lies in the shared memory of a block that has left: its index is written.
  bool has_left(std::uintptr_t address, std::uint32_t (&index)[3]) const;

 private:
  const Worker& first_with(Worker::Stop stop) const;
  void leave(std::uint32_t rank);
  bool complete_phase();
  void return_all();
  void fail_at_different_barriers();

  Grid& grid_;
  ResidentStore& store_;
  std::vector<std::unique_ptr<Worker>> workers_;  // by rank
  std::vector<Worker::Stop> stops_;               // kWaits: may run on
  std::uint32_t phases_ = 0;                      // of the cluster's barrier that are complete
  bool got_on_ = false, stirred_ = false, interrupted_ = false;
  bool borrowed_ = false;  // its worker is a thread's own
  bool at_grid_barrier_ = false;  // all blocks
  std::uint64_t turn_ = 0;        // of all clusters of this kernel
  std::uint32_t forbidden_ = 0;   // mask of blocks whose memory is inaccessible
};

// Takes clusters of the grid and runs them, until none is left or the grid has failed.
// `begun`: it has begun a block, which was left.
void run_clusters(Grid& grid, ResidentStore& store, unsigned share, Worker* begun = nullptr);

}  // namespace heddle::engine
