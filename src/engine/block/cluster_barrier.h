// SPDX-License-Identifier: Apache-2.0
// A block's part in the barrier of its cluster, at which threads arrive and wait apart (PTX ISA,
// "barrier.cluster"). A block that has arrived n times waits until n phases are complete, which is
// when all members of all blocks that have not exited have arrived n times.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace heddle::engine {

class ClusterBarrier {
 public:
  static constexpr std::uint32_t kAll = ~0u;

  // `members`: warps, or threads where each is on its own. `alone`: the only block of its cluster.
  void start(std::uint32_t members, bool alone) {
    used_ = false;
    alone_ = alone;
    completed_ = arrived_ = 0;
    members_.assign(members, {});
  }

  void arrive(std::uint32_t member) {
    used_ = true;
    if (members_[member].arrived_only) return;
    members_[member].arrived_only = true;
    ++members_[member].arrivals;
  }
  // A block that waits without having arrived does so now.
  void wait(std::uint32_t member) {
    arrive(member);
    members_[member].arrived_only = false;
  }
  bool is_through(std::uint32_t member) const { return members_[member].arrivals <= completed_; }

  // Looks anew at how often all members have arrived of whom `is_live(member)`.
  template <class IsLive>
  void count(IsLive is_live) {
    if (!used_) return;
    arrived_ = kAll;
    for (std::uint32_t m = 0; m < members_.size(); ++m) {
      if (is_live(m)) arrived_ = std::min(arrived_, members_[m].arrivals);
    }
    if (alone_) completed_ = arrived_;
  }

  // Phases that this block does not hold up; those that are complete.
  std::uint32_t arrived() const { return arrived_; }
  std::uint32_t completed() const { return completed_; }
  void complete(std::uint32_t phases) { completed_ = phases; }

 private:
  struct Member {
    std::uint32_t arrivals = 0;
    bool arrived_only = false;  // has not waited since
  };
  std::vector<Member> members_;
  std::uint32_t completed_ = 0, arrived_ = 0;
  bool used_ = false, alone_ = true;
};

}  // namespace heddle::engine
