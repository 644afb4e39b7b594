// SPDX-License-Identifier: Apache-2.0
// The host threads that grids run on.
#pragma once

#include <memory>

#include "engine/launch/grid.h"
#include "engine/launch/residents.h"

namespace heddle::engine {

class Pool {
 public:
  explicit Pool(unsigned threads);
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  unsigned threads() const { return threads_; }

  // Runs all blocks of `grid` (grid.next is 0, grid.workers is set here). The calling thread works
  // too. Returns when every block has ended or the grid has failed.
  void run(Grid& grid);

 private:
  struct Arena;
  void run_cooperative(Grid& grid, unsigned workers);
  template <class Work>
  void run_units(Grid& grid, unsigned workers, Work work);
  template <class Work>
  void in_parallel(Grid& grid, Work work);

  const unsigned threads_;
  std::unique_ptr<Arena> arena_;
  ResidentStore residents_;
};

}  // namespace heddle::engine
