// SPDX-License-Identifier: Apache-2.0
// A launch by the host and what device code has launched from there on: what the threads of each
// grid know of the others when they begin (CUDA C++ Programming Guide, "CUDA Dynamic Parallelism",
// "Memory Consistency and Coherence").
//
// A child knows what the launching thread knew, and did itself, up to the launch; and all of what
// comes before it in its stream, with what that has launched. A tail launch knows all of the grid
// that has given it, and all other launches of that grid. Nobody in a grid ever knows of what its
// children do.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "checker/races/clocks.h"
#include "probes/events.h"

namespace heddle::checker::races {

class Families {
 public:
  // `known`: by the thread that gives it, itself included.
  void give(const probes::DeviceLaunch& event, Known known);
  // What the threads of the launch know, whose blocks have these ids.
  Known begin(const probes::Launch& launch, BlockId first, BlockId end);
  // What the threads of a block of it have learnt of others.
  void block_end(std::uint64_t launch, const Known& known);
  void end(const probes::Launch& launch);
  // A number for the family of a launch, 0: it has none.
  std::uint64_t of(std::uint64_t launch);

 private:
  struct Grid {
    std::uint64_t root;  // launch by the host
    BlockId first, end;
    Known known;                          // by its threads
    std::vector<std::uint64_t> children;  // in the order in which they were given
  };
  struct Given {
    std::uint64_t root, parent;  // launches
    std::uint64_t launch = 0;    // 0: it has not begun, or is none
    Known known;                 // by who gave it
    std::uint64_t after = 0, also = 0;
    bool tail = false;
    bool is_counted = false;  // in `all`
    Known all;                // it and all that it has launched
  };
  Known before(const Given& child);
  Known through(std::uint64_t number);

  std::mutex mutex_;
  std::map<std::uint64_t, Grid> grids_;    // by launch
  std::map<std::uint64_t, Given> givens_;  // by DeviceLaunch::given
};

}  // namespace heddle::checker::races
