// SPDX-License-Identifier: Apache-2.0
// Lines of memory that many threads only read. Once a tool has noted enough reads of one place in
// the program there, more of them tell it nothing: it publishes the line, and compiled code does
// not tell of such reads until somebody does something else there.
//
// A table of 64-bit entries, of which any may be overwritten by another one at any time:
//   28 bits of the line's address, 20 bits of an id, 16 bits: words of the line.
// The id stands for the place in the program (Site::quiet); in global memory, of one launch.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

namespace heddle::probes {

class QuietLines {
 public:
  static constexpr unsigned kLineShift = 6, kWordShift = 2;
  static constexpr std::uint64_t kLineBytes = 1u << kLineShift;
  // A line has so many entries, of which the lowest bits of an id choose one.
  static constexpr unsigned kWaysLog2 = 2, kEntriesLog2 = 16;
  static constexpr std::uint64_t kWays = 1u << kWaysLog2, kEntries = 1u << kEntriesLog2;
  // The other bits of an address are in the entry.
  static constexpr unsigned kTagShift = kEntriesLog2 - kWaysLog2 + kLineShift;
  static constexpr unsigned kIdShift = 16, kIdBits = 20;
  static constexpr std::uint64_t kAllWords = (1u << kIdShift) - 1;
  // Ids of launches begin above those of sites, which are used as they are in shared memory.
  static constexpr std::uint32_t kMostSites = 4096, kMostIds = 1u << kIdBits;

  static constexpr std::uint64_t entry_of(std::uint64_t address, std::uint32_t id,
                                          std::uint64_t words) {
    return address >> kTagShift << (kIdShift + kIdBits) | std::uint64_t{id} << kIdShift | words;
  }
  static constexpr std::uint64_t index_of(std::uint64_t address, std::uint32_t id) {
    return ((address >> kLineShift << kWaysLog2) | (id & (kWays - 1))) & (kEntries - 1);
  }

  // `address`: of the line. Nobody may publish or forget the same line at the same time.
  void publish(std::uint64_t address, std::uint32_t id, std::uint64_t words) {
    auto& place = entries_[index_of(address, id)];
    const auto old = place.load(std::memory_order_relaxed);
    const auto wanted = entry_of(address, id, words);
    const bool more = (old ^ wanted) >> kIdShift == 0;
    place.store(more ? old | wanted : wanted, std::memory_order_relaxed);
  }
  void forget(std::uint64_t address) {
    const auto first = index_of(address, 0);
    for (auto i = first; i < first + kWays; ++i) entries_[i].store(0, std::memory_order_relaxed);
  }
  void forget(std::uint64_t address, std::uint64_t bytes) {
    if (bytes == 0) return;
    const auto lines = ((address + bytes - 1) >> kLineShift) - (address >> kLineShift) + 1;
    if (lines >= kEntries / kWays) return clear();
    for (std::uint64_t i = 0; i < lines; ++i) forget(address + (i << kLineShift));
  }
  void clear() {
    for (auto& entry : entries_) entry.store(0, std::memory_order_relaxed);
  }

  // As compiled code does.
  bool holds(std::uint64_t address, std::uint32_t id, std::uint64_t words) const {
    const auto entry = entries_[index_of(address, id)].load(std::memory_order_relaxed);
    const auto differs = entry ^ entry_of(address, id, words);
    return (differs & (~kAllWords | words)) == 0;
  }
  const std::uint64_t* entries() const {
    return reinterpret_cast<const std::uint64_t*>(entries_.data());
  }

 private:
  std::array<std::atomic<std::uint64_t>, kEntries> entries_{};
};

}  // namespace heddle::probes
