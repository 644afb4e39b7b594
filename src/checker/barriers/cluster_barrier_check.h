// SPDX-License-Identifier: Apache-2.0
// synccheck, the barrier of a cluster: do all lanes of a warp come to it?
//
// Lanes may come by different places, one after the other, so a lane that is not there when the
// barrier opens may still come. What counts is how often each has come when it ends: a lane that
// the barrier has opened without, and that came less often than others of its warp, has missed it.
// Who ends before is not missed.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "checker/barriers/running_blocks.h"
#include "checker/barriers/threads.h"
#include "checker/session.h"
#include "probes/listener.h"

namespace heddle::checker {

class ClusterBarrierCheck : public probes::Listener {
 public:
  explicit ClusterBarrierCheck(Session& session) : session_(session) {}

  probes::EventMask events() const override;
  void kernel_end(const probes::Launch& launch, bool) override { blocks_.take(launch); }
  void block_begin(const probes::Block& block) override { blocks_.begin(block); }
  void block_end(const probes::Block& block) override;
  void exit(const probes::Exit& event) override;
  void barrier(const probes::Barrier& event) override;
  void opened(const probes::Opened& event) override;

 private:
  struct OfWarp {
    std::array<std::uint32_t, abi::kWarpSize> times{};  // that each lane has come
    std::uint32_t early = 0;                            // have arrived and not waited yet
    const probes::Site* site = nullptr;                 // of those that wait, or came last
    std::uint32_t waiting = 0;
    // Of the last opening that lanes which live did not come to: these, where the others were.
    std::uint32_t missed = 0;
    const probes::Site* missed_at = nullptr;
    std::uint32_t others = 0;
  };
  struct State {
    void begin(const probes::Block& block);
    bool used = false;
    LiveThreads live;
    std::vector<OfWarp> warps;
  };

  // Lanes of a warp end.
  void judge(const probes::Block& block, const OfWarp& of, std::uint32_t warp, std::uint32_t lanes);

  Session& session_;
  RunningBlocks<State> blocks_;
};

}  // namespace heddle::checker
