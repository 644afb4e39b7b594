// SPDX-License-Identifier: Apache-2.0
// How well the launch fills the GPU.
#include <fmt/format.h>

#include <cmath>

#include "gpu/next_step.h"
#include "profiler/rules/rules.h"

namespace heddle::profiler {
namespace {

constexpr double kLowOccupancy = 0.6;  // NVIDIA's triage guide
constexpr double kShortGrid = 8;       // waves: behind that a tail is small

}  // namespace

void advise_on_occupancy(const Seen& seen, AdviceList& list) {
  const auto& now = seen.occupancy;
  if (now.ratio >= kLowOccupancy || now.blocks_per_sm == 0) return;
  Advice advice;
  advice.rule = "low-occupancy";
  advice.what =
      fmt::format("A multiprocessor holds {:.0f}% of the warps that it could.", 100 * now.ratio);
  advice.reason = fmt::format(
      "{} block{} of {} warps; limited by {} (limits: {} by warps, {} by blocks, {} by registers, "
      "{} by "
      "shared memory).",
      now.blocks_per_sm, now.blocks_per_sm == 1 ? "" : "s", now.warps_per_block,
      gpu::limiter_name(now.limiter), now.limit_warps, now.limit_blocks,
      std::min(now.limit_registers, now.limit_blocks), now.limit_shared);
  if (now.limiter == gpu::Limiter::kRegisters && !seen.registers_are_given) {
    advice.reason +=
        fmt::format(" The {} registers of a thread are an estimate (--registers).", seen.registers);
  }
  gpu::KernelUse use;
  use.registers = seen.registers;
  use.static_shared_bytes = seen.profile.static_shared;
  use.max_dynamic_shared_bytes =
      seen.model.sm.shared_per_block_optin_bytes - seen.profile.static_shared;
  const auto step =
      gpu::next_step(seen.model, use, static_cast<gpu::Integer>(seen.profile.threads_of_block()),
                     seen.profile.dynamic_shared);
  if (!step) return;
  advice.change = fmt::format(
      "{} makes it {} blocks, {:.0f}%. More warps hide latency; where a kernel "
      "is not slowed by it, it may as well stay.",
      step->what, step->occupancy.blocks_per_sm, 100 * step->occupancy.ratio);
  advice.gain = step->occupancy.ratio - now.ratio;
  advice.gain_of = "warps";
  advice.gain_how = "theoretical occupancy after the next step";
  list.push_back(std::move(advice));
}

void advise_on_waves(const Seen& seen, AdviceList& list) {
  if (seen.occupancy.blocks_per_sm == 0) return;
  const auto blocks = static_cast<double>(seen.profile.blocks());
  const auto sms = static_cast<double>(seen.model.chip.sm_count);
  const auto wave = sms * static_cast<double>(seen.occupancy.blocks_per_sm);
  const auto waves = blocks / wave;
  Advice advice;
  if (blocks < sms) {
    advice.rule = "small-grid";
    advice.what = "The grid has fewer blocks than the GPU has multiprocessors.";
    advice.reason =
        fmt::format("{:.0f} blocks on {:.0f} multiprocessors: {:.0f} have nothing to do.", blocks,
                    sms, sms - blocks);
    advice.change =
        "Give blocks less work and launch more of them, or run kernels beside each other in "
        "streams.";
    advice.gain = 1 - blocks / sms;
    advice.gain_of = "multiprocessors";
    advice.gain_how = "at least one block on each";
    list.push_back(std::move(advice));
    return;
  }
  const auto whole = std::ceil(waves);
  const auto idle = 1 - waves / whole;
  if (waves <= 1 || waves > kShortGrid || idle < 0.2) return;
  advice.rule = "tail";
  advice.what = "The last wave of blocks leaves a part of the GPU without work.";
  advice.reason = fmt::format(
      "{:.0f} blocks, of which {:.0f} run at once, are {:.2f} waves: the last one is {:.0f}% full.",
      blocks, wave, waves, 100 * (waves - whole + 1));
  advice.change = fmt::format(
      "Choose the grid so that it is a whole number of waves ({:.0f} blocks each), with a loop "
      "over the "
      "data in the kernel; or make blocks smaller.",
      wave);
  advice.gain = idle;
  advice.gain_of = "time of the waves";
  advice.gain_how = "equal time for each wave";
  list.push_back(std::move(advice));
}

void advise_on_unused_shared(const Seen& seen, AdviceList& list) {
  const auto& profile = seen.profile;
  const auto bytes = profile.static_shared + profile.dynamic_shared;
  const auto all = seen.totals.all_accesses();
  const bool not_known = profile.one_by_one || profile.misses_functions || profile.faulted;
  if (bytes == 0 || not_known || all.shared_requests + all.cluster_requests != 0) return;
  gpu::KernelUse use;
  use.registers = seen.registers;
  const auto without =
      gpu::occupancy(seen.model, use, static_cast<gpu::Integer>(profile.threads_of_block()), 0);
  Advice advice;
  advice.rule = "unused-shared-memory";
  advice.what =
      fmt::format("The launch has {} bytes of shared memory for each block and uses none.", bytes);
  advice.reason = "No thread accessed shared memory.";
  advice.change = "Leave the third launch argument or the __shared__ variable out.";
  advice.gain = without.ratio - seen.occupancy.ratio;
  advice.gain_of = "warps";
  advice.gain_how = "theoretical occupancy without it";
  list.push_back(std::move(advice));
}

}  // namespace heddle::profiler
