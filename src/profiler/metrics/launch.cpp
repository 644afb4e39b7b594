// SPDX-License-Identifier: Apache-2.0
// Section "Launch Statistics": the shape of the launch.
#include "profiler/metrics/sections.h"

namespace heddle::profiler {
namespace {

template <auto member>
Value of_profile(const Seen& s) {
  return Value::of(static_cast<double>(s.profile.*member));
}

Value grid_size(const Seen& s) {
  return Value::of(static_cast<double>(s.profile.blocks()));
}

Value block_size(const Seen& s) {
  return Value::of(static_cast<double>(s.profile.threads_of_block()));
}

Value threads(const Seen& s) {
  return Value::of(static_cast<double>(s.profile.blocks() * s.profile.threads_of_block()));
}

Value cluster_size(const Seen& s) {
  const auto& cluster = s.profile.cluster;
  return Value::of(static_cast<double>(std::uint64_t{cluster[0]} * cluster[1] * cluster[2]));
}

Value registers(const Seen& s) {
  auto value = Value::of(s.registers);
  if (s.registers_are_given) value.kind = Kind::kExact;
  return value;
}

Value allocated_shared(const Seen& s) {
  return Value::of(static_cast<double>(gpu::allocated_shared(
      s.model, s.profile.static_shared + s.model.sm.shared_reserved_per_block_bytes,
      s.profile.dynamic_shared)));
}

Value driver_shared(const Seen& s) {
  return Value::of(static_cast<double>(s.model.sm.shared_reserved_per_block_bytes));
}

Value sm_count(const Seen& s) {
  return Value::of(static_cast<double>(s.model.chip.sm_count));
}

Value waves(const Seen& s) {
  if (s.occupancy.blocks_per_sm == 0) {
    return Value::none("a block does not fit on a multiprocessor of this GPU");
  }
  auto value = Value::of(static_cast<double>(s.profile.blocks()) /
                         static_cast<double>(s.model.chip.sm_count * s.occupancy.blocks_per_sm));
  if (s.occupancy.limiter == gpu::Limiter::kRegisters && !s.registers_are_given) {
    value.kind = Kind::kEstimate;
  }
  return value;
}

constexpr auto kExact = Kind::kExact;
constexpr std::string_view kGiven = "given by the launch";

constexpr Metric kRows[] = {
    {"launch__grid_size", "Grid Size", "block", kExact, "Blocks of the launch.", kGiven, grid_size,
     false},
    {"launch__block_size", "Block Size", "thread", kExact, "Threads of a block.", kGiven,
     block_size, false},
    {"launch__thread_count", "Threads", "thread", kExact, "Threads of the launch.", kGiven, threads,
     false},
    {"launch__cluster_size", "Cluster Size", "block", kExact,
     "Blocks of a thread block cluster; 1: launched without.", kGiven, cluster_size, false},
    {"launch__registers_per_thread", "Registers Per Thread", "register/thread", Kind::kEstimate,
     "Registers that a thread uses. What a GPU's assembler needs is known only to it.",
     "values that are alive at once in the code of one thread; --registers, HEDDLE_REGISTERS",
     registers, false},
    {"launch__shared_mem_per_block_static", "Static Shared Memory Per Block", "byte/block", kExact,
     "Shared variables with a size.", "their sizes and alignments",
     of_profile<&Profile::static_shared>, false},
    {"launch__shared_mem_per_block_dynamic", "Dynamic Shared Memory Per Block", "byte/block",
     kExact, "The launch's third argument.", kGiven, of_profile<&Profile::dynamic_shared>, false},
    {"launch__shared_mem_per_block_driver", "Driver Shared Memory Per Block", "byte/block", kExact,
     "Shared memory of each block that the system takes.", "a fact of the GPU", driver_shared,
     false},
    {"launch__shared_mem_per_block_allocated", "Allocated Shared Memory Per Block", "byte/block",
     kExact, "What a block takes of a multiprocessor's shared memory.",
     "static + dynamic + driver, rounded up to the GPU's unit", allocated_shared, false},
    {"launch__sm_count", "# SMs", "SM", kExact, "Multiprocessors of the GPU.", "a fact of the GPU",
     sm_count, false},
    {"launch__waves_per_multiprocessor", "Waves Per SM", "", kExact,
     "How often the GPU is filled with blocks: below 1 some multiprocessors have nothing to do, "
     "and a "
     "part of a wave leaves some without work at the end.",
     "blocks / (SMs x blocks that fit on an SM)", waves, false},
};

}  // namespace

std::span<const Metric> launch_metrics() {
  return kRows;
}

}  // namespace heddle::profiler
