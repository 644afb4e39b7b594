// SPDX-License-Identifier: Apache-2.0
// Atomic operations that wait for each other.
#include <fmt/format.h>

#include "profiler/rules/lane_pattern.h"
#include "profiler/rules/rules.h"

namespace heddle::profiler {
namespace {

constexpr double kMostWaiting = 0.25;  // of the lanes

}  // namespace

void advise_on_atomics(const Seen& seen, AdviceList& list) {
  for (const auto& access : seen.profile.accesses) {
    const auto& sums = access.sums;
    const auto lanes = sums.global_lanes + sums.shared_lanes;
    const bool is_atomic =
        access.kind == probes::AccessKind::kAtomic || access.kind == probes::AccessKind::kReduction;
    if (!is_atomic || lanes == 0) continue;
    const auto waiting = static_cast<double>(sums.same_address) / static_cast<double>(lanes);
    if (waiting < kMostWaiting) continue;
    Advice advice;
    advice.rule = "atomics-on-one-address";
    advice.places = access.places;
    advice.gain = waiting;
    advice.gain_of = "operations at this place";
    advice.gain_how = "one operation of a warp for each address";
    advice.what =
        fmt::format("Lanes of a warp update one address at once: {}.", expression_of(access));
    advice.reason = fmt::format(
        "Of {} in {}, {} waited for another lane of their warp.", counted(lanes, "operation"),
        counted(sums.global_requests + sums.shared_requests, "request"), sums.same_address);
    advice.change =
        "Add up within the warp first (__reduce_add_sync, __shfl_down_sync) and let one "
        "lane update; for histograms give each warp or block bins of its own in shared "
        "memory.";
    list.push_back(std::move(advice));
  }
}

}  // namespace heddle::profiler
