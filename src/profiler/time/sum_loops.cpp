// SPDX-License-Identifier: Apache-2.0
#include "profiler/time/sum_loops.h"

#include <algorithm>
#include <utility>

namespace heddle::profiler {
namespace {

using Kind = probes::AccessKind;

double number(std::uint64_t value) {
  return static_cast<double>(value);
}

// Rounds of one request: as many lanes as have one address come one after the other.
double rounds_of(const AccessSums& sums) {
  const auto lanes = number(sums.shared_lanes);
  const auto waiting = std::min(number(sums.same_address - sums.global_same_address), lanes - 1);
  return lanes / std::max(lanes - waiting, 1.0);
}

constexpr std::uint32_t kWord = 4;

}  // namespace

bool is_sum_loop(const Access& access) {
  const bool is_atomic = access.kind == Kind::kAtomic || access.kind == Kind::kReduction;
  const bool is_long = access.bytes > kWord && !access.swap && !access.unjoined_operation;
  return is_atomic && access.sums.shared_requests != 0 && (access.float_operation || is_long);
}

// What an H200 took (tests/profile/data/h200_asked.txt, "sums in shared memory of", 1024 threads):
// of float 20, 26, 61, 194 and 1397 cycles a warp at 1024, 256, 32, 8 places and one, which
// are 1.4, 1.9, 3.5, 7.3 and 32 rounds; of double and of 64 bits 31, 43, 118, 310 and 1990.
double sum_loop_cycles(const Access& access) {
  const auto rounds = rounds_of(access.sums);
  const auto [of_round, of_square] =
      access.bytes > kWord ? std::pair{22.0, 1.25} : std::pair{14.0, 0.93};
  return number(access.sums.shared_requests) * rounds * (of_round + of_square * rounds);
}

// The same of a warp that is alone: 422, 412, 730 and 3074 cycles at 1024, 32, 8 places and one; of
// double 482, 547, 853 and 3552.
double sum_loop_waits(const Profile& profile) {
  double cycles = 0;
  for (const auto& access : profile.accesses) {
    if (!is_sum_loop(access)) continue;
    const auto [first, of_round] =
        access.bytes > kWord ? std::pair{230.0, 104.0} : std::pair{200.0, 90.0};
    cycles += number(access.sums.shared_requests) * (first + of_round * rounds_of(access.sums));
  }
  return cycles;
}

}  // namespace heddle::profiler
