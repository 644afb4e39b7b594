// SPDX-License-Identifier: Apache-2.0
#include "checker/barriers/deadlock_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "checker/describe.h"

namespace heddle::checker {
namespace {

using probes::Event;

// How many places are shown: one is enough to find a loop, two to see who waits for whom.
constexpr std::size_t kMostPlaces = 4;

std::string count_text(std::uint64_t count, std::string_view word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

}  // namespace

// Threads that wait at one place in the source.
struct DeadlockCheck::Place {
  const probes::Site* site = nullptr;
  Index3 thread{}, block{};  // the first of them
  std::uint64_t threads = 0;
};

probes::EventMask DeadlockCheck::events() const {
  return Event::kKernel | Event::kBlock | Event::kBarrier | Event::kOpened | Event::kExit |
         Event::kWait | Event::kDeadlock;
}

void DeadlockCheck::State::begin(const probes::Block& block) {
  index = block_of(block);
  dim = {block.launch.block[0], block.launch.block[1], block.launch.block[2]};
  live.begin(block);
  waits.assign(live.warps(), {});
  now = 0;
}

void DeadlockCheck::exit(const probes::Exit& event) {
  if (State* state = blocks_.of(event.block)) state->live.end(event.warp, event.ended);
}

void DeadlockCheck::barrier(const probes::Barrier& event) {
  if (event.site.barrier_op() == abi::BarrierOp::kArrive) return;
  State* state = blocks_.of(event.block);
  if (!state) return;
  for_each_lane(event.active, [&](unsigned lane) {
    state->waits[event.warp][lane] = {&event.site, 0, event.id};
  });
}

void DeadlockCheck::opened(const probes::Opened& event) {
  State* state = blocks_.of(event.block);
  if (!state) return;
  for (std::uint32_t warp = 0; warp < event.arrived.size(); ++warp) {
    for_each_lane(event.arrived[warp], [&](unsigned lane) {
      Waits& waits = state->waits[warp][lane];
      const bool is_there = waits.site && waits.site->event == Event::kBarrier;
      if (is_there && waits.barrier == event.id) waits = {};
    });
  }
}

void DeadlockCheck::operation(const probes::Operation& event) {
  if (event.site.event != Event::kWait) return;
  State* state = blocks_.of(event.block);
  if (!state) return;
  const auto now = ++state->now;
  for_each_lane(event.active,
                [&](unsigned lane) { state->waits[event.warp][lane] = {&event.site, now, 0}; });
}

// Between two looks of a thread each other one of its block has looked, which takes no more events
// than there are threads.
const probes::Site* DeadlockCheck::State::where(std::uint32_t warp, unsigned lane) const {
  const Waits& at = waits[warp][lane];
  if (!at.site || at.site->event == Event::kBarrier) return at.site;
  return now - at.seen > 2 * std::uint64_t{live.threads()} ? nullptr : at.site;
}

std::vector<DeadlockCheck::Place> DeadlockCheck::places_of(
    const std::vector<std::unique_ptr<State>>& blocks) {
  std::vector<Place> places;
  for (const auto& state : blocks) {
    for (std::uint32_t warp = 0; warp < state->live.warps(); ++warp) {
      for_each_lane(state->live.of(warp), [&](unsigned lane) {
        const auto* site = state->where(warp, lane);
        if (!site) return;
        auto place = std::ranges::find_if(
            places, [&](const Place& one) { return one.site->key == site->key; });
        if (place == places.end()) {
          const auto linear = warp * abi::kWarpSize + lane;
          place =
              places.insert(places.end(), {site, thread_in(state->dim, linear), state->index, 0});
        }
        ++place->threads;
      });
    }
  }
  return places;
}

void DeadlockCheck::deadlock(const probes::Deadlock& event) {
  auto blocks = blocks_.take(event.launch);
  if (!session_.launches.covers(event.launch)) return;
  // In the order of the grid, whatever host thread had them.
  std::ranges::sort(blocks, {}, [](const auto& state) {
    return std::array{state->index[2], state->index[1], state->index[0]};
  });
  const auto places = places_of(blocks);
  if (places.empty()) return;
  const auto second = places.size() > 1 ? places[1].site->key : 0;
  session_.findings.report(Class::kDeadlock, places[0].site->key, second, 1, [&] {
    Finding finding;
    finding.headline = "Deadlock detected. No thread of the kernel can go on";
    tell_kernel(finding, event.launch);
    for (const auto& place : places) {
      if (finding.sides.size() == kMostPlaces) break;
      const bool is_barrier = place.site->event == Event::kBarrier;
      finding.sides.push_back({is_barrier ? "Waits at a barrier" : "Waits in a loop",
                               checker::places_of(*place.site), place.thread, place.block});
      finding.notes.push_back(fmt::format("{} {} at line {}", count_text(place.threads, "thread"),
                                          place.threads == 1 ? "waits" : "wait",
                                          place.site->user() ? place.site->user()->line : 0));
    }
    if (event.residents) {
      finding.notes.push_back(
          fmt::format("The GPU holds {} at once, and all of them wait: the others cannot begin",
                      count_text(event.residents, "block")));
    }
    finding.notes.emplace_back("Nobody writes what they wait for, and the launch fails");
    return finding;
  });
}

}  // namespace heddle::checker
