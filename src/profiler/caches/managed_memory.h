// SPDX-License-Identifier: Apache-2.0
// Which pieces of managed memory the GPU has: those that a kernel has touched or that were
// prefetched. All others have to move when a kernel touches them. What the host touches between
// kernels is not heard, and does not move back here.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <unordered_set>

#include "probes/events.h"

namespace heddle::profiler {

class ManagedMemory {
 public:
  // What moves at once: of a page that faults, its neighbours move, too.
  static constexpr std::uint64_t kPieceBytes = std::uint64_t{64} << 10;

  void change(const probes::Memory& event) {
    using probes::MemoryChange;
    if (event.origin != probes::MemoryOrigin::kManaged || event.bytes == 0) return;
    const auto end = event.address + event.bytes;
    if (event.change == MemoryChange::kAllocated) end_of_[event.address] = end;
    if (event.change == MemoryChange::kFreed) end_of_.erase(event.address);
    const bool comes = event.change == MemoryChange::kMoved && event.device >= 0;
    for (auto piece = event.address / kPieceBytes; piece * kPieceBytes < end; ++piece) {
      if (comes) {
        there_.insert(piece);
      } else {
        there_.erase(piece);
      }
    }
  }
  bool empty() const { return end_of_.empty(); }

  // A kernel touches it. How many bytes move.
  std::uint64_t touch(std::uint64_t address) {
    const auto next = end_of_.upper_bound(address);
    if (next == end_of_.begin()) return 0;
    const auto [begin, end] = *std::prev(next);
    if (address >= end) return 0;
    const auto piece = address / kPieceBytes;
    if (!there_.insert(piece).second) return 0;
    return std::min(end, (piece + 1) * kPieceBytes) - std::max(begin, piece * kPieceBytes);
  }

 private:
  std::map<std::uint64_t, std::uint64_t> end_of_;  // by where they begin
  std::unordered_set<std::uint64_t> there_;        // pieces, by number
};

}  // namespace heddle::profiler
