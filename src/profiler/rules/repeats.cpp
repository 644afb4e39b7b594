// SPDX-License-Identifier: Apache-2.0
// Loads of what has been loaded before.
#include <fmt/format.h>

#include <algorithm>

#include "profiler/rules/lane_pattern.h"
#include "profiler/rules/rules.h"
#include "profiler/time/time_model.h"

namespace heddle::profiler {
namespace {

constexpr double kLeastOfKernel = 0.1;  // of the memory instructions
constexpr double kMostHits = 0.8;       // of the sectors that L1 is asked for
constexpr double kLeastOfMemory = 0.1;  // of the sectors of memory

}  // namespace

void advise_on_reloads(const Seen& seen, AdviceList& list) {
  const auto all = seen.totals.all_accesses();
  const auto memory = all.global_requests + all.shared_requests + all.local_requests;
  for (const auto& access : seen.profile.accesses) {
    const auto requests = access.sums.global_requests;
    if (!access.again || part(requests, memory) < kLeastOfKernel) continue;
    Advice advice;
    advice.rule = "redundant-loads";
    advice.places = access.places;
    advice.gain = part(requests, memory);
    advice.gain_of = "memory instructions";
    advice.gain_how = "one load before the loop";
    advice.what =
        fmt::format("Each round of a loop makes the load {} anew.", expression_of(access));
    advice.reason = fmt::format(
        "{} of {} memory instructions load from where the round before has loaded: a store in the "
        "loop may go there, as far as the compiler knows.",
        requests, memory);
    advice.change =
        "Load it into a variable before the loop; or declare the pointers __restrict__, if they "
        "never overlap.";
    list.push_back(std::move(advice));
  }
}

void advise_on_repeats(const Seen& seen, AdviceList& list) {
  const auto* caches = caches_on(seen.profile, seen.model);
  const auto time = time_of(seen.profile, seen.totals, seen.model, seen.occupancy);
  const auto* estimate = std::get_if<TimeEstimate>(&time);
  if (!caches || !estimate) return;
  const auto hits = part(caches->l1_load_hits, caches->l1_loads);
  const auto l1 = static_cast<std::size_t>(TimePart::kL1);
  if (hits < kMostHits || estimate->longest() != kTimeParts[l1]) return;
  const Access* most = nullptr;
  for (const auto& access : seen.profile.accesses) {
    if (access.kind != probes::AccessKind::kLoad || access.sums.global_sectors == 0) continue;
    if (!most || access.sums.global_sectors > most->sums.global_sectors) most = &access;
  }
  if (!most) return;
  Advice advice;
  advice.rule = "repeated-loads";
  advice.places = most->places;
  advice.gain = hits;
  advice.gain_of = "sectors that L1 is asked for";
  advice.gain_how = "those that it holds already";
  advice.what =
      fmt::format("Warps load what others beside them have loaded, most of it by the load {}.",
                  expression_of(*most));
  advice.reason = fmt::format(
      "L1 is what takes longest, and of {} sectors that it is asked for it holds {:.0f}% already: "
      "each is loaded {:.1f} times.",
      caches->l1_loads, 100 * hits, 1 / (1 - std::min(hits, 0.99)));
  advice.change =
      "Let the block load a tile into shared memory once, or let a thread compute several results "
      "from what it has in registers.";
  list.push_back(std::move(advice));
}

void advise_on_persistence(const Seen& seen, AdviceList& list) {
  const auto* caches = caches_on(seen.profile, seen.model);
  const auto time = time_of(seen.profile, seen.totals, seen.model, seen.occupancy);
  const auto* estimate = std::get_if<TimeEstimate>(&time);
  if (!caches || !estimate) return;
  const auto gain = part(caches->window_rereads, caches->dram_reads + caches->dram_writes);
  const auto memory = static_cast<std::size_t>(TimePart::kMemory);
  if (gain < kLeastOfMemory || estimate->longest() != kTimeParts[memory]) return;
  constexpr std::uint64_t kMib = 1 << 20;
  Advice advice;
  advice.rule = "persisting-window";
  advice.gain = gain;
  advice.gain_of = "sectors of memory";
  advice.gain_how = "what is read again there";
  advice.what = fmt::format("L2 loses {} MiB that are read again.", caches->window_bytes / kMib);
  advice.reason = fmt::format(
      "Memory is what takes longest, and {} of {} sectors that are read from it were read before, "
      "from one place that fits into the part of L2 that can be set aside ({} MiB): what streams "
      "beside it drives it out.",
      caches->window_rereads, caches->dram_reads,
      seen.model.chip.l2_persisting_max_bytes.value_or(0) / static_cast<std::int64_t>(kMib));
  advice.change =
      "Let it persist: cudaLimitPersistingL2CacheSize, and a window over it in the launch's or the "
      "stream's attributes (cudaAccessPolicyWindow with cudaAccessPropertyPersisting, and "
      "cudaAccessPropertyStreaming for what misses).";
  list.push_back(std::move(advice));
}

}  // namespace heddle::profiler
