// SPDX-License-Identifier: Apache-2.0
// Profiles whose time follows from one fact.
#pragma once

#include "gpu/registry.h"
#include "profiler/evaluate.h"
#include "profiler/time/time_model.h"

namespace heddle::profiler {

inline gpu::Model model_of(const char* name) {
  return std::get<std::vector<gpu::Model>>(gpu::find_models(name)).front();
}

// Blocks of 256 threads, each of which loads a word that memory holds.
inline Profile loads(std::uint32_t blocks) {
  Profile profile;
  profile.grid = {blocks, 1, 1};
  profile.block = {256, 1, 1};
  profile.registers = 16;
  const std::uint64_t warps = std::uint64_t{blocks} * 8;
  Access access;
  access.kind = probes::AccessKind::kLoad;
  access.space = probes::Space::kGlobal;
  access.bytes = 4;
  access.sums.global_requests = access.sums.global_lines = warps;
  access.sums.global_sectors = 4 * warps;
  profile.accesses = {access};
  profile.rounds.global = warps;
  CacheCounts counts;
  counts.gpu = "h200";
  counts.l1_loads = counts.l2_reads = counts.dram_reads = 4 * warps;
  profile.caches = {counts};
  return profile;
}

inline TimeEstimate time_on_h200(const Profile& profile) {
  const auto model = model_of("h200");
  return std::get<TimeEstimate>(
      time_of(profile, totals_of(profile), model, occupancy_of(profile, model, {})));
}

inline double part(const TimeEstimate& time, TimePart id) {
  return time.parts[static_cast<unsigned>(id)];
}

}  // namespace heddle::profiler
