// SPDX-License-Identifier: Apache-2.0
// What one access of a warp costs: the rules of src/gpu, by the memory that its lanes touch.
#pragma once

#include <memory>

#include "profiler/access_sums.h"

namespace heddle::profiler {

// Which of the active lanes touch which memory; the others touch global or constant memory.
struct LanesIn {
  std::uint32_t shared = 0, local = 0, remote = 0;
};

AccessSums cost_of(const probes::Site& site, std::uint32_t active, probes::LaneAddresses addresses,
                   const LanesIn& in);

// The same of a regular access to one memory, which is remembered for the next time.
class PatternCosts {
 public:
  // `counter` holds the pattern; lane 0 lies at `phase` of its line.
  struct Pattern {
    std::int64_t stride, pitch;
    std::uint64_t lanes;  // AccessCounter::lanes_word()
    std::uint64_t phase;
    bool operator==(const Pattern&) const = default;
  };
  struct Known {
    AccessSums sums;
    CostlyAccess costly;
  };
  const Known& of(const probes::Site& site, const Pattern& pattern);

 private:
  struct Key {
    Pattern pattern;
    std::uint64_t site;  // what the rules look at
    bool operator==(const Key&) const = default;
  };
  static constexpr std::size_t kEntries = 1024;  // overwritten as they come
  struct Entry {
    Key key;
    bool used = false;
    Known known;
  };
  std::unique_ptr<Entry[]> entries_ = std::make_unique<Entry[]>(kEntries);
};

}  // namespace heddle::profiler
