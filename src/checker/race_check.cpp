// SPDX-License-Identifier: Apache-2.0
#include "checker/race_check.h"

#include <fmt/format.h>

#include "checker/async/unwaited_copy.h"
#include "checker/describe.h"
#include "support/demangle.h"

namespace heddle::checker {
namespace {

using races::RaceKind;
using races::RaceReport;
using races::Values;

// A launch races with those beside it only.
constexpr std::size_t kMostLaunches = 65536;

// Whether both stores are known to store the same, wherever they overlap.
bool stores_same(const RaceReport& race) {
  const probes::Site &a = *race.first.site, &b = *race.second.site;
  const bool alike = a.stored != 0 && a.stored == b.stored && a.bytes == b.bytes;
  const bool aligned = a.align >= a.bytes && b.align >= b.bytes;
  return alike && aligned && ((a.stored & 1) != 0 || race.first.launch == race.second.launch);
}

Class class_of(const RaceReport& race) {
  if (race.kind == RaceKind::kWrongScope) return Class::kRaceScope;
  if (race.kind == RaceKind::kWriteWrite && (race.values == Values::kSame || stores_same(race))) {
    return Class::kRaceSameValue;
  }
  return Class::kRace;
}

std::string action_of(const races::RaceSide& side) {
  if (side.site->event == probes::Event::kAtomic) return "Atomic access";
  return side.writes ? "Write access" : "Read access";
}

std::string_view note_of(RaceKind kind) {
  switch (kind) {
    case RaceKind::kAtomicPlain:
      return "One of the accesses is atomic, the other is not";
    case RaceKind::kMixedSize:
      return "Both are atomic, but of different sizes: not to each other";
    case RaceKind::kWrongScope:
      return "Both are atomic, but a scope does not reach the other thread";
    case RaceKind::kWarpSynchronous:
      return "Both are threads of one warp, without __syncwarp() between";
    default:
      return "";
  }
}

// Of two launches the second of which may begin before the end of the first: the first one's side.
// Null: they are not such.
const races::RaceSide* earlier_of_overlapping(const RaceReport& race) {
  if (race.first.launch == race.second.launch) return nullptr;
  if (race.second.beside == race.first.launch) return &race.first;
  return race.first.beside == race.second.launch ? &race.second : nullptr;
}

// Where it is of another kernel than the first access, or of another grid that device code has
// launched.
std::string note_of_second(const RaceReport& race) {
  const auto &first = race.first, &second = race.second;
  const bool launched = first.launch != second.launch && !second.launched_by.empty();
  if (second.kernel == first.kernel && !launched) return "";
  auto note = "The second access is of kernel " + support::demangle(second.kernel);
  if (launched) note += ", launched by " + support::demangle(second.launched_by);
  return note;
}

}  // namespace

RaceCheck::RaceCheck(Session& session)
    : session_(session),
      only_read_(session.memory),
      detector_({.shortcuts = session.options.shortcuts},
                [this](const RaceReport& race) { report(race); }) {
  detector_.on_use_at_end([this](const races::UseAtEnd& use) { report(use); });
}

void RaceCheck::kernel_begin(const probes::Launch& launch) {
  {
    std::lock_guard lock(mutex_);
    shapes_[launch.id] = {{launch.block[0], launch.block[1], launch.block[2]}};
    if (shapes_.size() > kMostLaunches) shapes_.erase(shapes_.begin());
    if (!session_.launches.covers(launch)) left_out_.insert(launch.id);
  }
  // Nobody else keeps stores where they belong.
  if (session_.options.memcheck && session_.options.shortcuts) only_read_.begin(launch);
  const bool asks = launch.overlaps && launch_before_;
  detector_.kernel_begin(launch, asks ? launch_before_(launch) : 0);
}

void RaceCheck::block_begin(const probes::Block& block) {
  detector_.block_begin(block);
  // Footprints hear of all rows and lanes.
  if (block.notes && footprints_.active()) block.notes->rows = nullptr;
}

void RaceCheck::kernel_end(const probes::Launch& launch, bool faulted) {
  detector_.kernel_end(launch, faulted);
  if (session_.options.memcheck && session_.options.shortcuts) only_read_.end(launch);
}

probes::Pass RaceCheck::passes(const probes::RowAccess& event) {
  using probes::Pass;
  if (footprints_.active()) [[unlikely]] {
    if (!detector_.passes(event).passes) return Pass::no();
    footprints_.note(event);
    return Pass::this_one();
  }
  const auto* range = event.shared ? nullptr : only_read_.find(event);
  if (range && range->contains(event.low, event.high + event.site.bytes - 1)) {
    return Pass::in(range->begin, range->bytes());
  }
  return detector_.passes(event);
}

// Lanes anywhere of memory that the launch only reads need not be told; others to nobody else.
probes::Pass RaceCheck::untold(const probes::Access& event) {
  using probes::Pass;
  if (!session_.options.shortcuts) return Pass::no();
  if (!footprints_.active() && only_reads(event)) {
    const auto* range = only_read_.find(event);
    return Pass::in(range->begin, range->bytes());
  }
  return Pass::where(false, event.block.notes != nullptr);
}

// The same of lanes anywhere.
bool RaceCheck::only_reads(const probes::Access& event) const {
  const auto* range = only_read_.find(event);
  if (!range) return false;
  for (auto rest = event.active; rest != 0; rest &= rest - 1) {
    const auto address = event.addresses[first_lane(rest)];
    if (!range->contains(address, address + event.site.bytes - 1)) return false;
  }
  return true;
}

void RaceCheck::access(const probes::Access& event) {
  const std::uint32_t denied = event.denied;
  if ((event.active & denied) == 0) {
    if (footprints_.active()) [[unlikely]] {
      footprints_.note(event);
    } else if (only_reads(event)) {
      return;
    }
    return detector_.access(event);
  }
  probes::Access rest = event;
  rest.active &= ~denied;
  rest.shared &= ~denied;
  rest.local &= ~denied;
  rest.remote &= ~denied;
  if (footprints_.active()) {
    note_freed(event);
    if (rest.active) footprints_.note(rest);
  }
  if (rest.active) detector_.access(rest);
}

// Lanes that are kept from memory which another stream may have freed by now, or not yet.
void RaceCheck::note_freed(const probes::Access& event) {
  probes::Access freed = event;
  freed.active = 0;
  for (auto rest = event.active & event.denied; rest != 0; rest &= rest - 1) {
    const unsigned lane = first_lane(rest);
    if (session_.is_freed_out_of_order(event.addresses[lane], event.block.launch.work)) {
      freed.active |= 1u << lane;
    }
  }
  if (freed.active != 0) footprints_.note(freed);
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

// A copy that may still be on its way: what AsyncCheck says where it sees that itself.
void RaceCheck::report_copy(const races::RaceSide& use, const races::RaceSide& copy,
                            std::uint64_t offset, std::uint64_t places) {
  session_.findings.report(Class::kAsyncCopy, use.site->key, copy.site->key, places, [&] {
    auto finding = unwaited_copy(side(use), side(copy), *use.site, offset);
    finding.kernel = support::demangle(use.kernel);
    finding.launched_by = support::demangle(use.launched_by);
    return finding;
  });
}

void RaceCheck::report(const RaceReport& race) {
  {
    std::lock_guard lock(mutex_);
    if (left_out_.contains(race.first.launch) || left_out_.contains(race.second.launch)) return;
  }
  // What the first of two overlapping launches only reads, it has mostly read by then.
  if (const auto* before = earlier_of_overlapping(race)) {
    if (before->writes) report_found(race);
    return;
  }
  // Grids that have come from one launch by the host are ordered by their threads alone.
  const bool family = race.first.family != 0 && race.first.family == race.second.family;
  if (!family && race.first.launch != race.second.launch && hold_ && hold_(race)) return;
  report_found(race);
}

void RaceCheck::report_found(const RaceReport& race) {
  const bool shared = race.space == probes::Space::kShared;
  // Of global memory, a bulk copy is an access like others.
  const auto unwaited = [&](const races::RaceSide& side) {
    return shared && side.writes && side.site->event == probes::Event::kAsync;
  };
  if (unwaited(race.first)) return report_copy(race.second, race.first, race.offset, race.places);
  if (unwaited(race.second)) return report_copy(race.first, race.second, race.offset, race.places);
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
        finding.launched_by = support::demangle(race.first.launched_by);
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
        if (const auto other = note_of_second(race); !other.empty()) {
          finding.notes.push_back(other);
        }
        if (const auto* before = earlier_of_overlapping(race)) {
          finding.notes.push_back(fmt::format(
              "The launch of {} may begin before the end of that of {} (programmatic stream "
              "serialization), and does not wait for it here (cudaGridDependencySynchronize)",
              support::demangle(before == &race.first ? race.second.kernel : race.first.kernel),
              support::demangle(before->kernel)));
        }
        return finding;
      });
}

}  // namespace heddle::checker
