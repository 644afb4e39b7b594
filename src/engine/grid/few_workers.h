// SPDX-License-Identifier: Apache-2.0
// How many workers a grid is worth, by what its blocks took before, and all of them where it takes
// longer this time: the blocks of many a kernel take as long as their data says (a front of a
// graph, a length of a row).
#pragma once

#include <atomic>
#include <vector>

#include "support/stopwatch.h"

namespace heddle::engine {

struct Grid;

class FewWorkers {
 public:
  // To wake a thread costs microseconds: how many are worth it for a grid that takes one of them so
  // long. 0 nanoseconds: not known, all. Negative: at most so long; where that may be little, one
  // begins and looks.
  static unsigned worth(float nanoseconds, unsigned all);

  // Of a grid with grid.workers of `all`, whose one worker, or several with slots in grid.members,
  // begins now. `members`: room for the others, made when they are asked for.
  FewWorkers(Grid& grid, unsigned all, std::vector<std::atomic<int>>& members);

  // Between two pieces, by any worker: whether it is to have the others after all.
  void look();
  bool asked() const { return asked_.load(std::memory_order_relaxed); }
  // What it would take one of them, by what that had done when the others were asked for; 0: they
  // were not, or there was more than one.
  float alone() const { return alone_ns_.load(std::memory_order_relaxed); }

 private:
  Grid& grid_;
  const unsigned all_;
  std::vector<std::atomic<int>>& members_;
  support::Stopwatch since_begin_;
  std::atomic<bool> asked_{false};
  std::atomic<float> alone_ns_{0};
};

}  // namespace heddle::engine
