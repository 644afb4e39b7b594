// SPDX-License-Identifier: Apache-2.0
#include "checker/races/work_races.h"

#include <algorithm>
#include <tuple>

namespace heddle::checker::races {
namespace {

bool changes_memory(WorkKind kind) {
  return kind == WorkKind::kAllocation || kind == WorkKind::kFree;
}

}  // namespace

bool WorkRaces::may_tell(const Footprint& a, const Footprint& b) {
  for (const auto& one : a.uses) {
    for (const auto& other : b.uses) {
      const bool tells = (one.publishes && other.learns) || (one.learns && other.publishes);
      if (tells && one.spans.common(other.spans)) return true;
    }
  }
  return false;
}

// Whether one is the host and touches, there or elsewhere, what the other one does atomically or to
// volatile: then they may have told each other something.
bool WorkRaces::host_may_learn(const DoneWork& a, const DoneWork& b) const {
  if ((a.kind == WorkKind::kHost) == (b.kind == WorkKind::kHost)) return false;
  const auto& work = a.kind == WorkKind::kHost ? b : a;
  for (const auto& own : work.footprint.uses) {
    if (!own.strong && !own.publishes && !own.learns) continue;
    const auto meets = [&](const DoneWork& host) {
      return host.kind == WorkKind::kHost &&
             own.spans.common(host.footprint.uses.front().spans).has_value();
    };
    if (meets(a) || meets(b)) return true;
    if (std::ranges::any_of(kept_, [&](const auto& kept) { return meets(*kept); })) return true;
  }
  return false;
}

void WorkRaces::compare(const DoneWork& a, const DoneWork& b) {
  if (!a.footprint.meets(b.footprint) || (changes_memory(a.kind) && changes_memory(b.kind))) return;
  if (order_.ordered(*a.point, *b.point)) return;
  if (rules_(WorkRule::kFlags) && may_tell(a.footprint, b.footprint)) return;
  if (rules_(WorkRule::kFlags) && host_may_learn(a, b)) return;
  for (const auto& one : a.footprint.uses) {
    for (const auto& other : b.footprint.uses) {
      if (!one.writes && !other.writes) continue;
      if (one.strong && other.strong && rules_(WorkRule::kStrongWorks)) continue;
      const auto common = one.spans.common(other.spans);
      if (!common) continue;
      WorkRace race{{&a, &one}, {&b, &other}, common->address, common->words};
      const auto rank = [](const WorkRace::Side& side) {
        return std::tuple(!side.use->writes, side.work->kind != WorkKind::kKernel,
                          side.work->point->work);
      };
      if (rank(race.second) < rank(race.first)) std::swap(race.first, race.second);
      sink_(race);
    }
  }
}

void WorkRaces::add(std::unique_ptr<DoneWork> work) {
  if (work->footprint.uses.empty()) return;
  for (const auto& other : kept_) compare(*other, *work);
  spans_ += work->footprint.spans();
  kept_.push_back(std::move(work));
  if (kept_.size() >= look_at_ || spans_ > kMostSpans) forget_ordered();
}

const DoneWork* WorkRaces::launch(std::uint64_t id) const {
  const auto at = std::ranges::find_if(kept_, [&](const auto& work) {
    return work->kind == WorkKind::kKernel && work->launch == id;
  });
  return at == kept_.end() ? nullptr : at->get();
}

void WorkRaces::forget(std::uint64_t begin, std::uint64_t end) {
  for (const auto& work : kept_) work->footprint.remove(begin, end);
}

// What the host knows to be over comes before all that is given from now on. What was given before
// and is not over may be unordered with it still.
void WorkRaces::forget_ordered() {
  std::vector<const WorkPoint*> open;
  order_.each_open([&](const WorkPoint& point) { open.push_back(&point); });
  std::erase_if(kept_, [&](const auto& work) {
    return order_.host_knows(*work->point) &&
           std::ranges::all_of(
               open, [&](const WorkPoint* later) { return order_.ordered(*later, *work->point); });
  });
  spans_ = 0;
  for (const auto& work : kept_) spans_ += work->footprint.spans();
  while (kept_.size() > kMostWorks || (spans_ > kMostSpans && kept_.size() > 1)) {
    spans_ -= kept_.front()->footprint.spans();
    kept_.pop_front();
  }
  look_at_ = std::max<std::size_t>(32, std::min(2 * kept_.size(), kMostWorks + 256));
}

}  // namespace heddle::checker::races
