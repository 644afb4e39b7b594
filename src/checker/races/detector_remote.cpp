// SPDX-License-Identifier: Apache-2.0
// Accesses to the shared memory of blocks that may have ended (remote_use.h).
#include <bit>

#include "checker/races/detector.h"
#include "checker/races/running_cluster.h"

namespace heddle::checker::races {

void RaceDetector::note_remote_use(Running& in, const probes::Access& event, std::uint32_t lanes) {
  // What arrives at an mbarrier publishes first, and is told as an access then.
  if (event.site.event == probes::Event::kMbarrier) return;
  auto& of = *in.of_cluster;
  in.state.warp(event.warp).each(lanes, [&](Clock clock, const LazyKnowledge&, std::uint32_t some) {
    for (; some != 0; some &= some - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(some));
      const auto target = (event.addresses[lane] - of.base) >> of.rank_shift;
      if (target >= of.blocks.size() || target == in.rank) continue;
      auto& use =
          of.remote_uses.of(in.rank, event.warp, in.generation(), static_cast<unsigned>(target));
      use.lanes |= 1u << lane;
      use.clocks[lane] = clock;
      use.sites[lane] = &event.site;
    }
  });
}

// The block ends: who has used its shared memory, and it does not know?
void RaceDetector::tell_uses_at_end(Running& in) {
  const auto& of = *in.of_cluster;
  if (!uses_at_end_ || of.remote_uses.all().empty()) return;
  Known known;
  for (unsigned warp = 0; warp < in.state.warps(); ++warp) {
    const auto& of_warp = in.state.warp(warp);
    of_warp.any(of_warp.existing(), [&](const LaneState& lane) {
      known = join(known, lane.known.far);
      // What a thread has read and not learnt yet: that it ends behind it is meant.
      for (const auto& seen : lane.seen) known = join(known, seen);
      return false;
    });
  }
  for (const auto& use : of.remote_uses.all()) {
    if (use.target != in.rank) continue;
    const auto* by = of.blocks[use.rank];
    if (!by || !by->told || by->generation() != use.block) continue;
    const probes::Site* site = nullptr;
    std::uint32_t late = 0;
    for (auto rest = use.lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      const auto bit = 1u << lane;
      const bool unknown =
          !known || (known->unknown_lanes(use.block, use.warp, use.clocks[lane]) & bit) != 0;
      if (!unknown || (site && site != use.sites[lane])) continue;
      site = use.sites[lane];
      late |= bit;
    }
    if (late != 0) uses_at_end_({{*site, *by->told, use.warp, late}, *in.block});
  }
}

}  // namespace heddle::checker::races
