// SPDX-License-Identifier: Apache-2.0
#include "checker/races/shared_epoch.h"

#include <algorithm>
#include <bit>

#include "probes/lane_vectors.h"
#include "support/each_cpu.h"

namespace heddle::checker::races {
namespace {

struct Bits {
  unsigned epoch_shift;
  std::uint32_t several, written;
};

// `count` words, each `1 << per_lane` of them of one thread: `mine` and those after it. Not 0: some
// may be raced for.
HEDDLE_FOR_EACH_CPU std::uint32_t read_words(std::uint32_t* words, unsigned count,
                                             unsigned per_lane, std::uint32_t mine, Bits bits) {
  std::uint32_t wrong = 0;
  for (unsigned i = 0; i < count; ++i) {
    const std::uint32_t own = mine + (i >> per_lane);
    const std::uint32_t old = words[i];
    const bool is_new = (old ^ own) >> bits.epoch_shift != 0;
    const bool is_own = ((old ^ own) & ~bits.written) == 0;
    const std::uint32_t several = (own >> bits.epoch_shift << bits.epoch_shift) | bits.several;
    wrong |= is_new || is_own ? 0 : old & bits.written;
    words[i] = is_new ? own : is_own ? old : several;
  }
  return wrong;
}

HEDDLE_FOR_EACH_CPU std::uint32_t write_words(std::uint32_t* words, unsigned count,
                                              unsigned per_lane, std::uint32_t mine, Bits bits) {
  std::uint32_t wrong = 0;
  for (unsigned i = 0; i < count; ++i) {
    const std::uint32_t own = mine + (i >> per_lane);
    const std::uint32_t old = words[i];
    const bool is_new = (old ^ own) >> bits.epoch_shift != 0;
    const bool is_own = ((old ^ own) & ~bits.written) == 0;
    wrong |= is_new || is_own ? 0 : 1;
    words[i] = own | bits.written;
  }
  return wrong;
}

}  // namespace

void SharedEpoch::begin_block(std::uint64_t memory, std::uint64_t bytes, unsigned word_bytes,
                              probes::QuietLines* quiet) {
  forget_quiet();
  quiet_ = quiet;
  const auto lines = quiet ? bytes / probes::QuietLines::kLineBytes + 2 : 0;
  if (first_readers_.size() < lines * probes::QuietLines::kWays) {
    first_readers_.resize(lines * probes::QuietLines::kWays);
  }
  memory_ = memory;
  bytes_ = bytes;
  word_shift_ = static_cast<unsigned>(std::countr_zero(word_bytes));
  const std::size_t words = (bytes >> word_shift_) + 2;
  if (shadow_.size() < words) shadow_.resize(words);
  begin();
}

void SharedEpoch::begin() {
  if ((epoch_ >> kEpochShift) + 1 == kEpochs) {
    std::ranges::fill(shadow_, 0);
    std::ranges::fill(first_readers_, FirstReader{});
    epoch_ = 0;
  }
  epoch_ += 1u << kEpochShift;
  over_ = false;
  forget_quiet();
  noted_.clear();
  states_.clear();
  lists_.clear();
  recent_.clear();
}

std::span<std::uint32_t> SharedEpoch::words(std::uint64_t address, unsigned bytes) {
  const auto first = (address - memory_) >> word_shift_;
  const auto last = (address - memory_ + bytes - 1) >> word_shift_;
  return {&shadow_[first], last - first + 1};
}

bool SharedEpoch::touch_lane(std::uint64_t address, unsigned bytes, std::uint32_t mine,
                             bool writes) {
  for (auto& word : words(address, bytes)) {
    if ((word ^ mine) >> kEpochShift != 0) {
      word = mine | (writes ? kWritten : 0);
    } else if (((word ^ mine) & ~kWritten) == 0) {
      if (writes) word |= kWritten;
    } else if (writes || (word & kWritten) != 0) {
      return false;
    } else {
      word = epoch_ | kSeveral;
    }
  }
  return true;
}

bool SharedEpoch::touch_several(std::uint64_t address, unsigned bytes) {
  for (auto& word : words(address, bytes)) {
    if ((word ^ epoch_) >> kEpochShift == 0 && (word & kWritten) != 0) return false;
    word = epoch_ | kSeveral;
  }
  return true;
}

bool SharedEpoch::touch_atomic(std::uint64_t address, unsigned bytes) {
  for (auto& word : words(address, bytes)) {
    const bool is_new = (word ^ epoch_) >> kEpochShift != 0;
    if (!is_new && word != (epoch_ | kSeveral | kWritten)) return false;
    word = epoch_ | kSeveral | kWritten;
  }
  return true;
}

// A word of each lane, all of which are inside.
bool SharedEpoch::touch_atomic_words(std::uint32_t lanes, probes::LaneAddresses addresses) {
  const std::uint32_t wanted = epoch_ | kSeveral | kWritten;
  std::uint32_t others = 0;
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    auto& word = shadow_[(addresses[lane] - memory_) >> word_shift_];
    // Of this epoch, and another one.
    others |= (word ^ epoch_) >> kEpochShift == 0 ? word ^ wanted : 0;
    word = wanted;
  }
  return others == 0;
}

bool SharedEpoch::touch_rows(const probes::At& at, const probes::Rows& rows, bool solid) {
  const probes::Site& site = at.site;
  const bool writes = site.is_store();
  const std::uint32_t mine = epoch_ | at.warp * abi::kWarpSize;
  const unsigned word_bytes = 1u << word_shift_;
  const auto lowest = static_cast<unsigned>(std::countr_zero(at.active));
  const std::uint64_t start = rows.at(lowest) - memory_;
  const bool whole =
      site.bytes >= word_bytes && std::has_single_bit(site.bytes) && start % word_bytes == 0;
  if (solid && whole) {
    const auto per_lane = static_cast<unsigned>(std::countr_zero(site.bytes)) - word_shift_;
    const auto lanes = static_cast<unsigned>(std::popcount(at.active));
    auto* words = shadow_.data() + (start >> word_shift_);
    constexpr Bits kBits{kEpochShift, kSeveral, kWritten};
    const auto touch = writes ? write_words : read_words;
    return touch(words, lanes << per_lane, per_lane, mine + lowest, kBits) == 0;
  }
  const bool one_place = rows.stride == 0 && (rows.is_one() || rows.pitch == 0);
  if (one_place && !std::has_single_bit(at.active)) {
    return !writes && touch_several(rows.first, site.bytes);
  }
  for (auto rest = at.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    if (!touch_lane(rows.at(lane), site.bytes, mine + lane, writes)) return false;
  }
  return true;
}

bool SharedEpoch::note(const probes::At& at, std::uint32_t state, const probes::Rows& rows,
                       bool solid) {
  return touch_rows(at, rows, solid) && write_down({&at.site, at.warp, at.active, state, rows});
}

bool SharedEpoch::note(const probes::At& at, std::uint32_t state, probes::LaneAddresses addresses,
                       bool atomic) {
  if (lists_.size() >= kMostLists) return false;
  const std::uint32_t mine = epoch_ | at.warp * abi::kWarpSize;
  const bool writes = at.site.is_store();
  const auto bytes = at.site.bytes;
  if (bytes > bytes_) return false;
  const auto [low, high, all] = probes::extent_of(addresses.data(), at.active);
  if (low < memory_ || high - memory_ > bytes_ - bytes) return false;
  const bool words = bytes == 1u << word_shift_ && (all | memory_) % bytes == 0;
  if (atomic && words) {
    if (!touch_atomic_words(at.active, addresses)) return false;
  } else {
    for (auto rest = at.active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      const auto address = addresses[lane];
      const bool calm =
          atomic ? touch_atomic(address, bytes) : touch_lane(address, bytes, mine + lane, writes);
      if (!calm) return false;
    }
  }
  std::copy_n(addresses.begin(), abi::kWarpSize, lists_.emplace_back().of_lane);
  noted_.push_back({&at.site, at.warp, at.active, state, {lists_.size() - 1, 0, 0, kNoRows}});
  return true;
}

void SharedEpoch::publish(const probes::At& at, const probes::Rows& rows) {
  constexpr std::uint64_t kLine = probes::QuietLines::kLineBytes;
  if (!quiet_ || at.active != ~0u) return;
  const std::uint64_t width = std::uint64_t{1} << rows.width_log2;
  const auto bytes = at.site.bytes;
  const bool solid = rows.stride == std::int64_t{bytes};
  if (!solid && rows.stride != 0) return;
  const auto row_bytes = solid ? width * bytes : bytes;
  const auto count = rows.is_one() || rows.pitch == 0 ? 1 : abi::kWarpSize / width;
  for (std::uint64_t row = 0; row < count; ++row) {
    auto address = rows.first + static_cast<std::uint64_t>(rows.pitch) * row;
    if (address % 4 != 0) return;
    for (const auto end = address + row_bytes; address < end;) {
      const auto line = address & ~(kLine - 1);
      const auto stop = std::min(end, line + kLine);
      const auto words = (stop - address) / 4;
      const auto all = (std::uint32_t{1} << words) - 1;
      publish_line(at, line, all << (address - line) / 4);
      address = stop;
    }
  }
}

void SharedEpoch::publish_line(const probes::At& at, std::uint64_t line, std::uint32_t words) {
  using probes::QuietLines;
  const auto place = at.site.quiet;
  const auto number = (line >> QuietLines::kLineShift) - (memory_ >> QuietLines::kLineShift);
  auto& first = first_readers_[number * QuietLines::kWays + place % QuietLines::kWays];
  if (first.epoch != epoch_ || first.place != place) {
    first = {epoch_, place, at.warp, words};
  } else if (first.warp == at.warp) {
    first.words |= words;
  } else if (const auto both = first.words & words; both != 0) {
    quiet_->publish(line, place, both);
    quiet_begin_ = std::min(quiet_begin_, line);
    quiet_end_ = std::max(quiet_end_, line + QuietLines::kLineBytes);
  }
}

void SharedEpoch::forget_quiet() {
  if (quiet_begin_ >= quiet_end_) return;
  quiet_->forget(quiet_begin_, quiet_end_ - quiet_begin_);
  quiet_begin_ = ~std::uint64_t{0};
  quiet_end_ = 0;
}

// False: there is too much.
bool SharedEpoch::write_down(const NotedAccess& access) {
  if (noted_.size() >= kManyNoted) {
    if (recent_.empty()) recent_.resize(kManyNoted, noted_[0]);
    const auto x = reinterpret_cast<std::uintptr_t>(access.site) + access.rows.first +
                   std::uint64_t{access.warp} * 0x9e3779b97f4a7c15;
    auto& seen = recent_[(x * 0x9e3779b97f4a7c15 >> 40) % kManyNoted];
    if (seen == access) return true;
    seen = access;
    if (noted_.size() >= kMostNoted) return false;
  }
  noted_.push_back(access);
  return true;
}

}  // namespace heddle::checker::races
