// SPDX-License-Identifier: Apache-2.0
// Where the threads of a warp stand. As long as all its lanes did the same, they have one state.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "checker/races/published.h"

namespace heddle::checker::races {

struct LaneState {
  // What may be published by a strong write: what was known at the last fence, and the own
  // accesses up to a clock. By Level, as far as that fence reached.
  struct Fenced {
    Knowledge known;
    Clock self = 0;
    bool operator==(const Fenced&) const = default;
  };

  Clock clock = 1;
  Knowledge known;  // of other threads
  std::array<Fenced, 3> fenced;
  ByLevel seen;  // by strong reads, not learnt yet

  bool has_fenced() const {
    for (const auto& one : fenced) {
      if (one.self != 0 || one.known.near || one.known.far) return true;
    }
    return false;
  }
  bool operator==(const LaneState&) const = default;
};

// What threads bring to a barrier, and take from there.
struct Gathered {
  Knowledge known;
  std::array<Knowledge, 3> fenced;
  Clock top = 0;

  void add(const Gathered& other);
};

class WarpState {
 public:
  WarpState(unsigned warp, std::uint32_t existing) : warp_(warp), existing_(existing), states_(1) {}

  std::uint32_t existing() const { return existing_; }
  std::uint32_t exited() const { return exited_; }
  void exit(std::uint32_t lanes) { exited_ |= lanes; }

  // Calls f(clock, knowledge, lanes) for parts of `lanes` that have these alike.
  template <class F>
  void each(std::uint32_t lanes, F&& f) const {
    if (states_.size() == 1) {
      f(states_[0].clock, states_[0].known, lanes);
      return;
    }
    while (lanes != 0) {
      const auto& state = states_[std::countr_zero(lanes)];
      std::uint32_t alike = 0;
      for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        const unsigned lane = std::countr_zero(rest);
        const auto& other = states_[lane];
        alike |= std::uint32_t{other.clock == state.clock && other.known == state.known} << lane;
      }
      f(state.clock, state.known, alike);
      lanes &= ~alike;
    }
  }
  // f(state): does it hold for one of these lanes?
  template <class F>
  bool any(std::uint32_t lanes, F&& f) const {
    if (states_.size() == 1) return f(states_[0]);
    for (; lanes != 0; lanes &= lanes - 1) {
      if (f(states_[std::countr_zero(lanes)])) return true;
    }
    return false;
  }
  // Changes states: f(state) is called once for all lanes, or for each.
  template <class F>
  void change(std::uint32_t lanes, F&& f) {
    if (states_.size() == 1 && (lanes | exited_) == existing_) {
      f(states_[0]);
      return;
    }
    split();
    for (; lanes != 0; lanes &= lanes - 1) f(states_[std::countr_zero(lanes)]);
  }
  const LaneState& lane(unsigned lane) const { return states_[states_.size() == 1 ? 0 : lane]; }

  // What these lanes know, and with_self: did, up to now.
  Gathered gather(std::uint32_t lanes, bool with_self) const;
  // All lanes of the warp go on like this.
  void become(const LaneState& state) { states_ = {state}; }

 private:
  void split() {
    if (states_.size() == 1) states_.resize(32, LaneState(states_[0]));
  }

  unsigned warp_;
  std::uint32_t existing_;
  std::uint32_t exited_ = 0;
  std::vector<LaneState> states_;  // 1 or 32
};

}  // namespace heddle::checker::races
