// SPDX-License-Identifier: Apache-2.0
// The accesses of a launch to global memory, as caches see them: which lines of 128 bytes a warp's
// instruction touched, and which of their sectors. Of many lines only some are noted, all accesses
// of these: a cache that is smaller by the same rate holds as much of them ("SHARDS", Waldspurger
// et al., FAST 2015).
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include "probes/events.h"
#include "profiler/caches/allocations.h"
#include "profiler/caches/atomic_places.h"

namespace heddle::profiler {

enum class LineUse : std::uint8_t { kLoad, kStore, kAtomic, kReduction };

// One line of one instruction of a warp.
struct LineTouch {
  std::uint64_t line : 41;  // of 48 bits of addresses
  std::uint64_t use : 2;
  std::uint64_t sectors : 4;              // bit i: bytes from 32 * i on
  std::uint64_t warp : 5;                 // in the block
  std::uint64_t site : 12;                // in Told::sites
  std::uint32_t block;                    // linear index
  std::uint32_t step : 31;                // the warp's accesses to global memory before this one
  std::uint32_t apart : 1 = 0;            // the access has others, but none next to it
  std::uint32_t name = 0;                 // of the line, wherever its allocation lies
  std::array<std::uint8_t, 4> written{};  // bytes of each sector that a store brings
};
static_assert(sizeof(LineTouch) == 24);

// One line in 2^shift is looked at, the same ones in each launch and in each run.
inline bool is_kept(std::uint32_t name, unsigned shift) {
  return (name & ((std::uint64_t{1} << shift) - 1)) == 0;
}

class LineLog {
 public:
  static constexpr std::uint64_t kLineBytes = 128, kSectorBytes = 32;
  static constexpr std::size_t kMostSites = 1u << 12;
  static constexpr unsigned kSwapBits = 22;

  // Memory that logs of other launches have left: what is new to a process costs more than to note.
  class Spare {
   public:
    std::vector<LineTouch> take();
    void give(std::vector<LineTouch> touches);

   private:
    std::mutex mutex_;
    std::vector<std::vector<LineTouch>> all_;
  };

  // `exact`: all lines are noted, however many there are.
  explicit LineLog(bool exact = false,
                   std::shared_ptr<const AllocationTable> allocations =
                       std::make_shared<const AllocationTable>(std::vector<AllocationTable::Row>()),
                   std::shared_ptr<Spare> spare = std::make_shared<Spare>())
      : most_of_worker_(exact ? std::numeric_limits<std::size_t>::max() : kMost / 4),
        allocations_(std::move(allocations)),
        spare_(std::move(spare)) {}
  LineLog(const LineLog&) = delete;
  LineLog& operator=(const LineLog&) = delete;
  ~LineLog();

  // In the worker that runs the block.
  void begin(const probes::Block& block);
  // Its warps were busy for so long, all together.
  void end(const probes::Block& block, std::uint64_t cycles);
  // `addresses`: of the active lanes.
  void add(const probes::At& at, std::span<const std::uint64_t> addresses);
  void add(const probes::At& at, const probes::Rows& rows);

  // When the launch has ended. Of a block as its warps ran; blocks as workers ran them.
  struct Told {
    std::vector<LineTouch> touches;
    std::vector<std::uint32_t> steps;   // by block: the most of a warp
    std::vector<std::uint64_t> cycles;  // by block: of all its warps
    unsigned shift = 0;                 // one in 2^shift lines was noted
    AtomicPlaces atomics;               // by line, sectors
    AtomicPlaces swaps{kSwapBits};      // compare-and-swap operations, by word
    // Of touches; from kMostSites - 1 on they share the last number, which has none.
    std::vector<const probes::Site*> sites;

    // Looks at no more lines than that.
    void keep(unsigned most_shift);
  };
  Told take(std::uint64_t blocks);

 private:
  struct Worker {
    std::vector<LineTouch> touches;
    std::array<std::uint32_t, 32> steps{};  // by warp
    std::vector<std::pair<std::uint32_t, std::uint32_t>> block_steps;
    std::vector<std::pair<std::uint32_t, std::uint64_t>> block_cycles;
    std::uint32_t block = 0;
    unsigned shift = 0;
    AtomicPlaces atomics;                              // by line, sectors
    AtomicPlaces swaps{kSwapBits};                     // compare-and-swap operations, by word
    std::array<AllocationTable::Row, 16> allocations;  // that a site touched last
    AllocationTable::Row& allocation_of(std::uint32_t site) {
      return allocations[site % allocations.size()];
    }
    // Of those that it heard of last.
    std::array<std::pair<const probes::Site*, std::uint32_t>, 64> sites{};
    void end_block();
  };
  // Of all workers together; the rate is halved when one has a quarter of them.
  static constexpr std::size_t kMost = std::size_t{1} << 20;
  static constexpr std::size_t kMostWorkers = 1u << 16;

  Worker& worker(const probes::Block& block) const {
    return *workers_[block.worker % kMostWorkers].load(std::memory_order_acquire);
  }
  // Plain accesses to all bytes from `first` on.
  void note_run(Worker& worker, const probes::At& at, std::uint64_t first, std::uint64_t bytes);
  template <class Addresses>
  void note(Worker& worker, const probes::At& at, const Addresses& addresses);
  void limit(Worker& worker);
  void keep_fewer(Worker& worker);
  std::uint32_t number_of(Worker& worker, const probes::Site& site);

  const std::size_t most_of_worker_;
  const std::shared_ptr<const AllocationTable> allocations_;
  const std::shared_ptr<Spare> spare_;
  std::mutex mutex_;
  std::unordered_map<const probes::Site*, std::uint32_t> numbers_;
  std::vector<std::unique_ptr<Worker>> owned_;
  std::unique_ptr<std::atomic<Worker*>[]> workers_ =
      std::make_unique<std::atomic<Worker*>[]>(kMostWorkers);
  std::atomic<unsigned> shift_ = 0;
};

}  // namespace heddle::profiler
