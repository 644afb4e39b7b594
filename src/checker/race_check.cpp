// SPDX-License-Identifier: Apache-2.0
#include "checker/race_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "checker/describe.h"
#include "support/demangle.h"

namespace heddle::checker {
namespace {

using races::RaceKind;
using races::RaceReport;
using races::Values;

// A launch races with those beside it only.
constexpr std::size_t kMostLaunches = 65536;

Class class_of(const RaceReport& race) {
  if (race.kind == RaceKind::kWrongScope) return Class::kRaceScope;
  if (race.kind == RaceKind::kWriteWrite && race.values == Values::kSame) {
    return Class::kRaceSameValue;
  }
  return Class::kRace;
}

std::string action_of(const races::RaceSide& side) {
  if (side.site->event == probes::Event::kAtomic) return "Atomic access";
  return side.writes ? "Write access" : "Read access";
}

// Copies that wait for an mbarrier or a commit are ordered by what no event tells.
bool is_asynchronous(const probes::Site& site) {
  const auto is_header = [](const probes::Frame& frame) {
    return frame.file &&
           std::string_view(frame.file).find("cuda_pipeline") != std::string_view::npos;
  };
  return std::ranges::any_of(site.where(), is_header);
}

std::string_view note_of(RaceKind kind) {
  switch (kind) {
    case RaceKind::kAtomicPlain:
      return "One of the accesses is atomic, the other is not";
    case RaceKind::kWrongScope:
      return "Both are atomic, but a scope does not reach the other thread";
    case RaceKind::kWarpSynchronous:
      return "Both are threads of one warp, without __syncwarp() between";
    default:
      return "";
  }
}

}  // namespace

RaceCheck::RaceCheck(Session& session)
    : session_(session),
      detector_({.shortcuts = session.options.shortcuts},
                [this](const RaceReport& race) { report(race); }) {}

void RaceCheck::kernel_begin(const probes::Launch& launch) {
  {
    std::lock_guard lock(mutex_);
    shapes_[launch.id] = {{launch.block[0], launch.block[1], launch.block[2]}};
    if (shapes_.size() > kMostLaunches) shapes_.erase(shapes_.begin());
    if (!session_.launches.covers(launch)) left_out_.insert(launch.id);
  }
  detector_.kernel_begin(launch);
}

void RaceCheck::kernel_end(const probes::Launch& launch, bool) {
  detector_.kernel_end(launch);
}

void RaceCheck::access(const probes::Access& event) {
  const std::uint32_t denied = event.denied;
  if ((event.active & denied) == 0) return detector_.access(event);
  probes::Access rest = event;
  rest.active &= ~denied;
  rest.shared &= ~denied;
  rest.local &= ~denied;
  rest.remote &= ~denied;
  if (rest.active) detector_.access(rest);
}

Side RaceCheck::side(const races::RaceSide& side) const {
  std::lock_guard lock(mutex_);
  const auto it = shapes_.find(side.launch);
  Index3 thread = {side.thread, 0, 0};
  if (it != shapes_.end()) {
    const auto* dim = it->second.block;
    thread = {side.thread % dim[0], side.thread / dim[0] % dim[1], side.thread / dim[0] / dim[1]};
  }
  return {action_of(side), places_of(*side.site), thread,
          Index3{side.block[0], side.block[1], side.block[2]}};
}

void RaceCheck::report(const RaceReport& race) {
  {
    std::lock_guard lock(mutex_);
    if (left_out_.contains(race.first.launch) || left_out_.contains(race.second.launch)) return;
  }
  if (is_asynchronous(*race.first.site) || is_asynchronous(*race.second.site)) return;
  const bool shared = race.space == probes::Space::kShared;
  // Shared memory of another block of the cluster, which is in no range.
  if (!shared && !session_.memory.live_at(race.address)) return;
  session_.findings.report(
      class_of(race), race.first.site->key, race.second.site->key, race.places, [&] {
        Finding finding;
        const auto* what = race.kind == RaceKind::kWriteWrite  ? "write-write"
                           : race.kind == RaceKind::kReadWrite ? "read-write"
                                                               : "race";
        finding.headline = fmt::format("Race reported ({}, {} memory)", what,
                                       shared ? "__shared__" : "__global__");
        finding.kernel = support::demangle(race.first.kernel);
        finding.sides.push_back(side(race.first));
        finding.sides.push_back(side(race.second));
        finding.address = shared ? race.offset : race.address;
        const auto* range = shared ? nullptr : session_.memory.live_at(race.address);
        if (range) {
          finding.object = object_of(*range, race.address);
          finding.traces = traces_of(*range);
        } else if (shared) {
          finding.notes.push_back(
              fmt::format("At byte {} of the block's shared memory", race.offset));
        }
        if (const auto note = note_of(race.kind); !note.empty()) finding.notes.emplace_back(note);
        if (race.second.kernel != race.first.kernel) {
          finding.notes.push_back("The second access is of kernel " +
                                  support::demangle(race.second.kernel));
        }
        return finding;
      });
}

}  // namespace heddle::checker
