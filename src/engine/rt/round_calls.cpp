// SPDX-License-Identifier: Apache-2.0
// Rounds of a block whose barriers are loops over its warps in compiled code (warp_loops.h in the
// compiler): what is told of a barrier that all its threads have come to.
#include <array>
#include <cstdint>

#include "engine/block/block_runner.h"
#include "engine/block/host_thread.h"
#include "engine/probes/listeners.h"

using heddle::abi::BlockContext;
using heddle::abi::kWarpSize;
using heddle::engine::BlockRunner;
using heddle::engine::HostThread;
namespace probes = heddle::probes;

namespace {

void tell_in_step(BlockRunner& runner, const probes::Site& site) {
  runner.untold().arrive(site);
  runner.untold().opened();
  const probes::InStep event{runner.block_told(), site};
  runner.grid().listeners->tell(probes::Event::kInStep,
                                [&](probes::Listener& l) { l.in_step(event); });
}

// Where the warps, of which none is partial, all are; null: at several places.
const probes::Site* common_place(const BlockContext& block, const std::uint32_t* places,
                                 const probes::Site* const* full) {
  if (!full || block.thread_count % kWarpSize != 0) return nullptr;
  if (places[0] == heddle::abi::kReturned) return nullptr;
  std::uint32_t different = 0;
  for (std::uint32_t w = 0; w < block.warp_count; ++w) different |= places[w] ^ places[0];
  return different == 0 ? full[places[0]] : nullptr;
}

class Round {
 public:
  Round(BlockContext& block, const std::uint32_t* places, const probes::Site* const* full,
        const probes::Site* const* last)
      : runner_(*static_cast<BlockRunner*>(block.engine)),
        listeners_(*runner_.grid().listeners),
        block_(runner_.block_told()),
        warps_(block.warp_count),
        lanes_of_last_(block.thread_count % kWarpSize),
        an_end_(full ? full[0] : last[0]) {
    for (std::uint32_t w = 0; w < warps_; ++w) {
      if (places[w] == heddle::abi::kReturned) continue;
      sites_[w] = (is_partial(w) ? last : full)[places[w]];
    }
  }

  void tell() const {
    const HostThread::Listening listening(runner_.host_thread());
    if (are_in_step()) return tell_in_step(runner_, *sites_[0]);
    for (std::uint32_t w = 0; w < warps_; ++w) {
      if (!sites_[w]) tell_end(w);
    }
    for (std::uint32_t w = 0; w < warps_; ++w) {
      if (sites_[w]) tell_arrival(w);
    }
    if (auto* opened = runner_.opened_barriers()) opened->open(0, 0);
  }

 private:
  bool is_partial(std::uint32_t warp) const { return lanes_of_last_ != 0 && warp == warps_ - 1; }
  std::uint32_t lanes(std::uint32_t warp) const {
    return is_partial(warp) ? (1u << lanes_of_last_) - 1 : ~0u;
  }
  bool are_in_step() const {
    for (std::uint32_t w = 0; w < warps_; ++w) {
      if (!sites_[w] || sites_[w] != sites_[0]) return false;
    }
    return true;
  }
  // Of a warp that ended as a whole while nothing was out of step.
  void tell_end(std::uint32_t warp) const {
    const auto ended = runner_.untold().end(warp, lanes(warp));
    if (ended == 0 || !an_end_) return;
    const probes::Exit event{{*an_end_, block_, warp, ended}, ended};
    listeners_.tell(probes::Event::kExit, [&](probes::Listener& l) { l.exit(event); });
  }
  void tell_arrival(std::uint32_t warp) const {
    const auto& site = *sites_[warp];
    runner_.untold().arrive(site);
    if (auto* opened = runner_.opened_barriers()) opened->arrive(0, warp, lanes(warp));
    const probes::Barrier event{{site, block_, warp, lanes(warp)}, 0, 0, 0};
    listeners_.tell(probes::Event::kBarrier, [&](probes::Listener& l) { l.barrier(event); });
  }

  BlockRunner& runner_;
  const heddle::engine::ListenerSet& listeners_;
  const probes::Block& block_;
  std::uint32_t warps_, lanes_of_last_;
  const probes::Site* an_end_;
  std::array<const probes::Site*, kWarpSize> sites_{};  // of the barrier; null: has returned
};

}  // namespace

extern "C" __attribute__((visibility("default"))) void heddle_rt_probe_round(
    BlockContext* block, const std::uint32_t* places, const probes::Site* const* full,
    const probes::Site* const* last) {
  BlockRunner& runner = *static_cast<BlockRunner*>(block->engine);
  if (!runner.grid().listeners) return;
  // As nearly always.
  if (const auto* site = common_place(*block, places, full)) {
    const HostThread::Listening listening(runner.host_thread());
    return tell_in_step(runner, *site);
  }
  Round(*block, places, full, last).tell();
}
