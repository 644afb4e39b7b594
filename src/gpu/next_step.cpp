// SPDX-License-Identifier: Apache-2.0
#include "gpu/next_step.h"

#include <fmt/format.h>

namespace heddle::gpu {
namespace {

// Registers are handed out in larger units, so only the largest count that is enough matters.
std::optional<NextStep> fewer_registers(const Model& m, KernelUse kernel, Integer threads,
                                        Integer dynamic, const Occupancy& now) {
  const int before = kernel.registers;
  while (--kernel.registers > 0) {
    const auto then = occupancy(m, kernel, threads, dynamic);
    if (then.ratio > now.ratio) {
      return NextStep{fmt::format("{} registers a thread instead of {}", kernel.registers, before),
                      then};
    }
  }
  return std::nullopt;
}

std::optional<NextStep> less_shared(const Model& m, const KernelUse& kernel, Integer threads,
                                    Integer dynamic, const Occupancy& now) {
  const Integer unit = m.sm.shared_allocation_unit_bytes;
  const Integer before = kernel.static_shared_bytes + dynamic;
  for (Integer bytes = (before - 1) / unit * unit; bytes >= 0; bytes -= unit) {
    KernelUse less = kernel;
    less.static_shared_bytes = 0;
    less.max_dynamic_shared_bytes = bytes;
    const auto then = occupancy(m, less, threads, bytes);
    if (then.ratio > now.ratio) {
      return NextStep{fmt::format("{} bytes of shared memory a block instead of {}", bytes, before),
                      then};
    }
  }
  return std::nullopt;
}

// The nearest size of more threads, then of fewer.
std::optional<NextStep> other_block(const Model& m, const KernelUse& kernel, Integer threads,
                                    Integer dynamic, const Occupancy& now) {
  const auto try_size = [&](Integer size) -> std::optional<NextStep> {
    const auto then = occupancy(m, kernel, size, dynamic);
    if (then.ratio <= now.ratio) return std::nullopt;
    return NextStep{fmt::format("a block of {} threads instead of {}", size, threads), then};
  };
  const Integer warp = m.launch.warp_size;
  for (Integer size = (threads / warp + 1) * warp; size <= m.launch.max_threads_per_block;
       size += warp) {
    if (auto step = try_size(size)) return step;
  }
  for (Integer size = (threads - 1) / warp * warp; size >= warp; size -= warp) {
    if (auto step = try_size(size)) return step;
  }
  return std::nullopt;
}

}  // namespace

std::optional<NextStep> next_step(const Model& m, const KernelUse& kernel, Integer block_threads,
                                  Integer dynamic_shared_bytes) {
  const auto now = occupancy(m, kernel, block_threads, dynamic_shared_bytes);
  switch (now.limiter) {
    case Limiter::kRegisters:
      return fewer_registers(m, kernel, block_threads, dynamic_shared_bytes, now);
    case Limiter::kShared:
      return less_shared(m, kernel, block_threads, dynamic_shared_bytes, now);
    case Limiter::kBlocks:
    case Limiter::kWarps:
      return other_block(m, kernel, block_threads, dynamic_shared_bytes, now);
    default:
      return std::nullopt;
  }
}

}  // namespace heddle::gpu
