// SPDX-License-Identifier: Apache-2.0
// The plain accesses of a block to its shared memory since all its threads last met. Nearly always
// no two threads touch a word in a way that could race, and then nobody will ask about these
// accesses again: they are only written down. What may be a race is for the history to judge
// (detector.h): it is told of all that was written down, and the rest of the epoch goes there.
//
// For each word of the memory a word of shadow tells which thread touched it in this epoch, or that
// several have read it. A new epoch has a new number, so nothing is cleared. The memory of all
// blocks of a cluster can be one, too: then the warps are numbered through.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "checker/races/warp_state.h"
#include "probes/events.h"
#include "probes/quiet_lines.h"

namespace heddle::checker::races {

// What the lanes of a warp do, as it was written down.
struct NotedAccess {
  const probes::Site* site;
  std::uint32_t warp;
  std::uint32_t active;
  std::uint32_t state;  // of SharedEpoch::state()
  probes::Rows rows;    // width_log2 = kNoRows: first is the number of a list of addresses
  bool operator==(const NotedAccess&) const = default;
};

class SharedEpoch {
 public:
  // A block begins. `word_bytes`: 1, 2 or 4; accesses of that size, or multiples, tell threads
  // apart.
  // `quiet`: of the block; may be null.
  void begin_block(std::uint64_t memory, std::uint64_t bytes, unsigned word_bytes,
                   probes::QuietLines* quiet);
  // All that was done before is ordered before what comes.
  void begin();
  ~SharedEpoch() { forget_quiet(); }

  // Reads of these rows have been noted: code need not tell of more at the same place in the
  // program where two warps have made them.
  void publish(const probes::At& at, const probes::Rows& rows);
  // What was published does not hold any more.
  void forget_quiet();

  // Whether accesses of `bytes` from `low` to `high` are of this memory.
  bool is_inside(std::uint64_t low, std::uint64_t high, unsigned bytes) const {
    return low >= memory_ && low <= high && high - memory_ + bytes <= bytes_;
  }

  // Each returns false if the access may race with one of this epoch, or itself: then the epoch is
  // to be ended, without it. `solid`: see probes::RowAccess; the rows have to be inside.
  bool note(const probes::At& at, std::uint32_t state, const probes::Rows& rows, bool solid);
  // `atomic`: operations that do not race with each other, and order nothing.
  bool note(const probes::At& at, std::uint32_t state, probes::LaneAddresses addresses,
            bool atomic);

  // What the threads of a warp are and know now.
  std::uint32_t add_state(const WarpMoment& moment) {
    states_.push_back(moment);
    return static_cast<std::uint32_t>(states_.size() - 1);
  }

  // Nothing has been noted yet.
  bool is_new() const { return !over_ && noted_.empty(); }
  // Whether it was told that some access may race.
  bool is_over() const { return over_; }
  // Ends it, and returns what was noted, in order.
  std::span<const NotedAccess> end() {
    over_ = true;
    forget_quiet();
    return noted_;
  }
  const WarpMoment& state(const NotedAccess& access) const { return states_[access.state]; }
  std::uint64_t address(const NotedAccess& access, unsigned lane) const {
    return access.rows.width_log2 == kNoRows ? lists_[access.rows.first].of_lane[lane]
                                             : access.rows.at(lane);
  }
  bool is_list(const NotedAccess& access) const { return access.rows.width_log2 == kNoRows; }

 private:
  static constexpr std::uint32_t kNoRows = 6;
  // Word of shadow: the epoch's number, whether several threads read, whether one wrote, the
  // thread. Several that write do it by atomic operations only.
  static constexpr unsigned kEpochShift = 16;
  static constexpr std::uint32_t kSeveral = 1u << 15, kWritten = 1u << 14;
  static_assert(abi::kMostClusterBlocks * 1024 <= kWritten);  // threads
  static constexpr std::uint32_t kEpochs = 1u << (32 - kEpochShift);
  // Rows that are written down: from kManyNoted on those only that are not there already.
  static constexpr std::size_t kManyNoted = 4096, kMostNoted = 65536, kMostLists = 32768;

  struct List {
    std::uint64_t of_lane[abi::kWarpSize];
  };

  // The shadow of these bytes.
  std::span<std::uint32_t> words(std::uint64_t address, unsigned bytes);
  bool touch_lane(std::uint64_t address, unsigned bytes, std::uint32_t mine, bool writes);
  bool touch_several(std::uint64_t address, unsigned bytes);
  bool touch_atomic(std::uint64_t address, unsigned bytes);
  bool touch_atomic_words(std::uint32_t lanes, probes::LaneAddresses addresses);
  bool touch_rows(const probes::At& at, const probes::Rows& rows, bool solid);
  bool write_down(const NotedAccess& access);
  void publish_line(const probes::At& at, std::uint64_t line, std::uint32_t words);

  std::uint64_t memory_ = 0, bytes_ = 0;
  unsigned word_shift_ = 2;
  std::uint32_t epoch_ = 0;  // in place in a word of shadow
  bool over_ = true;
  std::vector<std::uint32_t> shadow_;
  std::vector<NotedAccess> noted_;
  std::vector<NotedAccess> recent_;  // by hash, once there are many
  std::vector<WarpMoment> states_;
  std::vector<List> lists_;

  // The reads of one warp at one place in the program: those of another one make words quiet.
  struct FirstReader {
    std::uint32_t epoch = 0;
    std::uint32_t place = 0;
    std::uint32_t warp = 0;
    std::uint32_t words = 0;
  };
  probes::QuietLines* quiet_ = nullptr;
  std::vector<FirstReader> first_readers_;  // of each line, by way
  // Lines from here to here may have been published.
  std::uint64_t quiet_begin_ = ~std::uint64_t{0}, quiet_end_ = 0;
};

}  // namespace heddle::checker::races
