// SPDX-License-Identifier: Apache-2.0
// Arrays of a thread that lie in memory.
#include <fmt/format.h>

#include "profiler/rules/lane_pattern.h"
#include "profiler/rules/rules.h"

namespace heddle::profiler {
namespace {

constexpr double kLeastOfKernel = 0.05;  // of the memory instructions

}  // namespace

void advise_on_local(const Seen& seen, AdviceList& list) {
  const auto all = seen.totals.all_accesses();
  const auto memory = all.local_requests + all.global_requests + all.shared_requests;
  if (memory == 0) return;
  const auto part = static_cast<double>(all.local_requests) / static_cast<double>(memory);
  if (part < kLeastOfKernel) return;
  const Access* most = nullptr;
  for (const auto& access : seen.profile.accesses) {
    const auto requests = access.sums.local_requests;
    if (requests != 0 && (!most || requests > most->sums.local_requests)) most = &access;
  }
  Advice advice;
  advice.rule = "local-array";
  advice.places = most->places;
  advice.gain = part;
  advice.gain_of = "memory instructions";
  advice.gain_how = "those on local memory, if the arrays were in registers";
  advice.what = fmt::format("Arrays of a thread lie in local memory, as {}.", expression_of(*most));
  advice.reason = fmt::format(
      "They are indexed by what is not known when the kernel is compiled, so they cannot be in "
      "registers: {}, of which {} here; {} bytes a thread.",
      counted(all.local_requests, "request"), most->sums.local_requests, seen.profile.local_bytes);
  advice.change =
      "Unroll the loop over the array (#pragma unroll, a constant number of rounds), choose by "
      "comparisons instead of an index, or keep the array in shared memory.";
  list.push_back(std::move(advice));
}

}  // namespace heddle::profiler
