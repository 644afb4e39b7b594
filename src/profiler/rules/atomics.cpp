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
    const bool is_atomic = access.kind == probes::AccessKind::kAtomic ||
                           access.kind == probes::AccessKind::kReduction;
    if (!is_atomic || lanes == 0) continue;
    const auto waiting = static_cast<double>(sums.same_address) / static_cast<double>(lanes);
    if (waiting < kMostWaiting) continue;
    Advice advice;
    advice.rule = "atomics-on-one-address";
    advice.places = access.places;
    advice.gain = waiting;
    advice.gain_of = "operations at this place";
    advice.gain_how = "one operation of a warp for each address";
    advice.what = fmt::format("Lanes of a warp update one address at once: {}.",
                              expression_of(access));
    advice.reason = fmt::format("Of {} in {}, {} waited for another lane of their warp.",
                                counted(lanes, "operation"),
                                counted(sums.global_requests + sums.shared_requests, "request"),
                                sums.same_address);
    advice.change = "Add up within the warp first (__reduce_add_sync, __shfl_down_sync) and let one "
                    "lane update; for histograms give each warp or block bins of its own in shared "
                    "memory.";
    list.push_back(std::move(advice));
  }
}

void advise_on_local(const Seen& seen, AdviceList& list) {
  const auto all = seen.totals.all_accesses();
  const auto memory = all.local_requests + all.global_requests + all.shared_requests;
  if (memory == 0) return;
  for (const auto& access : seen.profile.accesses) {
    const auto requests = access.sums.local_requests;
    const auto part = static_cast<double>(requests) / static_cast<double>(memory);
    if (part < 0.05) continue;
    Advice advice;
    advice.rule = "local-array";
    advice.places = access.places;
    advice.gain = part;
    advice.gain_of = "memory instructions";
    advice.gain_how = "those on local memory, if the array were in registers";
    advice.what = fmt::format("The {} {} goes to local memory.", kind_in_words(access),
                              expression_of(access));
    advice.reason = fmt::format(
        "An array of the thread is indexed by what is not known when the kernel is compiled, so it "
        "cannot be in registers: {}, {} bytes of local memory a thread.",
        counted(requests, "request"), seen.profile.local_bytes);
    advice.change = "Unroll the loop over the array (#pragma unroll, a constant number of rounds), "
                    "choose by comparisons instead of an index, or keep the array in shared memory.";
    list.push_back(std::move(advice));
  }
}

}  // namespace heddle::profiler
