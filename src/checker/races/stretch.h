// SPDX-License-Identifier: Apache-2.0
// 128 bytes of global memory that are touched by one warp only, in rows of cells, each lane its own
// cell or a part of it: what most launches do to most of their memory. No two of these accesses can
// race; they
// are noted by place in the program, without histories of the lines. Any other access opens the
// stretch: the histories (history.h) are told of what was noted, and serve it until all launches
// that touched it through them are over.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

#include "checker/races/clocks.h"
#include "probes/site.h"

namespace heddle::checker::races {

inline constexpr unsigned kStretchBytes = 128;

class Stretch {
 public:
  // Of whom the row is: the lanes of a warp, with cells of so many bytes side by side from `first`
  // on.
  struct Owner {
    BlockId block;
    std::uint32_t warp;
    std::uint64_t first;
    std::uint32_t cell;
  };

  // False: it has to be opened, and the histories told.
  // `offset`: of the bytes of the site in each cell.
  bool note(const Owner& owner, const probes::Site& site, std::uint32_t offset, Clock clock,
            BlockId dead_below) {
    lock();
    const bool done = note_locked(owner, site, offset, clock, dead_below);
    unlock();
    return done;
  }

  // For an access of a launch whose blocks end at `end`. tell(owner, site, offset, clock) for each
  // that was noted and is not dead.
  template <class F>
  void open(BlockId end, BlockId dead_below, F&& tell) {
    if (opened_until_.load(std::memory_order_acquire) >= end) return;
    lock();
    // What is told may be of a launch that goes on when this one has ended.
    if (count_ != 0) end = std::max(end, block_ + 1);
    if (block_ >= dead_below) {
      for (unsigned i = 0; i < count_; ++i)
        tell(Owner{block_, warp_, first_, cell_}, *sites_[i], offsets_[i], clocks_[i]);
    }
    count_ = 0;
    opened_until_.store(std::max(end, opened_until_.load(std::memory_order_relaxed)),
                        std::memory_order_release);
    unlock();
  }

  // It is new memory.
  void clear() {
    lock();
    count_ = 0;
    opened_until_.store(0, std::memory_order_relaxed);
    unlock();
  }

 private:
  static constexpr unsigned kPlaces = 4;

  bool note_locked(const Owner& owner, const probes::Site& site, std::uint32_t offset, Clock clock,
                   BlockId dead_below) {
    if (opened_until_.load(std::memory_order_relaxed) > dead_below) return false;
    if (count_ == 0 || block_ < dead_below) {
      block_ = owner.block;
      warp_ = static_cast<std::uint8_t>(owner.warp);
      first_ = owner.first;
      cell_ = static_cast<std::uint8_t>(owner.cell);
      count_ = 0;
    } else if (block_ != owner.block || warp_ != owner.warp || first_ != owner.first ||
               cell_ != owner.cell) {
      return false;
    }
    for (unsigned i = 0; i < count_; ++i) {
      if (sites_[i] != &site || offsets_[i] != offset) continue;
      clocks_[i] = clock;
      return true;
    }
    if (count_ == kPlaces) return false;
    sites_[count_] = &site;
    offsets_[count_] = static_cast<std::uint8_t>(offset);
    clocks_[count_++] = clock;
    return true;
  }

  void lock() {
    while (locked_.exchange(true, std::memory_order_acquire)) {
      while (locked_.load(std::memory_order_relaxed)) __builtin_ia32_pause();
    }
  }
  void unlock() { locked_.store(false, std::memory_order_release); }

  std::atomic<BlockId> opened_until_ = 0;
  BlockId block_ = 0;
  std::uint64_t first_ = 0;
  std::array<const probes::Site*, kPlaces> sites_{};
  std::array<Clock, kPlaces> clocks_{};
  std::array<std::uint8_t, kPlaces> offsets_{};
  std::uint8_t warp_ = 0, count_ = 0, cell_ = 0;
  std::atomic<bool> locked_ = false;
};

}  // namespace heddle::checker::races
