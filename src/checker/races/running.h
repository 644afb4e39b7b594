// SPDX-License-Identifier: Apache-2.0
// Parts of the detector that only detector*.cpp see: a block that runs, and what of an access goes
// to one memory.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <optional>
#include <vector>

#include "checker/races/detector.h"

namespace heddle::checker::races {

struct RaceDetector::Look {
  Published::Key key;
  unsigned lane;
  Level reach;
  bool acquires;
  std::uint64_t seen = 0;  // of Published::read
};

struct RaceDetector::Running {
  explicit Running(const Rules& rules) : state(rules) {}

  // Another block begins.
  void begin(LaunchState& of, const probes::Block& begun);

  // What the lane has just read there, for who writes there, too; or null.
  std::uint64_t* seen(unsigned warp, unsigned lane, const Published::Key& key) {
    auto& all = looks[warp];
    const auto last =
        std::find_if(all.rbegin(), all.rend(), [&](const Look& look) { return look.lane == lane; });
    return last != all.rend() && last->key.address == key.address ? &last->seen : nullptr;
  }
  // Of its shared memory in Line::access: no two blocks have the same one, global memory has 0.
  std::uint64_t generation() const { return state.id(); }
  // Calls f(lanes, key) for lanes of one phase of a barrier of several blocks; `more`: what they
  // have arrived at since.
  template <class F>
  void each_phase(unsigned barrier, unsigned warp, std::uint32_t lanes, unsigned more, F&& f) {
    const bool grid = barrier == abi::kGridBarrier;
    auto& all_phases = grid ? grid_phases : cluster_phases;
    if (all_phases.empty()) all_phases.resize(threads_of_block);
    auto* phases = all_phases.data() + 32 * std::size_t{warp};
    while (lanes != 0) {
      const auto phase = phases[std::countr_zero(lanes)];
      std::uint32_t alike = 0;
      for (auto rest = lanes; rest != 0; rest &= rest - 1) {
        const unsigned lane = std::countr_zero(rest);
        if (phases[lane] == phase) alike |= 1u << lane;
      }
      lanes &= ~alike;
      f(alike, WideBarriers::Key{barrier, grid ? launch->first : cluster, phase - 1 + more});
      for (auto rest = alike; rest != 0; rest &= rest - 1) phases[std::countr_zero(rest)] += more;
    }
  }

  // See Accessor.
  std::uint32_t quiet(const probes::Site& site, unsigned thread) const {
    const std::uint64_t phase = grid_phases.empty() ? 0 : grid_phases[thread];
    const auto x = (reinterpret_cast<std::uintptr_t>(&site) ^ launch->first << 24) +
                   phase * 0x9e3779b97f4a7c15;
    return std::uint32_t(x ^ x >> 32) * 0x85ebca6bu;
  }

  // See SharedEpoch: null where accesses go to the history at once.
  SharedEpoch* calm_epoch() {
    if (!epoch) return nullptr;
    if (epoch_common != state.common()) {
      epoch_common = state.common();
      epoch->begin();
      ++epoch_number;
    }
    return epoch->is_over() ? nullptr : epoch;
  }
  // The number of what the warp's threads are now; empty where they are not all alike.
  std::optional<std::uint32_t> noted_state(unsigned warp) {
    const auto& of = state.warp(warp);
    if (!of.is_one()) return std::nullopt;
    auto& noted = noted_states[warp];
    if (noted.epoch != epoch_number || noted.version != of.version()) {
      noted = {epoch_number, of.version(), epoch->add_state(of.moment())};
    }
    return noted.number;
  }

  void note_atomics(const probes::Access& event, std::uint32_t lanes) {
    if (atomics.empty()) atomics.resize(threads_of_block);
    for (auto rest = lanes; rest != 0; rest &= rest - 1) {
      const unsigned lane = std::countr_zero(rest);
      atomics[32 * std::size_t{event.warp} + lane] = event.addresses[lane];
    }
  }

  // The same at one place.
  void note_atomic(const probes::At& at, std::uint64_t address) {
    if (atomics.empty()) atomics.resize(threads_of_block);
    for (auto rest = at.active; rest != 0; rest &= rest - 1) {
      atomics[32 * std::size_t{at.warp} + unsigned(std::countr_zero(rest))] = address;
    }
  }
  // Each lane has read what `look` says.
  void note_looks(const probes::At& at, Look look) {
    for (auto rest = at.active; rest != 0; rest &= rest - 1) {
      look.lane = unsigned(std::countr_zero(rest));
      looks[at.warp].push_back(look);
    }
    may_look = true;
  }

  // Where all warps have one.
  void show_clocks(Clock clock) {
    for (unsigned warp = 0; notes && warp < state.warps(); ++warp) {
      notes->clocks[warp] = clocks[warp] = clock;
    }
  }
  // Some of these lanes have arrived at the cluster's barrier and have not waited there.
  bool is_early(unsigned warp, std::uint32_t lanes) const {
    return !cluster_early.empty() && (cluster_early[warp] & lanes) != 0;
  }
  bool has_looks() {
    if (may_look) may_look = !std::ranges::all_of(looks, [](const auto& of) { return of.empty(); });
    return may_look;
  }

  bool has_notes() const { return notes && shared_notes.any(*notes); }
  // What code has counted of the warp, and what it shall count on from (abi::CodeNotes::clocks).
  void take_clock(unsigned warp);
  void show_clock(unsigned warp);
  void show_clocks() {
    for (unsigned warp = 0; notes && warp < state.warps(); ++warp) show_clock(warp);
  }

  LaunchState* launch = nullptr;
  std::uint64_t launch_id = 0;  // its
  const probes::Block* block = nullptr;
  std::optional<probes::Block> told;  // the same, which may be gone when its launch has failed
  BlockState state;
  BlockId cluster = 0;
  unsigned rank = 0;  // in the cluster
  OfCluster* of_cluster = nullptr;
  std::uint64_t shared = 0, shared_bytes = 0;
  std::uint32_t threads_of_block = 0;
  std::vector<std::vector<Look>> looks;  // by warp: strong reads of its last event
  bool may_look = false;                 // some of these may not be empty
  // These are empty until they are needed, which is hardly ever.
  std::vector<std::uint32_t> grid_phases, cluster_phases;  // by thread: how often it arrived
  std::vector<std::uint32_t> cluster_early;  // by warp: lanes that arrived and have not waited yet
  std::vector<std::uint64_t> atomics;        // by thread: place of its last atomic operation
  MbarrierPhases mbarriers;
  std::uint64_t forgotten = 0;  // entries
  std::unique_ptr<SharedEpoch> own_epoch;
  SharedEpoch* epoch = nullptr;    // null: this block has none
  Clock epoch_common = 0;          // BlockState::common() when it began
  std::uint64_t epoch_number = 0;  // of the worker's
  struct NotedOf {
    std::uint64_t epoch = 0;
    std::uint32_t version = 0, number = 0;
  };
  std::vector<NotedOf> noted_states;  // by warp
  // Where the warps that wait at the block's barrier came to it, and whether all of them always
  // came by the same place (probes::Site::calm).
  const probes::Site* came_by = nullptr;
  bool in_step = true;
  bool publishes_in_shared = false;  // a store there may end what was published
  abi::CodeNotes* notes = nullptr;
  SharedNotes shared_notes;
  std::array<Clock, abi::kWarpSize> clocks{};  // by warp: as code was shown them
  // Of a warp whose lanes have several: code notes nothing of it, but may count on.
  static constexpr Clock kSeveralClocks = 1u << 31;
};

struct RaceDetector::Part {
  std::uint32_t lanes;
  std::uint64_t generation;
  bool shared;
  std::span<const std::uint64_t> values;
  bool untold = false;  // probes::RowAccess::untold
};

// Makes races of conflicts.
class RaceDetector::Sink final : public ConflictSink {
 public:
  Sink(Collector& collector, const Running& in, const probes::Access& event, const Part& part,
       std::uint64_t line)
      : collector_(collector), in_(in), event_(event), part_(part), line_(line) {}

  void conflict(const Entry& old, const Entry& now, const Conflict& conflict,
                std::uint64_t bytes) override;
  void compared(const probes::Site& read) override { collector_.compared(read); }

 private:
  Values values(const Entry& old, const Entry& now, std::uint64_t bytes) const;

  Collector& collector_;
  const Running& in_;
  const probes::Access& event_;
  const Part& part_;
  std::uint64_t line_;
};

}  // namespace heddle::checker::races
