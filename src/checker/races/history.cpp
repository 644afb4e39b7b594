// SPDX-License-Identifier: Apache-2.0
#include "checker/races/history.h"

#include <algorithm>
#include <bit>

namespace heddle::checker::races {
namespace {

// The lanes of one of its warps whose accesses `by` does not know of.
std::uint32_t unknown_lanes(const Entry& old, unsigned warp, const Accessor& by,
                            const Rules& rules) {
  if (old.block == by.block) {
    return races::unknown_lanes(by.known->get().near.get(), warp, old.clock);
  }
  if (old.block < by.ordered_below && rules(Rule::kLaunchOrder)) return 0;
  const auto& far = by.known->get().far;
  return far ? far->unknown_lanes(old.block, warp, old.clock) : ~0u;
}

// All of it comes before what `by` does now.
bool ordered(const Entry& old, const Accessor& by, const Rules& rules) {
  for (std::uint32_t warps = old.warps; warps != 0; warps &= warps - 1) {
    if (unknown_lanes(old, unsigned(std::countr_zero(warps)), by, rules) != 0) return false;
  }
  return true;
}

struct Unordered {
  std::uint64_t bytes = 0;
  Conflict example{};
};

// The bytes of `common` at which a lane of `old` is unordered with another one of `now`, which is
// of one warp. Lanes of one warp are threads of their own.
Unordered unordered(const Entry& old, const Entry& now, const Accessor& by, std::uint64_t common,
                    const Rules& rules, bool own_warp_only) {
  Unordered result;
  const bool own = old.block == by.block;
  for (std::uint32_t warps = old.warps; warps != 0; warps &= warps - 1) {
    const unsigned warp = std::countr_zero(warps);
    const bool same_warp = own && warp == by.warp;
    if (own_warp_only && !same_warp) continue;
    if (same_warp && old.lanes == now.lanes &&
        (old.lanes.stride != 0 || std::has_single_bit(old.lanes.set))) {
      continue;  // each lane for itself
    }
    const std::uint32_t unknown = unknown_lanes(old, warp, by, rules);
    if (unknown == 0) continue;
    for (std::uint64_t bytes = common; bytes != 0; bytes &= bytes - 1) {
      const unsigned byte = std::countr_zero(bytes);
      std::uint32_t theirs = old.lanes.of(byte) & unknown;
      std::uint32_t mine = now.lanes.of(byte);
      if (same_warp && std::has_single_bit(mine)) theirs &= ~mine;
      if (theirs == 0) continue;
      if (same_warp && std::has_single_bit(theirs)) mine &= ~theirs;
      if (mine == 0) continue;
      if (result.bytes == 0) {
        const unsigned lane = std::countr_zero(theirs);
        if (same_warp && std::countr_zero(mine) == int(lane)) mine &= mine - 1;
        result.example = {byte, warp, lane, unsigned(std::countr_zero(mine)), false, false};
      }
      result.bytes |= std::uint64_t{1} << byte;
    }
  }
  return result;
}

// Do the scopes of two strong accesses reach each other's thread?
bool reach(const Entry& old, const Entry& now, const Accessor& by, const Rules& rules) {
  const Level least = std::min(old.reach, now.reach);
  if (!rules(Rule::kScopes) || least == Level::kDevice || old.block == by.block) return true;
  return least == Level::kCluster && old.block >= by.cluster &&
         old.block < by.cluster + by.cluster_blocks;
}

bool is_read_by_same_lane(const Entry& old, const Entry& now, std::uint64_t common) {
  const unsigned byte = std::countr_zero(common);
  return !old.writes && !old.strong() && old.block == now.block && (old.warps & now.warps) != 0 &&
         (old.lanes.of(byte) & now.lanes.of(byte)) != 0;
}

bool is_plain_volatile(const Entry& entry) {
  return entry.site->is_volatile != 0 && entry.site->event == probes::Event::kAccess;
}
// Lanes that wait in a loop do not take for granted that others go in step with them.
bool goes_in_step(const Entry& entry) {
  return is_plain_volatile(entry) && entry.site->is_volatile != probes::Site::kPolled;
}

// Two read-modify-writes of integers of different sizes, which are not atomic to each other (PTX
// ISA, "Memory Consistency Model", "Mixed-size data races"). Vectors of floats are added element by
// element, and what is smaller than a word may be a part of one.
bool have_mixed_sizes(const Entry& a, const Entry& b) {
  constexpr std::uint32_t kWord = 4;
  const auto is_integer = [](const Entry& entry) {
    return entry.site->event == probes::Event::kAtomic && entry.site->bytes >= kWord &&
           entry.site->atomic() != probes::AtomicOp::kAddFloat;
  };
  return a.site->bytes != b.site->bytes && is_integer(a) && is_integer(b);
}

bool same_access(const Entry& a, const Entry& b) {
  return a.site == b.site && a.writes == b.writes && a.reach == b.reach;
}

// The lanes that touch each byte of an entry, 0: not the same ones.
std::uint32_t lanes_of_all(const Entry& entry) {
  if (entry.lanes.stride == 0) return entry.lanes.set;
  const auto low = entry.lanes.of(std::countr_zero(entry.bytes));
  return low == entry.lanes.of(63 - std::countl_zero(entry.bytes)) ? low : 0;
}

// Makes one entry of two that differ in one thing.
bool merge(Entry& old, const Entry& now) {
  if (old.block != now.block || old.clock != now.clock) return false;
  const bool warps = old.warps == now.warps;
  const bool bytes = old.bytes == now.bytes;
  if (old.lanes == now.lanes && (warps || bytes)) {
    old.warps |= now.warps;
    old.bytes |= now.bytes;
    return true;
  }
  if (!warps || !bytes) return false;
  const auto x = lanes_of_all(old);
  const auto y = lanes_of_all(now);
  if (x == 0 || y == 0) return false;
  old.lanes = {x | y, 0, 0};
  return true;
}

// Takes out of an entry what the same threads do again.
void take_repeated(Entry& old, const Entry& now, std::uint64_t common) {
  if (old.block != now.block || (old.warps & now.warps) == 0) return;
  if (old.lanes == now.lanes ||
      (old.lanes.stride == 0 && now.lanes.stride == 0 && (old.lanes.set & ~now.lanes.set) == 0)) {
    if (old.warps == now.warps) {
      old.bytes &= ~common;
    } else if (old.bytes == common) {
      old.warps &= ~now.warps;
    }
    return;
  }
  if (old.bytes != common || old.warps != now.warps) return;
  const auto x = lanes_of_all(old);
  const auto y = lanes_of_all(now);
  if (x == 0 || y == 0) return;
  old.lanes = {x & ~y, 0, 0};
  if (old.lanes.set == 0) old.bytes = 0;
}

bool is_plain_read(const Entry& entry) {
  return !entry.writes && !entry.strong();
}

// With another one it makes a race of no kind.
bool is_strong_everywhere(const Entry& entry) {
  return entry.reach == Level::kDevice && !is_plain_volatile(entry);
}

// `now` says nothing that `old` does not.
bool covers(const Entry& old, const Entry& now) {
  if (old.block != now.block || old.clock != now.clock || (now.warps & ~old.warps) != 0 ||
      !same_access(old, now)) {
    return false;
  }
  if (old.lanes == now.lanes) return (now.bytes & ~old.bytes) == 0;
  if (old.bytes != now.bytes) return false;
  const auto mine = lanes_of_all(now);
  return mine != 0 && (mine & ~lanes_of_all(old)) == 0;
}

// Words of a line that are touched whole.
std::uint16_t whole_words(std::uint64_t bytes) {
  bytes &= bytes >> 1;
  bytes &= bytes >> 2;
  bytes &= 0x1111111111111111;
  // Sixteen bits, four apart, come together.
  bytes = (bytes | bytes >> 3) & 0x0303030303030303;
  bytes = (bytes | bytes >> 6) & 0x000f000f000f000f;
  bytes = (bytes | bytes >> 12) & 0x000000ff000000ff;
  return std::uint16_t(bytes | bytes >> 24);
}

}  // namespace

Line::~Line() {
  clear();
}

void Line::clear() {
  if (capacity_ != 0) delete[] more_;
  count_ = capacity_ = 0;
}

void Line::remove(unsigned index) {
  Entry* all = entries();
  all[index] = all[--count_];
}

bool Line::has_enough(const Entry& entry, unsigned limit, bool& of_all_blocks) {
  const Entry* all = entries();
  unsigned alike = 0;
  unsigned of_block = 0;
  for (unsigned i = 0; i < count_; ++i) {
    if ((entry.bytes & ~all[i].bytes) != 0 || !same_access(all[i], entry)) continue;
    ++alike;
    of_block += all[i].block == entry.block;
  }
  of_all_blocks = alike >= limit;
  return of_all_blocks || of_block >= limit / 2 || count_ >= kMostEntries;
}

// Nothing in the line can race with it, and an entry holds all of it. What is found moves to the
// front, so that the places that all threads use are found soon.
bool Line::is_noted(const Entry& now, const Rules& rules) {
  const bool calm = (only_reads_ && is_plain_read(now)) ||
                    (only_strong_ && is_strong_everywhere(now) && rules(Rule::kStrongPair));
  if (!calm) return false;
  Entry* all = entries();
  for (unsigned i = 0; i < count_; ++i) {
    if (!covers(all[i], now)) continue;
    if (i > 1) std::swap(all[i], all[i / 2]);
    return true;
  }
  return false;
}

void Line::add(const Entry& entry) {
  if (capacity_ == 0 && count_ == 0) {
    only_ = entry;
  } else if (count_ == std::max<unsigned>(capacity_, 1)) {
    const unsigned capacity = capacity_ == 0 ? 2 : capacity_ * 2;
    auto* larger = new Entry[capacity];
    std::copy_n(entries(), count_, larger);
    larger[count_] = entry;
    if (capacity_ != 0) delete[] more_;
    more_ = larger;
    capacity_ = std::uint16_t(capacity);
  } else {
    more_[count_] = entry;
  }
  ++count_;
}

bool Line::access(const Entry& now, const Accessor& by, std::uint64_t generation,
                  const Rules& rules, unsigned limit, ConflictSink& sink) {
  if (generation_ != generation) {
    count_ = 0;
    only_reads_ = only_strong_ = false;
    generation_ = generation;
    publishes_.store(false, std::memory_order_relaxed);
    quiet_words_ = 0;
  }
  const auto words = whole_words(now.bytes);
  const auto kind = by.shared                      ? Quiet::kNever
                    : now.reach == Level::kDevice  ? Quiet::kStrong
                    : !now.strong() && !now.writes ? Quiet::kRead
                                                   : Quiet::kNever;
  if (kind == Quiet::kNever || kind != quiet_kind_) {
    quiet_words_ = 0;
  } else if (quiet_ == by.quiet && (words & ~quiet_words_) == 0 && words != 0) {
    return false;
  }
  if (is_noted(now, rules)) return true;
  bool conflicting = false;
  only_reads_ = is_plain_read(now);
  only_strong_ = is_strong_everywhere(now);
  const bool compares = now.writes && now.site->event == probes::Event::kAtomic &&
                        now.site->atomic() == probes::AtomicOp::kCompareAndSwap;
  Entry* all = entries();
  Entry rest = now;
  for (unsigned i = 0; i < count_;) {
    Entry& old = all[i];
    if (old.block == by.block ? old.clock <= by.dead
                              : old.block < by.dead_below && rules(Rule::kLaunchOrder)) {
      remove(i);
      continue;
    }
    only_reads_ &= is_plain_read(old);
    only_strong_ &= is_strong_everywhere(old);
    const std::uint64_t common = old.bytes & now.bytes;
    if (common == 0) {
      if (rest.bytes != 0 && same_access(old, now) && merge(old, rest)) rest.bytes = 0;
      ++i;
      continue;
    }
    const bool alike = same_access(old, now);
    const bool both_strong = old.strong() && now.strong() && rules(Rule::kStrongPair);
    const bool may_conflict = old.writes || now.writes;
    const bool mixed = both_strong && have_mixed_sizes(old, now);
    const bool wrong_scope = may_conflict && both_strong && !mixed && !reach(old, now, by, rules);
    const bool lockstep = may_conflict && both_strong && !wrong_scope && by.shared &&
                          !by.lanes_wait && goes_in_step(old) && goes_in_step(now);
    const bool conflicts = may_conflict && (!both_strong || mixed || wrong_scope || lockstep);
    conflicting |= conflicts;
    if (compares && is_read_by_same_lane(old, now, common)) sink.compared(*old.site);
    if (conflicts) {
      const auto found = unordered(old, now, by, common, rules, lockstep);
      const bool met = by.own_atomic != 0 && old.strong() && old.writes && !now.strong() &&
                       now.writes && (now.bytes >> by.own_atomic % kLineBytes & 1) != 0 &&
                       rules(Rule::kOwnAtomic);
      if (found.bytes != 0 && !met) {
        auto conflict = found.example;
        conflict.wrong_scope = wrong_scope;
        conflict.warp_synchronous = lockstep;
        conflict.mixed_size = mixed;
        sink.conflict(old, now, conflict, found.bytes);
      }
    }
    if (alike && rest.bytes != 0 && merge(old, rest)) {
      rest.bytes = 0;
    } else if (alike) {
      // The scope of who comes later may reach the one and not the other.
      const bool as_far = old.block == now.block || !now.strong();
      if (as_far && !lockstep && ordered(old, by, rules)) {
        old.bytes &= ~common;
      } else {
        take_repeated(old, now, common);
      }
    }
    if (old.bytes == 0 || old.warps == 0) {
      remove(i);
    } else {
      ++i;
    }
  }
  if (count_ == 0) quiet_words_ = 0;  // what made them quiet is of launches that are over
  if (rest.bytes == 0) return true;
  bool of_all_blocks = false;
  if (count_ >= limit / 2 && has_enough(rest, limit, of_all_blocks)) {
    if (of_all_blocks && !conflicting && (quiet_words_ == 0 || quiet_ == by.quiet)) {
      quiet_kind_ = kind;
      quiet_ = by.quiet;
      quiet_words_ |= whole_words(rest.bytes);
    }
    return false;
  }
  add(rest);
  return true;
}

}  // namespace heddle::checker::races
