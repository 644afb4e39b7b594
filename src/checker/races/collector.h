// SPDX-License-Identifier: Apache-2.0
// Gathers conflicts into reports, one for two places in the program, and hands them out in an order
// of their own: neither depends on which conflict was seen first.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <tuple>
#include <unordered_set>

#include "checker/races/history.h"
#include "checker/races/report.h"

namespace heddle::checker::races {

struct RaceThread {
  BlockId block;
  std::uint32_t thread;
  auto operator<=>(const RaceThread&) const = default;
};

struct Race {
  RaceKind kind;
  Values values;
  const probes::Site* sites[2];
  bool writes[2];
  RaceThread threads[2];
  probes::Space space;
  std::uint64_t address, offset;
  std::uint64_t line, bytes;  // that race
};

class Collector {
 public:
  void add(Race race);
  // A plain read whose value an atomic compare-and-swap of the same place checks: it may race with
  // atomic operations (CUDA C++ Programming Guide, "Atomic Functions", does it).
  void compared(const probes::Site& read);
  // What was found since the last call. `complete` fills in what is known of a side's block.
  void hand_out(const std::function<void(RaceSide&, BlockId)>& complete,
                const std::function<void(const RaceReport&)>& sink);

 private:
  // Of sites the keys, and for sites that have none their addresses.
  using Place = std::pair<std::uint64_t, const probes::Site*>;
  using Key = std::tuple<RaceKind, probes::Space, Place, Place>;
  struct Row {
    Race race;
    std::unordered_set<std::uint64_t> words;
  };
  static Place place(const probes::Site* site);

  std::mutex mutex_;
  std::map<Key, Row> rows_;
  std::set<Place> compared_;
};

}  // namespace heddle::checker::races
