// SPDX-License-Identifier: Apache-2.0
#include "checker/races/warp_state.h"

#include <algorithm>

namespace heddle::checker::races {

void Gathered::add(const Gathered& other) {
  known.add(other.known);
  for (unsigned i = 0; i < fenced.size(); ++i) fenced[i].add(other.fenced[i]);
  top = std::max(top, other.top);
}

Knowledge WarpMoment::all(unsigned warp_number) const {
  Knowledge result = known;
  if (block != 0) result.near = join(result.near, whole_block(block));
  if (warp != 0) result.near = join(result.near, whole_warp(warp_number, warp));
  return result;
}

void WarpState::forget() {
  one_ = {};
  states_.clear();
  plain_ = Plain::kYes;
}

void WarpState::learn_now() const {
  // All that was known of the block before was of smaller clocks.
  if (block_ != 0) one_.known.near = whole_block_.up_to(block_);
  if (met_ != 0) one_.known.near = join(one_.known.near, whole_warp(warp_, met_));
  met_ = block_ = 0;
}

void WarpState::look_whether_plain() const {
  const bool is_plain = is_one() && !one_.has_fenced() && !one_.has_seen();
  plain_ = is_plain ? Plain::kYes : Plain::kNo;
}

Gathered WarpState::gather(std::uint32_t lanes, bool with_self) const {
  learn();
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
