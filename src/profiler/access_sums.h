// SPDX-License-Identifier: Apache-2.0
// What the accesses of one place in the code cost on a GPU, added up: the numbers of AccessSums,
// and the most costly access that was seen. A probes::AccessCounter leaves words to its tool, so
// the worker that counts shares nothing with anybody.
#pragma once

#include <cstdint>
#include <iterator>
#include <string_view>

#include "probes/counters.h"

namespace heddle::profiler {

//  name                     sentence
#define HEDDLE_ACCESS_SUMS(X)                                                                     \
  X(global_requests, "instructions of a warp on global memory")                                   \
  X(global_lanes, "threads that took part in these")                                              \
  X(global_sectors, "sectors of 32 bytes that they asked for")                                    \
  X(global_ideal_sectors, "sectors that the same bytes would take side by side")                  \
  X(global_lines, "lines of 128 bytes that they touched")                                         \
  X(global_wavefronts, "cycles that L1 takes to give what they ask for where it holds all of it") \
  X(shared_requests, "instructions of a warp on shared memory")                                   \
  X(shared_lanes, "threads that took part in these")                                              \
  X(shared_wavefronts, "passes through the 32 banks")                                             \
  X(shared_ideal_wavefronts, "passes without bank conflicts")                                     \
  X(local_requests, "instructions of a warp on local memory")                                     \
  X(local_lanes, "threads that took part in these")                                               \
  X(local_sectors, "sectors that they asked for")                                                 \
  X(constant_requests, "instructions of a warp on constant memory")                               \
  X(constant_lanes, "threads that took part in these")                                            \
  X(constant_words, "different words of 4 bytes that they asked for, one after the other")        \
  X(cluster_requests, "instructions of a warp on shared memory of other blocks of a cluster")     \
  X(cluster_lanes, "threads that took part in these")                                             \
  X(cluster_wavefronts, "passes of these through the banks of the other block")                   \
  X(same_address, "atomic operations that waited for another one of their warp at one address")   \
  X(global_same_address, "of these, those on global memory")                                      \
  X(unmeasured, "instructions of widths or kinds for which the rules were not measured on a GPU") \
  X(costly_requests, "instructions that took more sectors or passes than the ideal")

struct AccessSums {
#define HEDDLE_PROFILER_ROW(name, sentence) std::uint64_t name = 0;
  HEDDLE_ACCESS_SUMS(HEDDLE_PROFILER_ROW)
#undef HEDDLE_PROFILER_ROW

  void add(const AccessSums& other, std::uint64_t times = 1) {
#define HEDDLE_PROFILER_ROW(name, sentence) name += other.name * times;
    HEDDLE_ACCESS_SUMS(HEDDLE_PROFILER_ROW)
#undef HEDDLE_PROFILER_ROW
  }
  // Sectors and passes above the ideal.
  std::uint64_t excess() const {
    return global_sectors - global_ideal_sectors + (shared_wavefronts - shared_ideal_wavefronts);
  }
  bool operator==(const AccessSums&) const = default;
};

struct AccessSumRow {
  const char* name;
  const char* sentence;
  std::uint64_t AccessSums::* member;
  bool of_accesses;  // counts accesses; else what their lanes do
};
inline constexpr AccessSumRow kAccessSums[] = {
#define HEDDLE_PROFILER_ROW(name, sentence) \
  {#name, sentence, &AccessSums::name,      \
   std::string_view(#name).ends_with("requests") || std::string_view(#name) == "unmeasured"},
    HEDDLE_ACCESS_SUMS(HEDDLE_PROFILER_ROW)
#undef HEDDLE_PROFILER_ROW
};

// Of all accesses of a place, the one with the most above the ideal; of equals the same one in
// every run, whichever came first. Offsets are from the lowest address.
struct CostlyAccess {
  std::uint64_t active = 0;  // 0: none yet
  std::uint64_t excess = 0;
  std::uint64_t phase = 0;  // of the lowest address in its line of 128 bytes; local: 0
  std::uint64_t offsets[abi::kWarpSize] = {};  // of the active lanes; others 0

  static CostlyAccess of(const probes::Site& site, probes::LaneAddresses addresses,
                         std::uint32_t active, std::uint64_t excess);
  // Whether it is to be kept instead of `other`.
  bool is_more_than(const CostlyAccess& other) const;
  bool operator==(const CostlyAccess&) const = default;
};

// Accesses whose lanes lie anywhere, each looked at by itself.
struct Scattered {
  std::uint64_t accesses = 0, lanes = 0;
  AccessSums sums;
  CostlyAccess costly;

  void add(const Scattered& other) {
    accesses += other.accesses;
    lanes += other.lanes;
    sums.add(other.sums);
    if (other.costly.is_more_than(costly)) costly = other.costly;
  }
  bool operator==(const Scattered&) const = default;
};

// What a place cost in all.
struct AccessTotal {
  AccessSums sums;  // of accesses in a pattern
  CostlyAccess costly;
  Scattered seen;  // in blocks that are looked at (block_sample.h)
  // In the others there were so many more; nothing else is known of them.
  std::uint64_t left_accesses = 0, left_lanes = 0;
  // But for that block of the others whose rank is the lowest: all that is known of a place that no
  // block comes by that is looked at.
  std::uint64_t spare_rank = ~std::uint64_t{0};
  Scattered spare;

  void add(const AccessSums& more, const CostlyAccess& one, std::uint64_t times = 1) {
    sums.add(more, times);
    if (one.is_more_than(costly)) costly = one;
  }
  void add(const AccessTotal& other);
  // All of it: what was left out is taken to be as what was seen.
  AccessSums all_sums() const;
  CostlyAccess most_costly() const;
  bool operator==(const AccessTotal&) const = default;
};

// As it lies in a counter. `total` is made when the first access is added, and deleted when the
// worker's words have been told.
struct OwnWords {
  AccessTotal* total;
  // The last pattern that was another one than the counter's, and how often it came in a row.
  std::int64_t stride, pitch;
  std::uint64_t lanes, times;
};
static_assert(sizeof(OwnWords) <= sizeof(probes::AccessCounter::own));

inline OwnWords& own_words(probes::AccessCounter& counter) {
  return reinterpret_cast<OwnWords&>(counter.own);
}
inline const OwnWords& own_words(const probes::AccessCounter& counter) {
  return reinterpret_cast<const OwnWords&>(counter.own);
}

}  // namespace heddle::profiler
