// SPDX-License-Identifier: Apache-2.0
// synccheck, launches of which no thread can go on: where each of them waits.
//
// The engine finds that nothing can change any more (engine/grid/deadlock.h) and ends the launch;
// this keeps, for each thread, the loop or the barrier that it was last seen to wait at. In a
// deadlock every thread comes by its loop again and again, so a loop that a thread has left is
// older than all those that threads are in.
#pragma once

#include <array>
#include <vector>

#include "checker/barriers/running_blocks.h"
#include "checker/barriers/threads.h"
#include "checker/describe.h"
#include "checker/session.h"
#include "probes/listener.h"

namespace heddle::checker {

class DeadlockCheck : public probes::Listener {
 public:
  explicit DeadlockCheck(Session& session) : session_(session) {}

  probes::EventMask events() const override;
  void kernel_end(const probes::Launch& launch, bool) override { blocks_.take(launch); }
  void block_begin(const probes::Block& block) override { blocks_.begin(block); }
  void block_end(const probes::Block& block) override { blocks_.end(block); }
  void exit(const probes::Exit& event) override;
  void barrier(const probes::Barrier& event) override;
  void opened(const probes::Opened& event) override;
  void operation(const probes::Operation& event) override;
  void deadlock(const probes::Deadlock& event) override;

 private:
  struct Waits {
    const probes::Site* site = nullptr;  // null: nowhere that is known
    std::uint64_t seen = 0;              // of a loop: when, in events of the block
    std::uint32_t barrier = 0;           // of a barrier: its id
  };
  struct State {
    void begin(const probes::Block& block);
    // The thread of a lane waits there, as far as it is known.
    const probes::Site* where(std::uint32_t warp, unsigned lane) const;

    Index3 index{};
    std::array<std::uint32_t, 3> dim{};
    LiveThreads live;
    std::vector<std::array<Waits, abi::kWarpSize>> waits;  // by warp
    std::uint64_t now = 0;
  };
  struct Place;

  static std::vector<Place> places_of(const std::vector<std::unique_ptr<State>>& blocks);

  Session& session_;
  RunningBlocks<State> blocks_;
};

}  // namespace heddle::checker
