// SPDX-License-Identifier: Apache-2.0
// What the caches of a GPU made of a launch's accesses to global memory: an estimate.
#pragma once

#include <cstdint>
#include <string>

namespace heddle::profiler {

//  name                sentence; most are sectors of 32 bytes
#define HEDDLE_CACHE_COUNTS(X)                                                                   \
  X(l1_loads, "loads that L1 was asked for")                                                     \
  X(l1_load_hits, "of these, those that it held")                                                \
  X(l1_stores, "stores that came by L1")                                                         \
  X(l1_store_hits, "of these, those that it held")                                               \
  X(l2_reads, "loads that L2 was asked for")                                                     \
  X(l2_read_hits, "of these, those that it held")                                                \
  X(l2_read_lines, "lines (no sectors) of these loads")                                          \
  X(l2_writes, "stores that L2 took")                                                            \
  X(l2_part_writes,                                                                              \
    "of these, parts of sectors that L2 did not hold, that no other store made "                 \
    "whole, in lines apart from each other")                                                     \
  X(l2_atomics, "of atomic operations whose old value somebody reads")                           \
  X(l2_reductions, "of atomic operations whose old value nobody reads")                          \
  X(l2_atomic_hits, "of both, those that L2 held")                                               \
  X(l2_hottest_line, "atomic operations of the line that has most of them")                      \
  X(l2_hottest_swaps, "compare-and-swap operations of the word that has most of them")           \
  X(l2_swap_retries,                                                                             \
    "compare-and-swap operations that come again, were all at one word under way together")      \
  X(rounds_of_l1, "rounds of loads (no sectors) whose slowest one L1 held")                      \
  X(rounds_of_l2, "whose slowest one L2 held")                                                   \
  X(rounds_of_memory, "whose slowest one came from memory")                                      \
  X(doublings_of_l2,                                                                             \
    "how often the lines that a round from L2 waits for are twice as many, from one on: of all " \
    "these rounds, in thousandths")                                                              \
  X(doublings_of_memory, "the same of rounds from memory, and their lines from there")           \
  X(rounds_of_link, "whose slowest one came from the host's memory")                             \
  X(rounds_of_cluster, "that went to shared memory of other blocks of a cluster")                \
  X(link_reads, "that were read from the host's memory")                                         \
  X(link_writes, "that were written to the host's memory")                                       \
  X(dram_reads, "that L2 read from memory")                                                      \
  X(dram_apart_lines, "lines (no sectors) of these reads that are apart from the warp's others") \
  X(dram_writes, "that L2 wrote to memory while the kernel ran")                                 \
  X(window_rereads,                                                                              \
    "reads of memory that had been read before, of the place that fits into L2's "               \
    "set-aside part and has most of them")                                                       \
  X(window_bytes, "of that place (no sectors)")                                                  \
  X(l1_bytes, "of an SM's L1 (no sectors)")                                                      \
  X(l2_bytes, "of L2, without the copies that its parts keep (no sectors)")                      \
  X(busiest_sm,                                                                                  \
    "work of the SM with most of it, in thousandths of what that would be if all "               \
    "blocks took as long as the mean one (no sectors)")

struct CacheCounts {
  std::string gpu;  // its id
#define HEDDLE_PROFILER_ROW(name, sentence) std::uint64_t name = 0;
  HEDDLE_CACHE_COUNTS(HEDDLE_PROFILER_ROW)
#undef HEDDLE_PROFILER_ROW
};

struct CacheCountRow {
  const char* name;
  const char* sentence;
  std::uint64_t CacheCounts::* member;
};
inline constexpr CacheCountRow kCacheCounts[] = {
#define HEDDLE_PROFILER_ROW(name, sentence) {#name, sentence, &CacheCounts::name},
    HEDDLE_CACHE_COUNTS(HEDDLE_PROFILER_ROW)
#undef HEDDLE_PROFILER_ROW
};

}  // namespace heddle::profiler
