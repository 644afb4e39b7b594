// SPDX-License-Identifier: Apache-2.0
// Where the threads of a warp stand. As long as all its lanes did the same, they have one state;
// and what they know by barriers of the block and by meeting each other is two clocks, of which
// knowledge is made when somebody asks.
#pragma once

#include <algorithm>
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

  bool has_seen() const { return seen[0] || seen[1] || seen[2]; }
  // Mostly what is for one level is for all: it is taken once.
  void see(const ByLevel& what) {
    const Blocks *added = nullptr, *before = nullptr;
    for (unsigned i = 0; i < what.size(); ++i) {
      const bool is_same = i > 0 && what[i].get() == added && seen[i].get() == before;
      added = what[i].get();
      before = seen[i].get();
      seen[i] = is_same ? seen[i - 1] : join(seen[i], what[i]);
    }
  }
  void learn(BlockId own, const ByLevel& what) {
    for (unsigned i = 0; i < what.size(); ++i) {
      if (i == 0 || what[i] != what[i - 1]) known.absorb(own, what[i]);
    }
  }
  void learn_seen(BlockId own, unsigned levels = 3) {
    for (unsigned i = 0; i < levels; ++i) {
      if (i == 0 || seen[i] != seen[i - 1]) known.absorb(own, seen[i]);
    }
    std::fill_n(seen.begin(), levels, nullptr);
  }
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

// "All threads of the block up to a clock", made once for all its warps.
class WholeBlock {
 public:
  const BlockKnown& up_to(Clock clock) {
    if (clock != clock_ || !known_) known_ = whole_block(clock_ = clock);
    return known_;
  }

 private:
  Clock clock_ = 0;
  BlockKnown known_;
};

// What the threads of a warp that are all alike were and knew at a time.
struct WarpMoment {
  Clock clock;
  Clock block, warp;  // the whole block, the warp: known up to
  Knowledge known;    // and this
  Knowledge all(unsigned warp_number) const;
};

class WarpState {
 public:
  WarpState(unsigned warp, WholeBlock& whole_block) : warp_(warp), whole_block_(whole_block) {}

  // Of another block.
  void begin(std::uint32_t existing, const Known& far) {
    // Most blocks never make anything that has to be taken down again.
    if (plain_ != Plain::kYes || one_.known.near || one_.known.far) forget();
    if (far) one_.known.far = far;
    one_.clock = 1;
    block_ = met_ = 0;
    existing_ = existing;
    exited_ = 0;
    ++version_;
  }

  std::uint32_t existing() const { return existing_; }
  std::uint32_t exited() const { return exited_; }
  void exit(std::uint32_t lanes) { exited_ |= lanes; }

  // Calls f(clock, knowledge, lanes) for parts of `lanes` that have these alike. The knowledge is
  // to be asked for before anything changes here.
  template <class F>
  void each(std::uint32_t lanes, F&& f) const {
    if (is_one()) {
      const LazyKnowledge known(this, [](const void* from) -> const Knowledge& {
        const auto& warp = *static_cast<const WarpState*>(from);
        warp.learn();
        return warp.one_.known;
      });
      f(one_.clock, known, lanes);
      return;
    }
    learn();
    while (lanes != 0) {
      const auto& state = states_[std::countr_zero(lanes)];
      std::uint32_t alike = 0;
      for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        const unsigned lane = std::countr_zero(rest);
        const auto& other = states_[lane];
        alike |= std::uint32_t{other.clock == state.clock && other.known == state.known} << lane;
      }
      f(state.clock, LazyKnowledge(state.known), alike);
      lanes &= ~alike;
    }
  }
  // f(state): does it hold for one of these lanes?
  template <class F>
  bool any(std::uint32_t lanes, F&& f) const {
    learn();
    if (is_one()) return f(one_);
    for (; lanes != 0; lanes &= lanes - 1) {
      if (f(states_[std::countr_zero(lanes)])) return true;
    }
    return false;
  }
  // Changes states: f(state) is called once for all lanes, or for each.
  template <class F>
  void change(std::uint32_t lanes, F&& f) {
    learn();
    ++version_;
    plain_ = Plain::kUnknown;
    if (is_one() && (lanes | exited_) == existing_) {
      f(one_);
      return;
    }
    split();
    for (; lanes != 0; lanes &= lanes - 1) f(states_[std::countr_zero(lanes)]);
  }
  const LaneState& lane(unsigned lane) const {
    learn();
    return is_one() ? one_ : states_[lane];
  }

  // One state, and nothing of fences or strong reads that meeting others would change.
  bool is_plain() const {
    if (plain_ == Plain::kUnknown) look_whether_plain();
    return plain_ == Plain::kYes;
  }
  // Where is_plain(): what is known of other blocks.
  const Known& far() const { return one_.known.far; }

  // All lanes of the warp meet, and know each other up to now. False: it has to be done in full.
  bool meet_at_once(Clock times = 1) {
    if (!is_plain() || exited_ != 0) return false;
    ++version_;
    one_.clock += times;
    met_ = one_.clock - 1;
    return true;
  }
  // All threads of the block have met, up to `clock`: of a warp that is_plain().
  void meet_block(Clock clock) {
    ++version_;
    one_.clock = clock + 1;
    block_ = clock;
    met_ = 0;
  }
  // Where is_one().
  WarpMoment moment() const {
    WarpMoment result{one_.clock, block_, met_, {}};
    // What was known before the whole block met is part of that.
    if (block_ == 0) result.known.near = one_.known.near;
    result.known.far = one_.known.far;
    return result;
  }

  // What these lanes know, and with_self: did, up to now.
  Gathered gather(std::uint32_t lanes, bool with_self) const;
  // The last clock of these lanes.
  Clock top(std::uint32_t lanes) const {
    if (is_one()) return one_.clock;
    Clock result = 0;
    for (; lanes != 0; lanes &= lanes - 1) {
      result = std::max(result, states_[std::countr_zero(lanes)].clock);
    }
    return result;
  }
  // All lanes of the warp go on like this.
  void become(const LaneState& state) {
    ++version_;
    plain_ = Plain::kUnknown;
    met_ = block_ = 0;
    one_ = state;
    states_.clear();
  }

  // All lanes have one state; it is the same one as long as the version is.
  bool is_one() const { return states_.empty(); }
  std::uint32_t version() const { return version_; }

 private:
  void learn() const {
    if ((met_ | block_) != 0) learn_now();
  }
  void forget();
  void learn_now() const;
  void look_whether_plain() const;
  void split() {
    if (is_one()) states_.assign(32, one_);
  }

  enum class Plain : std::uint8_t { kUnknown, kNo, kYes };

  unsigned warp_;
  WholeBlock& whole_block_;
  std::uint32_t existing_ = 0;
  std::uint32_t exited_ = 0;
  std::uint32_t version_ = 0;
  mutable Plain plain_ = Plain::kUnknown;
  // The clocks that they know the whole block up to, and each other: not in one_ yet.
  mutable Clock block_ = 0, met_ = 0;
  mutable LaneState one_;          // of all lanes, where they are alike
  std::vector<LaneState> states_;  // else those of the 32 lanes
};

}  // namespace heddle::checker::races
