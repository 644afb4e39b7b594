// SPDX-License-Identifier: Apache-2.0
// Arrays of a thread in local memory. Those of the threads that are there at a time share L1, and
// what L1 does not hold comes from L2; stores go to L2 whatever L1 holds, and lanes with different
// indices bring it a part of a sector each.
#pragma once

#include "profiler/caches/cache_counts.h"
#include "profiler/profile.h"
#include "profiler/time/speeds.h"

namespace heddle::profiler {

class LocalMemory {
 public:
  LocalMemory(const Profile& profile, const CacheCounts& caches, const Speeds& speeds,
              std::int64_t blocks_per_sm);

  double l2_ns() const { return l2_ns_; }
  double memory_ns() const { return memory_ns_; }
  // Of all warps, beyond what chains of instructions have of L1.
  double wait_cycles() const { return wait_cycles_; }

 private:
  double l2_ns_ = 0, memory_ns_ = 0, wait_cycles_ = 0;
};

}  // namespace heddle::profiler
