// SPDX-License-Identifier: Apache-2.0
#include "checker/races/warp_state.h"

#include <algorithm>

namespace heddle::checker::races {

void Gathered::add(const Gathered& other) {
  known.add(other.known);
  for (unsigned i = 0; i < fenced.size(); ++i) fenced[i].add(other.fenced[i]);
  top = std::max(top, other.top);
}

void WarpState::learn_meeting_now() const {
  one_.known.near = join(one_.known.near, whole_warp(warp_, met_));
  met_ = 0;
}

Gathered WarpState::gather(std::uint32_t lanes, bool with_self) const {
  learn_meeting();
  Gathered result;
  const auto add = [&](const LaneState& state, auto&& self) {
    result.known.add(state.known);
    if (with_self) result.known.near = join(result.known.near, self(state.clock));
    for (unsigned i = 0; i < result.fenced.size(); ++i) {
      const auto& fenced = state.fenced[i];
      result.fenced[i].add(fenced.known);
      if (fenced.self != 0) result.fenced[i].near = join(result.fenced[i].near, self(fenced.self));
    }
    result.top = std::max(result.top, state.clock);
  };
  if (is_one() && !with_self && !one_.has_fenced()) {
    result.known = one_.known;
    result.top = one_.clock;
    return result;
  }
  if (is_one() && lanes == existing_) {
    add(one_, [&](Clock clock) { return whole_warp(warp_, clock); });
    return result;
  }
  for (; lanes != 0; lanes &= lanes - 1) {
    const unsigned lane = std::countr_zero(lanes);
    add(this->lane(lane), [&](Clock clock) { return one_lane(warp_, lane, clock); });
  }
  return result;
}

}  // namespace heddle::checker::races
