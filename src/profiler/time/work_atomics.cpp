// SPDX-License-Identifier: Apache-2.0
// What L2 takes for atomic operations of which each waits for the one before.
#include <algorithm>

#include "profiler/time/work.h"

namespace heddle::profiler {

using Kind = probes::AccessKind;

namespace {

double number(std::uint64_t value) {
  return static_cast<double>(value);
}

}  // namespace

double Work::atomic_sectors() const {
  return global(&AccessSums::global_sectors, {Kind::kAtomic, Kind::kReduction});
}

double Work::atomics_us() const {
  // In ns, were all of them on one line.
  double lanes = 0, on_one_line = 0;
  bool swaps_one_word = true;  // each request
  for (const auto& access : profile_.accesses) {
    if (access.kind != Kind::kAtomic && access.kind != Kind::kReduction) continue;
    const auto& sums = access.sums;
    if (sums.global_requests == 0) continue;
    lanes += number(sums.global_lanes);
    swaps_one_word &= !access.swap || sums.global_sectors <= sums.global_requests;
    const auto of_word =
        1 / (access.float_operation ? speeds_.atomics_same_address : speeds_.atomics_one_word);
    on_one_line +=
        number(sums.global_sectors) *
        (sums.global_sectors <= sums.global_requests ? of_word : 1 / speeds_.atomics_one_line);
    // Of integers at one address L2 makes one operation, where it can; where all lanes of every
    // request have one address, compilers add their operands up before.
    const auto same = number(sums.global_same_address);
    const bool is_one = sums.global_requests + sums.global_same_address >= sums.global_lanes;
    const bool is_joined = !access.float_operation && (is_one && !access.unjoined_operation);
    // Lanes wait for those of their own address; different addresses of a warp go on together.
    const auto addresses =
        std::max(1.0, (number(sums.global_lanes) - same) / number(sums.global_requests));
    if (!is_joined) on_one_line += same / addresses * of_word;
  }
  const auto sectors = atomic_sectors();
  if (sectors == 0) return 0;
  on_one_line += waits_.locks_us() * kNsPerUs;
  const auto retries = swap_retries();
  on_one_line += retries / (swaps_one_word ? speeds_.atomics_one_word : speeds_.atomics_one_line);
  // Who comes again has waited for the old value.
  const auto one_by_one =
      retries == 0 ? 0 : number(caches_.l2_hottest_swaps) * speeds_.atomic_latency / speeds_.ghz;
  return std::max({(lanes + retries) / speeds_.atomics, one_by_one,
                   on_one_line * number(caches_.l2_hottest_line) / sectors}) /
         kNsPerUs;
}

// Threads that swap a word at the same time: one of them succeeds, the others have to come again.
// (Here they come one after the other, and all succeed.) Locks are counted as such.
double Work::swap_retries() const {
  if (caches_.l2_swap_retries == 0 || waits_.locks_us() != 0) return 0;
  double swaps = 0;
  for (const auto& access : profile_.accesses) {
    if (access.swap) swaps += number(access.sums.global_lanes);
  }
  if (swaps == 0) return 0;
  // Each thread that is there has one under way at most.
  const auto threads = std::min(blocks_, resident_) * number(profile_.threads_of_block());
  return number(caches_.l2_swap_retries) * std::min(1.0, threads / swaps);
}

}  // namespace heddle::profiler
