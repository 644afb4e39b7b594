// SPDX-License-Identifier: Apache-2.0
// Section "Occupancy": how many warps a multiprocessor holds, and what keeps it from more.
#include <algorithm>

#include "profiler/metrics/sections.h"

namespace heddle::profiler {
namespace {

// Of what the register count decides, the count is only as good as the estimate.
Value by_registers(double number, const Seen& s, bool decides) {
  auto value = Value::of(number);
  if (decides && !s.registers_are_given) value.kind = Kind::kEstimate;
  return value;
}

bool registers_decide(const Seen& s) {
  return s.occupancy.limiter == gpu::Limiter::kRegisters ||
         s.occupancy.limiter == gpu::Limiter::kCannotLaunch;
}

// A resource that a block does not use limits nothing; NVIDIA's profiler says the most blocks then.
double limit(gpu::Integer blocks, const Seen& s) {
  return static_cast<double>(std::min(blocks, s.model.sm.max_blocks));
}

Value limit_blocks(const Seen& s) {
  return Value::of(static_cast<double>(s.occupancy.limit_blocks));
}

Value limit_warps(const Seen& s) {
  return Value::of(static_cast<double>(s.occupancy.limit_warps));
}

Value limit_registers(const Seen& s) {
  return by_registers(limit(s.occupancy.limit_registers, s), s, true);
}

Value limit_shared(const Seen& s) {
  return Value::of(static_cast<double>(s.occupancy.limit_shared));
}

Value limiter(const Seen& s) {
  auto value = Value::of_text(gpu::limiter_name(s.occupancy.limiter));
  if (registers_decide(s) && !s.registers_are_given) value.kind = Kind::kEstimate;
  return value;
}

Value warps(const Seen& s) {
  return by_registers(static_cast<double>(s.occupancy.blocks_per_sm * s.occupancy.warps_per_block),
                      s, registers_decide(s));
}

Value percent(const Seen& s) {
  return by_registers(100 * s.occupancy.ratio, s, registers_decide(s));
}

constexpr auto kExact = Kind::kExact;

constexpr Metric kRows[] = {
    {"launch__occupancy_limit_blocks", "Block Limit SM", "block", kExact,
     "Blocks that a multiprocessor holds at most.", "a fact of the GPU", limit_blocks, false},
    {"launch__occupancy_limit_registers", "Block Limit Registers", "block", kExact,
     "Blocks that its registers are enough for.",
     "registers of a warp, rounded up to the GPU's unit, by parts of the register file",
     limit_registers, false},
    {"launch__occupancy_limit_shared_mem", "Block Limit Shared Mem", "block", kExact,
     "Blocks that its shared memory is enough for.",
     "the most shared memory that the multiprocessor can be set to / allocated shared memory of a "
     "block",
     limit_shared, false},
    {"launch__occupancy_limit_warps", "Block Limit Warps", "block", kExact,
     "Blocks that its warps are enough for.", "warps of the multiprocessor / warps of a block",
     limit_warps, false},
    {"heddle__occupancy_limiter", "Limited By", "", kExact,
     "Which of the limits is the lowest; of equal ones the first of warps, blocks, registers, "
     "shared "
     "memory.",
     "the lowest of the four limits", limiter, false},
    {"sm__maximum_warps_avg_per_active_cycle", "Theoretical Active Warps per SM", "warp", kExact,
     "Warps that a multiprocessor holds when it is full.",
     "the lowest of the four limits x warps of a block", warps, false},
    {"sm__maximum_warps_per_active_cycle_pct", "Theoretical Occupancy", "%", kExact,
     "The same, of the most that the GPU can hold.", "theoretical active warps / most warps",
     percent, false},
};

}  // namespace

std::span<const Metric> occupancy_metrics() {
  return kRows;
}

}  // namespace heddle::profiler
