// SPDX-License-Identifier: Apache-2.0
#include "checker/barriers/cluster_barrier_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "checker/describe.h"

namespace heddle::checker {

using probes::Event;

void ClusterBarrierCheck::State::begin(const probes::Block& block) {
  used = false;
  live.begin(block);
  warps.clear();
}

probes::EventMask ClusterBarrierCheck::events() const {
  return Event::kKernel | Event::kBlock | Event::kBarrier | Event::kOpened | Event::kExit;
}

void ClusterBarrierCheck::barrier(const probes::Barrier& event) {
  if (event.id != abi::kClusterBarrier) return;
  State* state = blocks_.of(event.block);
  if (!state) return;
  if (!state->used) state->warps.resize(state->live.warps());
  state->used = true;
  OfWarp& of = state->warps[event.warp];
  const bool waits = event.site.barrier_op() != abi::BarrierOp::kArrive;
  for (auto lanes = event.active & ~of.early; lanes; lanes &= lanes - 1) {
    ++of.times[first_lane(lanes)];
  }
  of.early = waits ? of.early & ~event.active : of.early | event.active;
  if (!waits) return;
  of.site = &event.site;
  of.waiting |= event.active;
}

void ClusterBarrierCheck::opened(const probes::Opened& event) {
  if (event.id != abi::kClusterBarrier) return;
  State* state = blocks_.of(event.block);
  if (!state || !state->used) return;
  for (std::uint32_t warp = 0; warp < event.arrived.size(); ++warp) {
    OfWarp& of = state->warps[warp];
    if (event.arrived[warp] == 0 || !of.site) continue;
    const auto missing = state->live.of(warp) & ~of.waiting & ~of.early;
    if (missing != 0) {
      of.missed |= missing;
      of.missed_at = of.site;
      of.others = of.waiting;
    }
    of.waiting = 0;
  }
}

void ClusterBarrierCheck::exit(const probes::Exit& event) {
  State* state = blocks_.of(event.block);
  if (!state) return;
  if (state->used) judge(event.block, state->warps[event.warp], event.warp, event.ended);
  state->live.end(event.warp, event.ended);
}

void ClusterBarrierCheck::block_end(const probes::Block& block) {
  State* state = blocks_.of(block);
  for (std::uint32_t warp = 0; state && state->used && warp < state->live.warps(); ++warp) {
    judge(block, state->warps[warp], warp, state->live.of(warp));
  }
  blocks_.end(block);
}

void ClusterBarrierCheck::judge(const probes::Block& block, const OfWarp& of, std::uint32_t warp,
                                std::uint32_t lanes) {
  const auto most = *std::ranges::max_element(of.times);
  std::uint32_t missing = 0;
  for (auto rest = lanes & of.missed; rest; rest &= rest - 1) {
    const unsigned lane = first_lane(rest);
    if (of.times[lane] < most) missing |= 1u << lane;
  }
  if (missing == 0 || !session_.launches.covers(block.launch)) return;
  const auto* dim = block.launch.block;
  const auto thread = [&](unsigned lane) {
    return thread_in({dim[0], dim[1], dim[2]}, warp * abi::kWarpSize + lane);
  };
  const auto count = static_cast<std::uint64_t>(std::popcount(missing));
  session_.findings.report(Class::kDivergentBarrier, of.missed_at->key, 0, count, [&] {
    Finding finding;
    finding.headline = "Barrier error detected. Divergent thread(s) in warp";
    tell_kernel(finding, block.launch);
    finding.sides.push_back(
        {"", places_of(*of.missed_at), thread(first_lane(of.others)), block_of(block)});
    const auto other = thread(first_lane(missing));
    finding.notes.push_back(
        fmt::format("Thread ({},{},{}) of the same warp does not come to the cluster's barrier",
                    other[0], other[1], other[2]));
    return finding;
  });
}

}  // namespace heddle::checker
