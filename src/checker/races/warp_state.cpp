// SPDX-License-Identifier: Apache-2.0
#include "checker/races/warp_state.h"

#include <algorithm>

namespace heddle::checker::races {

void Gathered::add(const Gathered& other) {
  known.add(other.known);
  for (unsigned i = 0; i < fenced.size(); ++i) fenced[i].add(other.fenced[i]);
  top = std::max(top, other.top);
}

Gathered WarpState::gather(std::uint32_t lanes, bool with_self) const {
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
  if (states_.size() == 1 && !with_self && !states_[0].has_fenced()) {
    result.known = states_[0].known;
    result.top = states_[0].clock;
    return result;
  }
  if (states_.size() == 1 && lanes == existing_) {
    add(states_[0], [&](Clock clock) { return whole_warp(warp_, clock); });
    return result;
  }
  for (; lanes != 0; lanes &= lanes - 1) {
    const unsigned lane = std::countr_zero(lanes);
    add(this->lane(lane), [&](Clock clock) { return one_lane(warp_, lane, clock); });
  }
  return result;
}

}  // namespace heddle::checker::races
