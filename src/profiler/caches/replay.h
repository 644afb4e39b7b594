// SPDX-License-Identifier: Apache-2.0
// Replays a launch's accesses on a GPU: blocks lie on the SMs as hardware lays them, the warps of
// resident blocks go forward together, one access each, through L1 of their SM, L2 and memory.
#pragma once

#include "gpu/model.h"
#include "probes/events.h"
#include "profiler/caches/cache_counts.h"
#include "profiler/caches/host_memory.h"
#include "profiler/caches/line_log.h"
#include "profiler/caches/load_levels.h"
#include "profiler/caches/sector_cache.h"

namespace heddle::profiler {

struct Placement {
  std::int64_t blocks_per_sm = 1;
  std::int64_t l1_bytes = 0;  // of an SM
};

// What is not shared memory of an SM's unified memory, where `blocks` blocks lie on it.
std::int64_t l1_bytes(const gpu::Model& model, std::int64_t blocks, std::int64_t block_shared);

// What L2 holds between launches. One line in 2^shift.
struct HeldLines {
  unsigned shift = 0;
  std::vector<SectorCache::Line> lines;  // the one that was used longest ago first
};

struct Replayed {
  CacheCounts counts;
  std::vector<SiteLevels> levels;  // by Told::sites
};
// `held`: what is in L2 before, and after; null: nothing is there before. `told` looks at no more
// lines.
Replayed replay(const LineLog::Told& told, const Placement& placement,
                const probes::AccessPolicyWindow& window, const gpu::Model& model,
                const HostMemory& host, HeldLines* held = nullptr);

}  // namespace heddle::profiler
