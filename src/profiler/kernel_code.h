// SPDX-License-Identifier: Apache-2.0
// The code of a kernel as the profiler sees it: the rows of its table (probes::Counted), of which
// those that are one instruction to a reader (the same place, kind and memory) share a slot. Made
// once for each variant of a kernel; a launch is then numbers alone.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "probes/counters.h"
#include "profiler/access_cost.h"
#include "profiler/caches/load_levels.h"
#include "profiler/profile.h"
#include "support/hash.h"

namespace heddle::profiler {

// What a launch did, by slot.
struct LaunchNumbers {
  struct OfCode {
    std::uint64_t warps = 0, threads = 0;
    ClassCounts warp_instructions{}, thread_instructions{};
    MatrixCounts matrix_operations{};
  };
  struct OfBranch {
    std::uint64_t warps = 0, divergent = 0;
  };
  std::vector<OfCode> code;
  std::vector<OfBranch> branches;
  std::vector<AccessTotal> accesses;
  Rounds rounds;                     // but for clocks they follow from the others
  std::vector<std::uint64_t> waits;  // how often each of KernelCode's waits was
  // How often its loads began: copies that are waited for later are fewer waits.
  std::vector<std::uint64_t> begun;

  void add_to(support::FieldHash& hash) const;
};

class KernelCode {
 public:
  // `functions`: behind pointers, which the kernel may call.
  explicit KernelCode(std::span<const probes::Counted> table,
                      std::span<const probes::CountedFunctions> functions = {});

  LaunchNumbers zeros() const;
  // Adds what one worker counted.
  void add(const probes::Counts& counts, PatternCosts& costs, LaunchNumbers& numbers) const;
  // Lets go of it, where the launch is not to be kept.
  void drop(const probes::Counts& counts) const;
  // Fills in rounds, code, branches and accesses.
  void describe(const LaunchNumbers& numbers, Profile& profile) const;
  // Which of them came from where, by what the loads of each site did. Of which no line was noted
  // has few lines, next to the others that share one's place in the sample (`few_lines`, of all
  // SMs): what it asked for more often than that, L1 held.
  void add_rounds_of(const LaunchNumbers& numbers, std::span<const probes::Site* const> sites,
                     std::span<const SiteLevels> levels, std::uint64_t few_lines,
                     CacheCounts& counts) const;

 private:
  void add_rounds(const probes::Counts& counts, LaunchNumbers& numbers) const;

  static constexpr std::uint32_t kNoWait = ~0u;

  std::vector<probes::Counted> table_;
  // A wait for loads of global memory: the keys of their sites.
  std::vector<std::vector<std::uint64_t>> waits_;
  std::vector<std::uint32_t> wait_;    // by row: of loads
  std::vector<bool> again_, operand_;  // by slot of accesses: Access::again, Access::operand
  std::vector<std::uint32_t> slot_;    // by row, of its kind
  std::vector<const probes::Counted*> code_, branches_, accesses_;  // the first row of each slot
};

}  // namespace heddle::profiler
