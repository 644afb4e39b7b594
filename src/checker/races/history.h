// SPDX-License-Identifier: Apache-2.0
// What was done to a line of memory: who touched which of its 64 bytes, where in the program, when.
//
// An entry stands for one access of one instruction by lanes of a warp, or of several warps of a
// block at the same clock. It stays until the same instruction comes again, ordered behind it
// (whoever races with the old one then races with the new one, too), so that all pairs of places
// are found whatever the order of events was.
#pragma once

#include <atomic>
#include <cstdint>

#include "checker/races/clocks.h"
#include "checker/races/rules.h"
#include "gpu/access_kind.h"
#include "probes/site.h"

namespace heddle::checker::races {

inline constexpr unsigned kLineBytes = 64;

// How far a strong access, or a fence, reaches.
enum class Level : std::uint8_t { kBlock, kCluster, kDevice, kNone };

// Which lanes touch a byte: lane l those from origin + l * stride on (both relative to the line),
// or, where `set` is not empty, the l-th lane of that; stride 0: each of `set` touches all bytes.
struct Lanes {
  std::uint32_t set = 0;
  std::int16_t origin = 0;
  std::int16_t stride = 0;

  std::uint32_t of(unsigned byte) const {
    if (stride == 0) return set;
    const int distance = stride > 0 ? int(byte) - origin : origin - int(byte);
    const int step = stride > 0 ? stride : -stride;
    int place = stride > 0 ? distance / step : (distance + step - 1) / step;
    if (set == 0) return 1u << place;
    auto rest = set;
    for (; place > 0; --place) rest &= rest - 1;
    return rest & -rest;
  }
  bool operator==(const Lanes&) const = default;
};

struct Entry {
  const probes::Site* site;
  BlockId block : 60;
  bool writes : 1;
  Level reach : 2;      // kNone: a plain access
  std::uint64_t bytes;  // of the line
  Clock clock;
  std::uint32_t warps;  // of the block
  Lanes lanes;

  bool strong() const { return reach != Level::kNone; }
};

// The lanes of a warp that come with a new access: they have one clock and know the same.
struct Accessor {
  BlockId block;
  BlockId cluster;  // the first block of the cluster
  unsigned warp;
  const LazyKnowledge* known;
  std::uint32_t cluster_blocks;
  BlockId ordered_below;  // everything of these blocks is known to this launch
  BlockId dead_below;     // ... and to all others
  Clock dead;             // shared memory: everything of the block up to here is known to all of it
  bool shared;
  std::uint64_t own_atomic;  // place of the lane's last atomic operation; 0: several lanes come
  std::uint32_t quiet;       // of a place in the program between two barriers of the grid: see Line
  bool lanes_wait = false;   // see LaunchState
};

struct Conflict {
  unsigned byte;
  unsigned old_warp, old_lane, new_lane;
  bool wrong_scope;
  bool warp_synchronous;    // see RaceKind
  bool mixed_size = false;  // the same
};

class ConflictSink {
 public:
  virtual void conflict(const Entry& old, const Entry& now, const Conflict& conflict,
                        std::uint64_t bytes) = 0;
  // A thread compares and swaps what it read at this place in the program.
  virtual void compared(const probes::Site& read) = 0;

 protected:
  ~ConflictSink() = default;
};

class Line {
 public:
  Line() : more_(nullptr) {}
  ~Line();
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  // Compares with all that was before, then notes it. `generation`: what has another one is
  // forgotten. Of one place in the program at the same bytes at most `limit` entries are kept, half
  // of that of one block; returns false if this one is not.
  bool access(const Entry& now, const Accessor& by, std::uint64_t generation, const Rules& rules,
              unsigned limit, ConflictSink& sink);
  void clear();

  void lock() {
    while (locked_.exchange(true, std::memory_order_acquire)) {
      while (locked_.load(std::memory_order_relaxed)) __builtin_ia32_pause();
    }
  }
  void unlock() { locked_.store(false, std::memory_order_release); }

  // Words that are quiet for accesses with this number, and whether the tool has told compiled
  // code of such (probes/quiet_lines.h): then it has to say when that ends.
  std::uint16_t quiet_words(std::uint32_t number) const {
    return quiet_kind_ != Quiet::kNever && quiet_ == number ? quiet_words_ : 0;
  }
  bool has_quiet_words() const { return quiet_words_ != 0; }
  bool is_told_quiet() const { return told_quiet_; }
  void set_told_quiet(bool told) { told_quiet_ = told; }

  bool publishes() const { return publishes_.load(std::memory_order_relaxed); }
  void set_publishes() { publishes_.store(true, std::memory_order_relaxed); }

 private:
  static constexpr unsigned kMostEntries = 4096;
  Entry* entries() { return capacity_ == 0 ? &only_ : more_; }
  void remove(unsigned index);
  bool is_noted(const Entry& now, const Rules& rules);
  bool has_enough(const Entry& entry, unsigned limit, bool& of_all_blocks);
  void add(const Entry& entry);

  std::atomic<bool> locked_ = false;
  std::atomic<bool> publishes_ = false;  // places of it may have been published through
  // All entries are alike in this: no two of them, and none like them, can race.
  bool only_reads_ = false;   // plain ones
  bool only_strong_ = false;  // reaching the whole device
  bool told_quiet_ = false;
  std::uint16_t count_ = 0;
  std::uint16_t capacity_ = 0;
  // Words of which enough is kept of the accesses with the number quiet_, and to which nothing else
  // was done than what cannot race with these: neither looking nor noting changes anything.
  enum class Quiet : std::uint8_t { kNever, kRead, kStrong };
  std::uint16_t quiet_words_ = 0;
  Quiet quiet_kind_ = Quiet::kNever;
  std::uint32_t quiet_ = 0;
  std::uint64_t generation_ = 0;
  union {
    Entry only_;
    Entry* more_;
  };
};

}  // namespace heddle::checker::races
