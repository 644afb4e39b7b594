// SPDX-License-Identifier: Apache-2.0
// What a launch asks of each part of a GPU, in us of that part alone.
#pragma once

#include <initializer_list>

#include "gpu/occupancy.h"
#include "profiler/caches/cache_counts.h"
#include "profiler/profile.h"
#include "profiler/time/local_memory.h"
#include "profiler/time/speeds.h"
#include "profiler/time/sum_loops.h"
#include "profiler/time/waits.h"
#include "profiler/totals.h"

namespace heddle::profiler {

class Work {
 public:
  Work(const Profile& profile, const Totals& totals, const CacheCounts& caches,
       const Speeds& speeds, const Waits& waits, const gpu::Occupancy& occupancy);

  // Of the SM with most blocks.
  double issue_us() const;
  double pipes_us() const;
  double functions_us() const;
  double l1_us() const;
  // Of the chip.
  double l2_us() const;
  double memory_us() const;
  double link_us() const;
  double atomics_us() const;
  double blocks_us() const;
  // Of one warp after the other, as blocks are resident.
  double latency_us() const;
  // The last blocks end one by one.
  double tail_us() const;

 private:
  double warps_of(std::initializer_list<probes::InstructionClass> ids) const;
  double global(std::uint64_t AccessSums::* sum,
                std::initializer_list<probes::AccessKind> kinds) const;
  double on_one_sm(double cycles) const { return cycles * share_ / speeds_.ghz / kNsPerUs; }
  double instructions() const;  // of warps, as a GPU's compiler makes them of loops
  // Of an SM, that functions take of which counts(id) is true.
  template <class Counts>
  double function_cycles(Counts counts) const;
  double function_slots() const;
  double swap_retries() const;
  double atomic_sectors() const;  // of global memory
  double matrix_cycles() const;
  // Cycles of a block that takes so many times what the mean one does: what it asks of its SM, and
  // what its longest warp waits for.
  double block_cycles(double asks, double waits) const;
  double usual_block_cycles() const;
  double load_cycles() const;
  double load_latency() const;
  double mean_warp() const;

  static constexpr double kNsPerUs = 1000;
  const Profile& profile_;
  const Totals& totals_;
  const CacheCounts& caches_;
  const Speeds& speeds_;
  const Waits& waits_;
  const LocalMemory local_;
  const double resident_;  // blocks on the whole chip
  const double blocks_;
  double share_ = 1;  // of the launch's work, that of the SM with most blocks
};

}  // namespace heddle::profiler
