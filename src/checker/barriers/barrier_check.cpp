// SPDX-License-Identifier: Apache-2.0
#include "checker/barriers/barrier_check.h"

#include <fmt/format.h>

#include "checker/describe.h"

namespace heddle::checker {
namespace {

using probes::Event;

// Barriers of the block that PTX numbers, and the grid's: those of tiles and clusters have rules of
// their own.
bool is_for_all(std::uint32_t id, std::uint32_t threads) {
  return threads == 0 && id <= abi::kGridBarrier;
}

std::string name_of(std::uint32_t id) {
  if (id == 0) return "__syncthreads()";
  if (id == abi::kGridBarrier) return "the grid's barrier";
  if (id == abi::kClusterBarrier) return "the cluster's barrier";
  if (id > abi::kGridBarrier) return "the barrier of a tile";
  return fmt::format("barrier {}", id);
}

std::string thread_text(const Index3& thread) {
  return fmt::format("({},{},{})", thread[0], thread[1], thread[2]);
}

Index3 thread_in(const std::array<std::uint32_t, 3>& dim, std::uint32_t warp, unsigned lane) {
  return checker::thread_in(dim, warp * abi::kWarpSize + lane);
}

}  // namespace

void BarrierCheck::State::begin(const probes::Block& block) {
  index = block_of(block);
  dim = {block.launch.block[0], block.launch.block[1], block.launch.block[2]};
  live.begin(block);
  waiting.clear();
}

probes::EventMask BarrierCheck::events() const {
  return Event::kKernel | Event::kBlock | Event::kBarrier | Event::kOpened | Event::kExit |
         Event::kDeadlock;
}

Side BarrierCheck::side(const State& state, const Arrival& arrival, unsigned lane,
                        std::string action) {
  return {std::move(action), places_of(*arrival.site), thread_in(state.dim, arrival.warp, lane),
          state.index};
}

void BarrierCheck::exit(const probes::Exit& event) {
  if (State* state = blocks_.of(event.block)) state->live.end(event.warp, event.ended);
}

void BarrierCheck::barrier(const probes::Barrier& event) {
  State* state = blocks_.of(event.block);
  if (!state) return;
  check_count(event, *state);
  if (event.site.barrier_op() == abi::BarrierOp::kArrive) return;
  state->waiting[event.id].push_back({&event.site, event.warp, event.active, event.threads});
}

void BarrierCheck::check_count(const probes::Barrier& event, const State& state) {
  if (event.threads == 0 || event.id > abi::kGridBarrier - 1) return;
  const auto most = static_cast<std::uint32_t>(state.live.warps()) * abi::kWarpSize;
  std::string why;
  if (event.threads % abi::kWarpSize != 0) {
    why = fmt::format("It waits for {} threads, which is no multiple of the warp's 32",
                      event.threads);
  } else if (event.threads > most) {
    why = fmt::format("It waits for {} threads, but the block has {}", event.threads,
                      state.live.threads());
  } else {
    const auto waiting = state.waiting.find(event.id);
    if (waiting == state.waiting.end() || waiting->second.empty()) return;
    const auto& other = waiting->second.front();
    if (other.threads == event.threads) return;
    why = fmt::format("It waits for {} threads here and for {} where thread {} came to it",
                      event.threads, other.threads,
                      thread_text(thread_in(state.dim, other.warp, first_lane(other.lanes))));
  }
  if (!session_.launches.covers(event.block.launch)) return;
  const auto count = static_cast<std::uint64_t>(std::popcount(event.active));
  session_.findings.report(Class::kBarrierCount, event.site.key, 0, count, [&] {
    Finding finding;
    finding.headline =
        fmt::format("Barrier error detected. Invalid thread count of {}", name_of(event.id));
    tell_kernel(finding, event.block.launch);
    finding.sides.push_back(side_of(event, first_lane(event.active)));
    finding.notes.push_back(why);
    return finding;
  });
}

void BarrierCheck::opened(const probes::Opened& event) {
  State* state = blocks_.of(event.block);
  if (!state) return;
  const auto it = state->waiting.find(event.id);
  if (it == state->waiting.end()) return;
  const auto arrivals = std::move(it->second);
  state->waiting.erase(it);
  if (arrivals.empty() || !is_for_all(event.id, arrivals.front().threads)) return;
  check_together(event.block.launch, *state, arrivals);
}

void BarrierCheck::check_together(const probes::Launch& launch, const State& state,
                                  const std::vector<Arrival>& arrivals) {
  struct OfWarp {
    const Arrival* first = nullptr;
    const Arrival* elsewhere = nullptr;  // at another place in the source
    std::uint32_t lanes = 0;
  };
  std::vector<OfWarp> warps(state.live.warps());
  for (const auto& arrival : arrivals) {
    OfWarp& warp = warps[arrival.warp];
    if (!warp.first) warp.first = &arrival;
    if (arrival.site->key != warp.first->site->key) warp.elsewhere = &arrival;
    warp.lanes |= arrival.lanes;
  }
  for (std::uint32_t w = 0; w < warps.size(); ++w) {
    const OfWarp& warp = warps[w];
    const std::uint32_t missing = state.live.of(w) & ~warp.lanes;
    if (!warp.first || (!missing && !warp.elsewhere)) continue;
    if (!session_.launches.covers(launch)) return;
    const auto other = warp.elsewhere ? warp.elsewhere->site->key : 0;
    const auto count = static_cast<std::uint64_t>(std::popcount(warp.lanes));
    session_.findings.report(Class::kDivergentBarrier, warp.first->site->key, other, count, [&] {
      Finding finding;
      finding.headline = "Barrier error detected. Divergent thread(s) in warp";
      tell_kernel(finding, launch);
      const bool two = warp.elsewhere != nullptr;
      finding.sides.push_back(
          side(state, *warp.first, first_lane(warp.first->lanes), two ? "One barrier" : ""));
      if (two) {
        finding.sides.push_back(
            side(state, *warp.elsewhere, first_lane(warp.elsewhere->lanes), "Another barrier"));
      } else {
        finding.notes.push_back(
            fmt::format("Thread {} of the same warp does not come to this barrier",
                        thread_text(thread_in(state.dim, w, first_lane(missing)))));
      }
      return finding;
    });
  }
}

void BarrierCheck::kernel_end(const probes::Launch& launch, bool faulted) {
  for (const auto& state : blocks_.take(launch)) {
    if (faulted && session_.launches.covers(launch)) report_stuck(launch, *state);
  }
}

// Where every warp that lives waits, the barrier is what ended the launch; else it was something
// else, which ended it while others waited in good order.
void BarrierCheck::report_stuck(const probes::Launch& launch, const State& state) {
  std::vector<const Arrival*> of_warp(state.live.warps());
  const Arrival* first = nullptr;
  for (const auto& [id, arrivals] : state.waiting) {
    for (const auto& arrival : arrivals) {
      if (!of_warp[arrival.warp]) of_warp[arrival.warp] = &arrival;
      if (!first) first = &arrival;
    }
  }
  for (std::uint32_t w = 0; w < of_warp.size(); ++w) {
    if (state.live.of(w) != 0 && !of_warp[w]) return;
  }
  if (!first) return;
  std::uint32_t id = 0;
  for (const auto& [number, arrivals] : state.waiting) {
    if (!arrivals.empty() && &arrivals.front() == first) id = number;
  }
  session_.findings.report(Class::kBarrierNotReached, first->site->key, 0, 1, [&] {
    Finding finding;
    finding.headline = "Barrier error detected. Divergent thread(s) in block";
    tell_kernel(finding, launch);
    finding.sides.push_back(side(state, *first, first_lane(first->lanes), "Waits"));
    for (const auto* other : of_warp) {
      if (!other || other->site->key == first->site->key) continue;
      finding.sides.push_back(side(state, *other, first_lane(other->lanes), "Waits elsewhere"));
      break;
    }
    const std::uint32_t rest = state.live.of(first->warp) & ~first->lanes;
    if (finding.sides.size() == 1 && rest) {
      finding.notes.push_back(
          fmt::format("Thread {} does not come to this barrier",
                      thread_text(thread_in(state.dim, first->warp, first_lane(rest)))));
    }
    finding.notes.push_back(fmt::format("{} never opens, and the launch fails", name_of(id)));
    return finding;
  });
}

}  // namespace heddle::checker
