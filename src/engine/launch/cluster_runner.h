// SPDX-License-Identifier: Apache-2.0
// A host thread that runs clusters (blocks, when there are none) which may wait for each other. As
// on a GPU, where many are resident, one that waits must not keep the others from beginning.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/base/random.h"
#include "engine/grid/deadlock.h"
#include "engine/launch/cluster.h"

namespace heddle::engine {

class BegunBlocks;
class ResidentBlockStore;
struct Grid;

// What the blocks of a grid may wait for, but for each other and the host: other work of the thread
// that runs them.
class OtherWork {
 public:
  // Whether the thread could do some.
  virtual bool is_there() = 0;
  // Whether others do some.
  virtual bool is_done_elsewhere() = 0;

 protected:
  ~OtherWork() = default;
};

class ClusterRunner {
 public:
  // `begun`: with a block that was left in the middle, may be null.
  ClusterRunner(Grid& grid, ResidentBlockStore& store, BegunBlocks* begun);

  // Takes clusters of the grid and runs them, as member `share`, until none is left or the grid has
  // failed. `leaves`: false as soon as one has run for long or all only wait; another call, maybe
  // in another thread, goes on. So it is where there is other work.
  bool run(unsigned share, bool leaves, OtherWork* others = nullptr);

 private:
  bool failed() const { return grid_.failed.load(std::memory_order_relaxed); }
  bool is_idle() const { return running_.empty() && !begun_; }
  bool is_left() const { return next_ < end_ || grid_.is_left(); }

  bool work(bool leaves, OtherWork* others);
  bool take_next();
  bool begin();
  bool begin_more();
  void begin_for_accesses();
  bool is_passed_over();
  bool run_each();
  bool run_begun();
  bool is_alone(OtherWork* others);
  void fail();

  Grid& grid_;
  ResidentBlockStore& store_;
  Deadlock::Watch watch_;
  const std::uint64_t most_;
  Random random_;                     // of schedules that change at accesses
  std::uint64_t next_ = 0, end_ = 0;  // taken
  std::vector<std::unique_ptr<Cluster>> running_, idle_;
  bool backwards_ = true;
  bool alone_ = false;  // there was no other work when this was asked last
  BegunBlocks* begun_;  // the thread's own block, null when it has ended
  bool progressed_ = false, ended_ = false, interrupted_ = false;  // in the last round
};

}  // namespace heddle::engine
