// SPDX-License-Identifier: Apache-2.0
#include "profiler/time/time_model.h"

#include <algorithm>
#include <cmath>

#include "profiler/time/work.h"

namespace heddle::profiler {
namespace {

// How sharply the longest part hides the others. 1: the parts come one after the other; large: they
// overlap in full. Fitted to bench/gpu/split.txt's programs that fit.
constexpr double kOverlap = 4;
// Of the launches of programs kept for judging, four of five lie within it (docs/fidelity.md).
constexpr double kBand = 2;

double& part(TimeEstimate& time, TimePart id) {
  return time.parts[static_cast<unsigned>(id)];
}

}  // namespace

std::string_view TimeEstimate::longest() const {
  return kTimeParts[std::ranges::max_element(parts) - parts.begin()];
}

const CacheCounts* caches_on(const Profile& profile, const gpu::Model& model) {
  const auto it = std::ranges::find(profile.caches, model.id, &CacheCounts::gpu);
  return it == profile.caches.end() ? nullptr : &*it;
}

Time time_of(const Profile& profile, const Totals& totals, const gpu::Model& model,
             const gpu::Occupancy& occupancy) {
  if (profile.one_by_one) return kOneByOne;
  const auto* caches = caches_on(profile, model);
  if (!caches) return "time is estimated with --predict";
  const auto speeds = speeds_of(model);
  if (!speeds) return "the latencies and throughputs of this GPU are not known";
  if (occupancy.blocks_per_sm == 0) return "no block of the kernel fits on an SM";

  if (!speeds->knows_link() && (caches->link_reads | caches->link_writes) != 0) {
    return "the speed of this GPU's link to the host's memory is not known";
  }
  const Waits waits{profile, model};
  if (!waits.unknown().empty()) {
    return "how long this GPU takes for " + std::string(waits.unknown()) + " is not known";
  }
  const Work work{profile, totals, *caches, *speeds, waits, occupancy};
  TimeEstimate time;
  part(time, TimePart::kIssue) = work.issue_us();
  part(time, TimePart::kPipes) = work.pipes_us();
  part(time, TimePart::kFunctions) = work.functions_us();
  part(time, TimePart::kL1) = work.l1_us();
  part(time, TimePart::kL2) = work.l2_us();
  part(time, TimePart::kMemory) = work.memory_us();
  part(time, TimePart::kLink) = work.link_us();
  part(time, TimePart::kAtomics) = work.atomics_us();
  part(time, TimePart::kBlocks) = work.blocks_us();
  part(time, TimePart::kLatency) = work.latency_us();
  part(time, TimePart::kGrid) = waits.grid_us();
  part(time, TimePart::kServices) = waits.services_us();
  part(time, TimePart::kPages) = waits.pages_us();
  double sum = 0, alone = 0;
  for (unsigned k = 0; k < time.parts.size(); ++k) {
    if (k < static_cast<unsigned>(kFirstAlone)) {
      sum += std::pow(time.parts[k], kOverlap);
    } else {
      alone += time.parts[k];
    }
  }
  time.us = speeds->kernel_us + std::pow(sum, 1 / kOverlap) + work.tail_us() + alone;
  time.low = time.us / kBand;
  time.high = time.us * kBand;
  return time;
}

}  // namespace heddle::profiler
