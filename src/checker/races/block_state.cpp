// SPDX-License-Identifier: Apache-2.0
#include "checker/races/block_state.h"

#include <algorithm>

namespace heddle::checker::races {

void BlockState::begin(BlockId id, std::uint32_t threads, const Known& far) {
  id_ = id;
  count_ = (threads + 31) / 32;
  while (warps_.size() < count_) warps_.emplace_back(unsigned(warps_.size()), whole_block_);
  for (unsigned warp = 0; warp < count_; ++warp) {
    const auto lanes = threads - 32 * warp;
    warps_[warp].begin(lanes >= 32 ? ~0u : (1u << lanes) - 1, far);
  }
  // The block before may have failed on its way.
  for (auto& at : barriers_) {
    if (at.has_any) at = {};
  }
  meetings_.clear();
  top_ = common_ = 0;
}

BlockState::Barrier& BlockState::barrier(unsigned id) {
  if (barriers_.size() <= id) barriers_.resize(id + 1);
  auto& result = barriers_[id];
  if (result.waiting.size() < count_) result.waiting.resize(count_);
  return result;
}

void BlockState::learn_seen(unsigned warp, std::uint32_t lanes) {
  if (!rules_(Rule::kBarrierIsReadFence) || warps_[warp].is_plain()) return;
  if (!warps_[warp].any(lanes, [](const LaneState& state) { return state.has_seen(); })) return;
  warps_[warp].change(lanes, [&](LaneState& state) { state.learn_seen(id_); });
}

void BlockState::take(unsigned warp, std::uint32_t lanes, const Gathered& all, Rule rule) {
  auto& to = warps_[warp];
  to.change(lanes, [&](LaneState& state) {
    state.clock = all.top + 1;
    if (rules_(rule)) state.known = all.known;
    if (!rules_(Rule::kBarrierCarriesFence)) return;
    for (unsigned i = 0; i < state.fenced.size(); ++i) state.fenced[i] = {all.fenced[i], 0};
  });
  if ((lanes | to.exited()) != to.existing()) return;
  const LaneState state = to.lane(std::countr_zero(lanes));
  if (!to.any(lanes, [&](const LaneState& other) { return other != state; })) to.become(state);
}

void BlockState::arrive(unsigned warp, std::uint32_t lanes, unsigned id, bool waits) {
  learn_seen(warp, lanes);
  auto& at = barrier(id);
  at.has_any = true;
  if (waits || !rules_(Rule::kArriveOnly)) {
    at.waiting[warp] |= lanes;
    return;
  }
  at.early.add(warps_[warp].gather(lanes, true));
  at.has_early = true;
  advance(warp, lanes);
}

// All warps wait, each with all its threads that live, and none has more to say than its clock.
// That is what the general way (open) comes to then. False: it is to be taken.
bool BlockState::open_plain(const Barrier& at) {
  if (!rules_(Rule::kBlockBarrier)) return false;
  Clock top = 0;
  for (unsigned w = 0; w < count_; ++w) {
    const auto& warp = warps_[w];
    if (!warp.is_plain() || warp.far() != warps_[0].far() ||
        (at.waiting[w] | warp.exited()) != warp.existing()) {
      return false;
    }
    top = std::max(top, warp.top(1));
  }
  for (unsigned w = 0; w < count_; ++w) {
    if (at.waiting[w] != 0) warps_[w].meet_block(top);
  }
  common_ = top;
  return true;
}

bool BlockState::can_meet_at_once() const {
  if (!rules_(Rule::kBlockBarrier) || !rules_(Rule::kExitArrives) || has_meetings()) return false;
  if (!barriers_.empty() && barriers_[0].has_any) return false;
  return std::ranges::all_of(warps_.begin(), warps_.begin() + count_, [&](const auto& warp) {
    return warp.is_plain() && warp.far() == warps_[0].far();
  });
}

Clock BlockState::meet_at_once(Clock top) {
  for (unsigned w = 0; w < count_; ++w) top = std::max(top, warps_[w].top(1));
  for (unsigned w = 0; w < count_; ++w) warps_[w].meet_block(top);
  common_ = top;
  return top + 1;
}

void BlockState::open(unsigned id, bool whole) {
  auto& at = barrier(id);
  // Who is not at a barrier of the whole block has ended, whether that was told or not. Elsewhere
  // it would be chance whether one ended before or after the others met.
  const bool with_ended = whole && !at.has_early && rules_(Rule::kExitArrives);
  if (with_ended && open_plain(at)) {
    std::ranges::fill(at.waiting, 0);
    at.has_any = false;
    return;
  }
  Gathered all = at.early;
  for (unsigned w = 0; w < count_; ++w) {
    const auto lanes = with_ended ? warps_[w].existing() : at.waiting[w];
    if (lanes != 0) all.add(warps_[w].gather(lanes, !with_ended));
  }
  if (with_ended) {
    all.known.near = whole_block(all.top);
    if (rules_(Rule::kBlockBarrier)) common_ = all.top;
  }
  for (unsigned w = 0; w < count_; ++w) {
    if (at.waiting[w] != 0) take(w, at.waiting[w], all, Rule::kBlockBarrier);
    const auto others = warps_[w].existing() & ~at.waiting[w] & ~warps_[w].exited();
    if (with_ended && others != 0) set_clock(w, others, all.top + 1);
  }
  at = {};
}

WideGathered BlockState::arrive_wide(unsigned warp, std::uint32_t lanes) {
  learn_seen(warp, lanes);
  const auto part = warps_[warp].gather(lanes, true);
  WideGathered result;
  result.known = part.known.publish(id_);
  for (unsigned i = 0; i < result.fenced.size(); ++i) {
    result.fenced[i] = part.fenced[i].publish(id_);
  }
  result.top = std::max(part.top, top_);
  advance(warp, lanes);
  return result;
}

void BlockState::open_wide(unsigned warp, std::uint32_t lanes, const WideGathered& from) {
  if (from.grid) {
    Gathered all;
    all.top = from.top;
    all.known.absorb(id_, from.known);
    all.known.far = join(all.known.far, Blocks::grid(from.first, from.end, from.top));
    all.known.near = whole_block(from.top);
    for (unsigned i = 0; i < all.fenced.size(); ++i) all.fenced[i].absorb(id_, from.fenced[i]);
    if (rules_(Rule::kWideBarrier)) common_ = from.top;
    take(warp, lanes, all, Rule::kWideBarrier);
    return;
  }
  // Threads may have gone on between arriving and waiting.
  warps_[warp].change(lanes, [&](LaneState& state) {
    if (rules_(Rule::kWideBarrier)) state.known.absorb(id_, from.known);
    if (!rules_(Rule::kBarrierCarriesFence)) return;
    for (unsigned i = 0; i < state.fenced.size(); ++i) {
      state.fenced[i].known.absorb(id_, from.fenced[i]);
    }
  });
}

void BlockState::meet(unsigned warp, std::uint32_t lanes, std::uint32_t members) {
  auto& state = warps_[warp];
  const bool whole = lanes == state.existing() && (lanes & ~members) == 0;
  if (whole && meetings_.empty() && rules_(Rule::kWarpBarrier) && state.meet_at_once()) return;
  auto found = std::ranges::find_if(meetings_, [&](const Meeting& meeting) {
    return meeting.warp == warp && meeting.members == members && (meeting.arrived & lanes) == 0;
  });
  const auto arrived = lanes | (found == meetings_.end() ? 0 : found->arrived);
  const auto expected = members & state.existing() & ~state.exited();
  if ((expected & ~arrived) != 0) {
    if (found == meetings_.end()) found = meetings_.insert(found, {warp, members, 0});
    found->arrived |= lanes;
    return;
  }
  if (found != meetings_.end()) meetings_.erase(found);
  complete(warp, arrived, members);
}

void BlockState::go_on(unsigned warp, std::uint32_t lanes) {
  for (std::size_t i = 0; i < meetings_.size();) {
    const auto meeting = meetings_[i];
    if (meeting.warp != warp || (meeting.arrived & lanes) == 0) {
      ++i;
      continue;
    }
    meetings_.erase(meetings_.begin() + std::ptrdiff_t(i));
    complete(warp, meeting.arrived, meeting.members);
  }
}

void BlockState::complete(unsigned warp, std::uint32_t lanes, std::uint32_t members) {
  auto& state = warps_[warp];
  learn_seen(warp, lanes);
  // Who is named and does not come has ended, as at a barrier of the block.
  const auto there = rules_(Rule::kExitArrives) ? lanes | (members & state.existing()) : lanes;
  const bool whole = there == state.existing();
  auto all = state.gather(there, !whole);
  if (whole) all.known.near = join(all.known.near, whole_warp(warp, all.top));
  take(warp, lanes, all, Rule::kWarpBarrier);
  const auto others = there & ~lanes & ~state.exited();
  if (others != 0) set_clock(warp, others, all.top + 1);
}

void BlockState::meet_all(unsigned warp, Clock count) {
  constexpr std::uint32_t kAll = ~0u;
  auto& state = warps_[warp];
  if (meetings_.empty() && rules_(Rule::kWarpBarrier) && state.meet_at_once(count)) return;
  state.change(kAll, [&](LaneState& lane) { lane.clock += count - 1; });
  meet(warp, kAll, kAll);
}

void BlockState::exit(unsigned warp, std::uint32_t lanes) {
  auto& state = warps_[warp];
  top_ = std::max(top_, state.top(lanes));
  state.exit(lanes);
  // Those who waited for these lanes only.
  for (std::size_t i = 0; i < meetings_.size();) {
    const auto meeting = meetings_[i];
    const auto expected = meeting.members & state.existing() & ~state.exited();
    if (meeting.warp != warp || (expected & ~meeting.arrived) != 0) {
      ++i;
      continue;
    }
    meetings_.erase(meetings_.begin() + std::ptrdiff_t(i));
    complete(warp, meeting.arrived, meeting.members);
  }
}

void BlockState::fence(unsigned warp, std::uint32_t lanes, Level reach, bool acquires,
                       bool releases) {
  if (!rules_(Rule::kScopes)) reach = Level::kDevice;
  warps_[warp].change(lanes, [&](LaneState& state) {
    if (acquires && rules_(Rule::kFencedRead)) {
      state.learn_seen(id_, index(reach) + 1);
    }
    if (!releases || !rules_(Rule::kFencedWrite)) return;
    for (unsigned i = 0; i <= index(reach); ++i) state.fenced[i] = {state.known, state.clock};
    ++state.clock;
  });
}

void BlockState::learn(unsigned warp, std::uint32_t lanes, const Known& known) {
  warps_[warp].change(lanes, [&](LaneState& state) { state.known.absorb(id_, known); });
}

void BlockState::see(unsigned warp, unsigned lane, const ByLevel& what, bool acquires) {
  if (!what[0] && !what[1] && !what[2]) return;
  acquires = acquires && rules_(Rule::kAcquireRead);
  warps_[warp].change(1u << lane, [&](LaneState& state) {
    if (acquires) {
      state.learn(id_, what);
    } else {
      state.see(what);
    }
  });
}

ByLevel BlockState::publish(unsigned warp, unsigned lane, Level reach, bool releases) const {
  const auto& state = warps_[warp].lane(lane);
  ByLevel result;
  releases = releases && rules_(Rule::kReleaseWrite);
  if (!releases && !state.has_fenced()) return result;
  if (!rules_(Rule::kScopes)) reach = Level::kDevice;
  for (unsigned i = 0; i <= index(reach); ++i) {
    if (i > 0 && (releases || state.fenced[i] == state.fenced[i - 1])) {
      result[i] = result[i - 1];
      continue;
    }
    auto known = releases ? state.known : state.fenced[i].known;
    const Clock self = releases ? state.clock : state.fenced[i].self;
    if (self != 0) known.near = join(known.near, one_lane(warp, lane, self));
    result[i] = known.publish(id_);
  }
  return result;
}

Known BlockState::give(unsigned warp, unsigned lane) {
  const auto known = publish(warp, lane, Level::kDevice, true)[index(Level::kDevice)];
  advance(warp, 1u << lane);
  return known;
}

Known BlockState::far_of_all() const {
  Known result;
  for (unsigned w = 0; w < count_; ++w) {
    warps_[w].any(warps_[w].existing(), [&](const LaneState& state) {
      result = join(result, state.known.far);
      return false;
    });
  }
  return result;
}

void BlockState::set_clock(unsigned warp, std::uint32_t lanes, Clock clock) {
  warps_[warp].change(lanes, [&](LaneState& state) { state.clock = clock; });
}

void BlockState::advance(unsigned warp, std::uint32_t lanes) {
  warps_[warp].change(lanes, [](LaneState& state) { ++state.clock; });
}

}  // namespace heddle::checker::races
