// SPDX-License-Identifier: Apache-2.0
#include "checker/work_check.h"

#include <fmt/format.h>

#include "checker/describe.h"
#include "support/demangle.h"

namespace heddle::checker {
namespace {

using races::DoneWork;
using races::WorkKind;
using races::WorkRace;
using races::WorkUse;

// Launches whose races may still be told.
constexpr std::size_t kMostLaunches = 4096;

void add_box(races::Spans& spans, const probes::TransferBox& box, const probes::Transfer& event) {
  for (std::uint64_t z = 0; z < event.depth; ++z) {
    for (std::uint64_t y = 0; y < event.height; ++y) {
      const auto begin = box.address + z * box.slice + y * box.pitch;
      spans.add(begin, begin + event.width);
    }
  }
}

Class class_of(const WorkRace& race) {
  for (const auto& side : {race.first, race.second}) {
    if (side.work->kind == WorkKind::kAllocation || side.work->kind == WorkKind::kFree) {
      return Class::kAllocationOrder;
    }
  }
  const auto *a = race.first.use->site, *b = race.second.use->site;
  const bool same = a && b && race.second.use->writes && (a->stored & 1) != 0 &&
                    a->stored == b->stored && a->bytes == b->bytes;
  return same ? Class::kRaceSameValue : Class::kRace;
}

std::uint64_t key_of(const WorkRace::Side& side) {
  if (side.use->site) return side.use->site->key;
  return place_key(side.work->trace) * 2 + std::uint64_t{side.use->writes};
}

Side side_of(const DoneWork& work, const WorkUse& use) {
  std::string action = use.writes ? "Write access" : "Read access";
  if (work.kind == WorkKind::kHost) {
    return {action + " by the host program", {}, std::nullopt, std::nullopt};
  }
  if (work.kind == WorkKind::kAllocation) action = "Allocation";
  if (work.kind == WorkKind::kFree) action = "Free";
  if (use.site) {
    if (use.site->event == probes::Event::kAtomic) action = "Atomic access";
    return {action, places_of(*use.site), std::nullopt, std::nullopt};
  }
  return {action + " by " + work.name, {}, std::nullopt, std::nullopt};
}

bool is_shared_with_host(const MemoryRange& range) {
  return range.origin == probes::MemoryOrigin::kManaged ||
         range.origin == probes::MemoryOrigin::kHost ||
         range.origin == probes::MemoryOrigin::kRegistered;
}

std::string_view memory_name(const MemoryRange* range) {
  if (!range) return "__global__";
  const bool host = range->origin == probes::MemoryOrigin::kHost ||
                    range->origin == probes::MemoryOrigin::kRegistered;
  return host                                               ? "pinned"
         : range->origin == probes::MemoryOrigin::kManaged  ? "managed"
         : range->origin == probes::MemoryOrigin::kConstant ? "__constant__"
                                                            : "__global__";
}

std::string why_of(const WorkRace& race) {
  const auto &a = *race.first.work->point, &b = *race.second.work->point;
  for (const auto* work : {race.first.work, race.second.work}) {
    if (work->kind != WorkKind::kHost) continue;
    const auto& other = work == race.first.work ? b : a;
    return fmt::format("The work is of stream {}, and the host has not waited for it",
                       other.stream);
  }
  if (a.graph && a.graph == b.graph) {
    return "Both are nodes of one graph, and no edges lead from one to the other";
  }
  return fmt::format(
      "The first is work of stream {}, the second of stream {}: no event and no wait orders them",
      a.stream, b.stream);
}

void add_host_side(Finding& finding, const DoneWork& work) {
  if (work.kind == WorkKind::kKernel) {
    auto kernel = support::demangle(work.name);
    if (finding.kernel.empty()) {
      finding.kernel = std::move(kernel);
    } else if (finding.kernel != kernel) {
      finding.notes.push_back("The second access is of kernel " + kernel);
    }
  } else {
    finding.traces.push_back({"called", frames_of(work.trace)});
  }
}

}  // namespace

WorkCheck::WorkCheck(Session& session, RaceCheck& races)
    : session_(session),
      race_check_(races),
      races_(order_, {}, [this](const WorkRace& race) { report(race); }) {
  races.hold_back([this](const races::RaceReport& race) { return hold(race); });
  races.ask_launch_before([this](const probes::Launch& launch) {
    const std::scoped_lock lock(mutex_);
    const auto before = before_.find(launch.work);
    return before == before_.end() ? 0 : before->second;
  });
  session.freed_out_of_order = [this](std::uint64_t address, std::uint64_t work) {
    return is_freed_out_of_order(address, work);
  };
  session.note_freed = [this](const probes::Memory& event) {
    if (event.bytes == 0) return;
    const std::scoped_lock lock(mutex_);
    note_freed(event, point_of(event));
  };
}

void WorkCheck::work_order(const probes::WorkOrder& event) {
  const std::scoped_lock lock(mutex_);
  note_before(event);
  order_.tell(event);
  if (order_.has_several() && !race_check_.footprints().active()) {
    race_check_.footprints().activate();
  }
}

// Between the two the stream waits for nothing else, nor has the host waited for the first.
void WorkCheck::note_before(const probes::WorkOrder& event) {
  if (event.change == probes::OrderChange::kFollows) last_.erase(event.stream);
  if (event.change != probes::OrderChange::kGiven) return;
  auto& last = last_[event.stream];
  const auto point = last != 0 ? order_.find(last) : nullptr;
  if (point && event.after == 0 && !order_.host_knows(*point)) before_[event.work] = last;
  last = event.work;
  if (before_.size() > kMostLaunches) before_.erase(before_.begin());
}

bool WorkCheck::is_over(std::uint64_t work) {
  const std::scoped_lock lock(mutex_);
  const auto point = order_.find(work);
  return !point || order_.host_knows(*point);
}

void WorkCheck::host_access(const probes::HostAccess& event) {
  const auto* range = session_.memory.live_at(event.address);
  if (!range || !is_shared_with_host(*range)) return;
  const std::scoped_lock lock(mutex_);
  auto work = done(order_.host_acts(), WorkKind::kHost, {}, event.trace);
  auto& use = work->footprint.uses.emplace_back();
  use.writes = event.write;
  use.spans.add(event.address, event.address + 1);
  work->footprint.tidy();
  races_.add(std::move(work));
}

void WorkCheck::kernel_begin(const probes::Launch& launch) {
  if (!session_.launches.covers(launch) || !race_check_.footprints().active()) return;
  const std::scoped_lock lock(mutex_);
  auto point = order_.find(launch.work);
  if (!point) return;
  running_[launch.id] = std::move(point);
  judged_[launch.id] = false;
  if (judged_.size() > kMostLaunches) judged_.erase(judged_.begin());
}

std::unique_ptr<DoneWork> WorkCheck::done(const races::WorkPointRef& point, WorkKind kind,
                                          std::string_view name,
                                          std::span<void* const> trace) const {
  auto work = std::make_unique<DoneWork>();
  work->point = point;
  work->kind = kind;
  work->name = name;
  work->trace.assign(trace.begin(), trace.end());
  return work;
}

void WorkCheck::kernel_end(const probes::Launch& launch, bool) {
  auto& footprints = race_check_.footprints();
  if (!footprints.active()) return;
  auto footprint = footprints.take(launch);
  const std::scoped_lock lock(mutex_);
  const auto running = running_.find(launch.id);
  if (running == running_.end()) return;
  auto work = done(running->second, WorkKind::kKernel, launch.kernel, {});
  running_.erase(running);
  work->launch = launch.id;
  work->footprint = std::move(footprint);
  races_.add(std::move(work));
  judged_[launch.id] = true;
  release_held();
}

void WorkCheck::transfer(const probes::Transfer& event) {
  if (event.refused || event.work == 0) return;
  const std::scoped_lock lock(mutex_);
  if (!concerned()) return;
  const auto point = order_.find(event.work);
  if (!point) return;
  auto work = done(point, WorkKind::kTransfer, event.name, event.trace);
  // Of pageable memory the host knows when it may touch it again.
  const auto add = [&](const probes::TransferBox& box, bool writes) {
    if (!session_.memory.live_at(box.address) && !session_.memory.freed_at(box.address)) return;
    auto& use = work->footprint.uses.emplace_back();
    use.writes = writes;
    add_box(use.spans, box, event);
  };
  if (event.kind != probes::TransferKind::kRead) add(event.to, true);
  if (event.kind != probes::TransferKind::kSet) add(event.from, false);
  work->footprint.tidy();
  races_.add(std::move(work));
}

void WorkCheck::memory(const probes::Memory& event) {
  using probes::MemoryChange;
  const bool comes_or_goes =
      event.change != MemoryChange::kRefused && event.change != MemoryChange::kMoved;
  if (!comes_or_goes || event.bytes == 0) return;
  const std::scoped_lock lock(mutex_);
  const auto begin = event.address, end = event.address + event.bytes;
  const bool pinned = event.origin == probes::MemoryOrigin::kHost ||
                      event.origin == probes::MemoryOrigin::kRegistered;
  if (event.change == MemoryChange::kFreed && pinned) {
    races_.each_open_in(begin, end,
                        [&](const DoneWork& work, const WorkUse& use, std::uint64_t address) {
                          report_freed(work, use, address, event);
                        });
  }
  note_shared(event);
  const auto point = point_of(event);
  const bool frees = event.change == MemoryChange::kFreed;
  if (!frees || !point) races_.forget(begin, end);
  if (!frees) note_freed(event, nullptr);
  if (!point) return;
  auto work = done(point, frees ? WorkKind::kFree : WorkKind::kAllocation, event.name, event.trace);
  auto& use = work->footprint.uses.emplace_back();
  use.writes = true;
  use.spans.add(begin, end);
  work->footprint.tidy();
  races_.add(std::move(work));
}

// Kernels work on managed memory, and copies on pinned memory mostly.
void WorkCheck::note_shared(const probes::Memory& event) {
  if (event.change != probes::MemoryChange::kAllocated || !session_.options.check_memory_in_use) {
    return;
  }
  const bool managed = event.origin == probes::MemoryOrigin::kManaged;
  shares_ = shares_ || managed || event.origin == probes::MemoryOrigin::kHost;
  if (managed && !race_check_.footprints().active()) race_check_.footprints().activate();
}

races::WorkPointRef WorkCheck::point_of(const probes::Memory& event) const {
  return event.work != 0 && concerned() ? order_.find(event.work) : nullptr;
}

// Of what is allocated or freed anew, the old free is forgotten.
void WorkCheck::note_freed(const probes::Memory& event, const races::WorkPointRef& point) {
  const auto end = event.address + event.bytes;
  auto old = freed_.lower_bound(event.address);
  while (old != freed_.end() && old->first < end) old = freed_.erase(old);
  if (point) freed_[event.address] = {end, point};
}

bool WorkCheck::is_freed_out_of_order(std::uint64_t address, std::uint64_t work) {
  const std::scoped_lock lock(mutex_);
  auto at = freed_.upper_bound(address);
  if (at == freed_.begin()) return false;
  --at;
  if (address >= at->second.end) return false;
  const auto point = order_.find(work);
  return point && !order_.ordered(*point, *at->second.by);
}

// What the detector finds between launches depends on which ran at the same time. It counts only
// where the launches may have told each other something through memory.
bool WorkCheck::hold(const races::RaceReport& race) {
  const std::scoped_lock lock(mutex_);
  if (!judged_.contains(race.first.launch) || !judged_.contains(race.second.launch)) return false;
  held_.push_back(race);
  return true;
}

void WorkCheck::release_held() {
  std::erase_if(held_, [&](const races::RaceReport& race) {
    for (const auto id : {race.first.launch, race.second.launch}) {
      const auto at = judged_.find(id);
      if (at != judged_.end() && !at->second) return false;
    }
    const auto *first = races_.launch(race.first.launch),
               *second = races_.launch(race.second.launch);
    const bool told =
        !first || !second || races::WorkRaces::may_tell(first->footprint, second->footprint);
    if (told) race_check_.release(race);
    return true;
  });
}

void WorkCheck::report(const WorkRace& race) {
  const auto* range = session_.memory.live_at(race.address);
  if (!range) range = session_.memory.freed_at(race.address);
  auto first = key_of(race.first), second = key_of(race.second);
  if (second < first) std::swap(first, second);
  session_.findings.report(class_of(race), first, second, race.words, [&] {
    Finding finding;
    const bool both = race.first.use->writes && race.second.use->writes;
    finding.headline =
        class_of(race) == Class::kAllocationOrder
            ? "Memory is used by work that is not ordered with its allocation or free"
            : fmt::format("Race reported ({}, {} memory)", both ? "write-write" : "read-write",
                          memory_name(range));
    for (const auto& side : {race.first, race.second}) {
      finding.sides.push_back(side_of(*side.work, *side.use));
      add_host_side(finding, *side.work);
    }
    finding.address = race.address;
    finding.notes.push_back(why_of(race));
    if (range) {
      finding.object = object_of(*range, race.address);
      for (auto& trace : traces_of(*range)) finding.traces.push_back(std::move(trace));
    }
    return finding;
  });
}

void WorkCheck::report_freed(const DoneWork& work, const WorkUse& use, std::uint64_t address,
                             const probes::Memory& freed) {
  const WorkRace::Side side{&work, &use};
  const auto key = place_key(freed.trace);
  session_.findings.report(Class::kHostMemoryInUse, key, key_of(side), 1, [&] {
    Finding finding;
    finding.headline = "Memory of the host is freed while work that uses it may be under way";
    finding.sides.push_back({fmt::format("Free by {}", freed.name), {}, {}, {}});
    finding.sides.push_back(side_of(work, use));
    finding.traces.push_back({"called", frames_of(freed.trace)});
    add_host_side(finding, work);
    finding.address = address;
    finding.notes.push_back(fmt::format(
        "The work is of stream {}, and the host has not waited for it", work.point->stream));
    return finding;
  });
}

}  // namespace heddle::checker
