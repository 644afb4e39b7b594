// SPDX-License-Identifier: Apache-2.0
// Stack objects of the threads that run, of those whose addresses the program gives away: whose an
// address is. The copies of the lanes of a warp lie side by side, so that what runs over the end of
// one is in the next lane's.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>

#include "checker/barriers/running_blocks.h"
#include "probes/events.h"

namespace heddle::checker {

class LocalObjects {
 public:
  void block_begin(const probes::Block& block) { blocks_.begin(block); }
  void block_end(const probes::Block& block) { blocks_.end(block); }
  // The objects of the event's lanes begin there. What was there before is gone.
  void begin(const probes::LocalObject& event);

  struct Bounds {
    std::uint64_t begin, bytes;
    bool of_other_thread = false;  // the address is in memory of another one
  };
  // What lane `lane` should have stayed in, whose pointer belongs to where `object` is (0: not
  // known), and touches bytes `first` to `last`. Empty: it is in order, or nobody knows.
  std::optional<Bounds> left(const probes::At& at, unsigned lane, std::uint64_t first,
                             std::uint64_t last, std::uint64_t object);

 private:
  struct Copies {  // of one object
    std::array<std::uint64_t, abi::kWarpSize> addresses;
    std::uint32_t lanes, warp;
    std::uint64_t bytes;
  };
  struct Copy {
    std::shared_ptr<const Copies> of;
    unsigned lane;
  };
  struct State {
    void begin(const probes::Block&) { copies.clear(); }
    const Copy* at(std::uint64_t address) const;
    std::map<std::uint64_t, Copy> copies;  // by address
  };
  RunningBlocks<State> blocks_;
};

}  // namespace heddle::checker
