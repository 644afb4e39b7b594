// SPDX-License-Identifier: Apache-2.0
#include "profiler/time/waits.h"

#include <algorithm>
#include <optional>

namespace heddle::profiler {

using probes::Function;
using probes::WaitKind;

namespace {

constexpr double kNsPerUs = 1000, kBytesPerUsOfGbS = 1000;

double number(std::uint64_t value) {
  return static_cast<double>(value);
}

// Of a service of the driver: what a warp waits, and how many of them come to an end.
struct Service {
  Function id;
  std::string_view name;
  std::optional<double> cycles, cycles_per_lane, warps_per_us, lanes_per_us;
};

}  // namespace

Waits::Waits(const Profile& profile, const gpu::Model& model) {
  const auto& chip = model.chip;
  const auto& sm = model.sm;
  const auto& rounds = profile.rounds;
  const auto of = [](const FunctionCounts& counts, Function id) {
    return number(counts[static_cast<unsigned>(id)]);
  };
  // 0 where there is none of it; who is not known is named.
  const auto each = [&](double count, const std::optional<double>& fact, std::string_view name) {
    if (count == 0) return 0.0;
    if (!fact) unknown_ = name;
    return count * fact.value_or(0);
  };
  const auto ghz = number(static_cast<std::uint64_t>(chip.clock_khz)) / 1e6;
  const auto warps = number(profile.blocks() * profile.warps_of_block());
  const auto further_warps = number(profile.warps_of_block()) - 1;

  warp_cycles_ += number(rounds.waits_of(WaitKind::kCycles)) +
                  number(rounds.waits_of(WaitKind::kNanoseconds)) * ghz;
  warp_cycles_ += each(number(rounds.waits_of(WaitKind::kLook)), chip.look_cycles, "polling");
  const auto fences = of(rounds.functions, Function::kDeviceFence);
  warp_cycles_ += each(fences, chip.device_fence_cycles, "fences");
  const auto system_fences = of(rounds.functions, Function::kSystemFence);
  warp_cycles_ += each(system_fences, chip.system_fence_cycles, "fences");
  const auto clusters = of(rounds.functions, Function::kClusterBarrier);
  warp_cycles_ +=
      each(clusters, chip.cluster_barrier_cycles, "barriers of clusters") +
      each(clusters * further_warps, chip.cluster_barrier_cycles_per_warp, "barriers of clusters");
  warp_cycles_ += each(of(rounds.functions, Function::kXorwowSkip), sm.xorwow_skip_cycles,
                       "states of random numbers");
  warp_cycles_ += each(of(rounds.functions, Function::kMrgSkip), sm.mrg_skip_cycles,
                       "states of random numbers");
  double further_words = 0;
  for (const auto& access : profile.accesses) {
    const auto& sums = access.sums;
    further_words +=
        number(sums.constant_words - std::min(sums.constant_words, sums.constant_requests));
  }
  warp_cycles_ += further_words * sm.constant_word_cycles.value_or(0);

  // Each warp comes to it once.
  const auto barriers = of(rounds.functions, Function::kGridBarrier) / warps;
  const auto further_blocks =
      std::max(number(profile.blocks()) - number(static_cast<std::uint64_t>(chip.sm_count)), 0.0);
  grid_us_ = (each(barriers, chip.grid_barrier_cycles, "barriers of the grid") +
              each(barriers * further_blocks, chip.grid_barrier_cycles_per_block,
                   "barriers of the grid")) /
             ghz / kNsPerUs;
  // From block to block (bench/gpu/rules, tests/profile/data/h200_rules.txt): what a look takes,
  // and to write. Who looks back has what the blocks before have said for themselves, and a warp's
  // lanes look at as many of these.
  constexpr double kChain = 1.34, kLookBack = 0.65 / abi::kWarpSize;
  const auto looks = [&](Function id, double of_look) {
    if (of(rounds.functions, id) == 0) return;
    grid_us_ += each((number(profile.blocks()) - 1) * of_look, chip.look_cycles, "polling") / ghz /
                kNsPerUs;
  };
  looks(Function::kBlockChain, kChain);
  looks(Function::kLookBack, kLookBack);
  locks_us_ = each(number(rounds.waits_of(WaitKind::kLock)), chip.lock_us, "locks");

  const Service services[] = {
      {Function::kPrint, "printf", chip.print_cycles, 0.0, chip.print_warps_per_us,
       chip.print_lanes_per_us},
      {Function::kAllocate, "the device's heap", chip.allocate_cycles,
       chip.allocate_cycles_per_lane, chip.allocate_warps_per_us, chip.allocate_lanes_per_us},
      {Function::kRelease, "the device's heap", chip.release_cycles, chip.release_cycles_per_lane,
       chip.release_warps_per_us, chip.release_lanes_per_us}};
  for (const auto& service : services) {
    const auto calls = of(rounds.functions, service.id);
    const auto lanes = of(rounds.function_threads, service.id);
    if (calls == 0) continue;
    warp_cycles_ += each(calls, service.cycles, service.name) +
                    each(lanes - calls, service.cycles_per_lane, service.name);
    if (!service.warps_per_us || !service.lanes_per_us) {
      unknown_ = service.name;
      continue;
    }
    services_us_ += std::max(calls / *service.warps_per_us, lanes / *service.lanes_per_us);
  }

  if (profile.managed_moved != 0) {
    if (!chip.managed_fault_us || !chip.managed_move_gb_s) {
      unknown_ = "managed memory that moves";
    } else {
      pages_us_ = *chip.managed_fault_us +
                  number(profile.managed_moved) / *chip.managed_move_gb_s / kBytesPerUsOfGbS;
    }
  }
}

}  // namespace heddle::profiler
