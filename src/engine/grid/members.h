// SPDX-License-Identifier: Apache-2.0
// The host threads that work on a grid.
#pragma once

#include <csignal>

namespace heddle::engine {

struct Grid;

// Sent to the members of a grid that has failed; a process that does not expect it ignores it.
constexpr int kStopSignal = SIGURG;

// The calling thread works on `grid` as its member `share` while this lives. When the grid has
// failed, the others' kernels are ended: they may wait for what the faulted block would have done.
class Member {
 public:
  Member(Grid& grid, unsigned share);
  ~Member();
  Member(const Member&) = delete;
  Member& operator=(const Member&) = delete;

 private:
  Grid& grid_;
  const unsigned share_;
};

}  // namespace heddle::engine
