// SPDX-License-Identifier: Apache-2.0
// The threads of a block that runs: what each knows of the others, and the barriers that they meet
// at. One host thread at a time uses it.
#pragma once

#include <cstdint>
#include <vector>

#include "checker/races/rules.h"
#include "checker/races/warp_state.h"

namespace heddle::checker::races {

// A barrier of several blocks: what all that arrived in one phase brought.
struct WideGathered {
  Known known;
  ByLevel fenced;
  Clock top = 0;
  bool grid = false;  // all threads of blocks first to end - 1
  BlockId first = 0, end = 0;
};

class BlockState {
 public:
  explicit BlockState(const Rules& rules) : rules_(rules) {}
  BlockState(const BlockState&) = delete;
  BlockState& operator=(const BlockState&) = delete;

  // Another block begins, whose threads know `far` of other blocks.
  void begin(BlockId id, std::uint32_t threads, const Known& far = nullptr);

  BlockId id() const { return id_; }
  WarpState& warp(unsigned warp) { return warps_[warp]; }
  const WarpState& warp(unsigned warp) const { return warps_[warp]; }
  unsigned warps() const { return count_; }
  // Accesses of the block up to here are known to all of it.
  Clock common() const { return common_; }
  Clock top() const { return top_; }  // of the threads that ended

  void arrive(unsigned warp, std::uint32_t lanes, unsigned barrier, bool waits);
  void open(unsigned barrier, bool whole);  // whole: it counts all threads of the block
  // All threads come to a barrier of the whole block together, which opens: whether nothing but
  // their clocks counts there; and if so, the clock that all of them go on with.
  bool can_meet_at_once() const;
  // `top`: of what code has counted of them.
  Clock meet_at_once(Clock top = 0);
  // Of a barrier of several blocks: what these lanes bring, and what they go on with.
  WideGathered arrive_wide(unsigned warp, std::uint32_t lanes);
  void open_wide(unsigned warp, std::uint32_t lanes, const WideGathered& all);

  // Lanes come to a warp operation that names `members`.
  void meet(unsigned warp, std::uint32_t lanes, std::uint32_t members);
  // All 32 lanes of a warp come to `count` operations that name all, and to nothing else.
  void meet_all(unsigned warp, Clock count);
  bool has_meetings() const { return !meetings_.empty(); }
  // Lanes do something else: who waits no longer has met whom there was to meet.
  void go_on(unsigned warp, std::uint32_t lanes);
  void exit(unsigned warp, std::uint32_t lanes);
  void fence(unsigned warp, std::uint32_t lanes, Level reach, bool acquires, bool releases);
  // Lanes learn this of other blocks.
  void learn(unsigned warp, std::uint32_t lanes, const Known& known);
  // A strong read saw this.
  void see(unsigned warp, unsigned lane, const ByLevel& what, bool acquires);
  // What a strong write of this lane publishes.
  ByLevel publish(unsigned warp, unsigned lane, Level reach, bool releases) const;
  void advance(unsigned warp, std::uint32_t lanes);  // behind a release
  // The lane launches a kernel: what this one's threads know by that.
  Known give(unsigned warp, unsigned lane);
  // What its threads know together of other blocks.
  Known far_of_all() const;

 private:
  struct Barrier {
    std::vector<std::uint32_t> waiting;  // by warp
    Gathered early;                      // of those that only arrived
    bool has_early = false, has_any = false;
  };
  struct Meeting {
    unsigned warp;
    std::uint32_t members, arrived;
  };
  void learn_seen(unsigned warp, std::uint32_t lanes);
  void take(unsigned warp, std::uint32_t lanes, const Gathered& all, Rule rule);
  bool open_plain(const Barrier& at);
  void complete(unsigned warp, std::uint32_t lanes, std::uint32_t members);
  void set_clock(unsigned warp, std::uint32_t lanes, Clock clock);
  Barrier& barrier(unsigned id);

  const Rules& rules_;
  BlockId id_ = 0;
  unsigned count_ = 0;
  WholeBlock whole_block_;
  std::vector<WarpState> warps_;   // count_ of them are the block's
  std::vector<Barrier> barriers_;  // by id
  std::vector<Meeting> meetings_;
  Clock top_ = 0;
  Clock common_ = 0;
};

}  // namespace heddle::checker::races
