// SPDX-License-Identifier: Apache-2.0
#include "gpu/occupancy.h"

#include <algorithm>
#include <limits>

namespace heddle::gpu {
namespace {

constexpr Integer kUnlimited = std::numeric_limits<Integer>::max();

Integer divide_up(Integer value, Integer by) {
  return (value + by - 1) / by;
}
Integer round_up(Integer value, Integer to) {
  return divide_up(value, to) * to;
}
Integer round_down(Integer value, Integer to) {
  return value / to * to;
}

Integer registers_per_warp(const Model& m, int registers) {
  return round_up(Integer{registers} * m.launch.warp_size, m.sm.register_allocation_unit);
}

// Each scheduler has its own part of the register file, so registers are handed out per part.
Integer warps_by_registers(const Model& m, int registers) {
  if (registers <= 0) return kUnlimited;
  Integer per_part = m.sm.registers / m.sm.schedulers / registers_per_warp(m, registers);
  return per_part * m.sm.schedulers;
}

Integer blocks_by_registers(const Model& m, int registers, Integer warps) {
  if (registers <= 0) return kUnlimited;
  if (registers > m.launch.max_registers_per_thread) return 0;
  Integer of_block =
      registers_per_warp(m, registers) * round_up(warps, m.sm.warp_allocation_granularity);
  if (of_block > m.sm.max_registers_per_block) return 0;
  return warps_by_registers(m, registers) / warps;
}

Integer block_shared(const Model& m, const KernelUse& kernel, Integer dynamic_bytes) {
  return allocated_shared(m, kernel.static_shared_bytes + m.sm.shared_reserved_per_block_bytes,
                          dynamic_bytes);
}

// The smallest setting of shared memory that holds `percent` of the largest and at least one block.
Integer carveout(const Model& m, int percent, Integer one_block) {
  if (percent < 0) return m.sm.shared_bytes;
  for (Integer kib : m.sm.shared_carveouts_kib)
    if (kib * 1024 * 100 >= m.sm.shared_bytes * percent && kib * 1024 >= one_block)
      return kib * 1024;
  return m.sm.shared_bytes;
}

Integer blocks_by_shared(const Model& m, const KernelUse& kernel, Integer dynamic_bytes) {
  if (dynamic_bytes > dynamic_shared_limit(m, kernel)) return 0;
  Integer each = block_shared(m, kernel, dynamic_bytes);
  if (each == 0) return kUnlimited;
  return carveout(m, kernel.carveout_percent, each) / each;
}

}  // namespace

Integer allocated_shared(const Model& model, Integer static_bytes, Integer dynamic_bytes) {
  return round_up(static_bytes + dynamic_bytes, model.sm.shared_allocation_unit_bytes);
}

const char* limiter_name(Limiter limiter) {
  switch (limiter) {
    case Limiter::kNone:
      return "none";
    case Limiter::kWarps:
      return "warps";
    case Limiter::kBlocks:
      return "blocks";
    case Limiter::kRegisters:
      return "registers";
    case Limiter::kShared:
      return "shared memory";
    case Limiter::kCannotLaunch:
      return "cannot launch";
  }
  return "";
}

Integer dynamic_shared_limit(const Model& m, const KernelUse& kernel) {
  if (kernel.max_dynamic_shared_bytes >= 0) return kernel.max_dynamic_shared_bytes;
  return std::max<Integer>(m.sm.shared_per_block_bytes - kernel.static_shared_bytes, 0);
}

Integer max_block_threads(const Model& m, const KernelUse& kernel) {
  Integer threads = m.launch.max_threads_per_block;
  while (threads > m.launch.warp_size &&
         blocks_by_registers(m, kernel.registers, threads / m.launch.warp_size) == 0)
    threads -= m.launch.warp_size;
  if (kernel.max_threads_per_block > 0)
    threads = std::min<Integer>(threads, kernel.max_threads_per_block);
  return threads;
}

Occupancy occupancy(const Model& m, const KernelUse& kernel, Integer block_threads,
                    Integer dynamic_shared_bytes) {
  Occupancy out;
  out.warps_per_block = divide_up(block_threads, m.launch.warp_size);
  if (block_threads < 1 || block_threads > m.launch.max_threads_per_block) {
    out.limiter = Limiter::kCannotLaunch;
    return out;
  }
  out.limit_warps = m.sm.max_warps / out.warps_per_block;
  out.limit_blocks = m.sm.max_blocks;
  out.limit_registers = blocks_by_registers(m, kernel.registers, out.warps_per_block);
  out.limit_shared = blocks_by_shared(m, kernel, dynamic_shared_bytes);

  out.blocks_per_sm = out.limit_warps;
  out.limiter = Limiter::kWarps;
  auto tighten = [&](Integer limit, Limiter limiter) {
    if (limit >= out.blocks_per_sm) return;
    out.blocks_per_sm = limit;
    out.limiter = limiter;
  };
  tighten(out.limit_blocks, Limiter::kBlocks);
  tighten(out.limit_registers, Limiter::kRegisters);
  tighten(out.limit_shared, Limiter::kShared);
  if (out.blocks_per_sm == 0) out.limiter = Limiter::kCannotLaunch;
  out.ratio = double(out.blocks_per_sm * out.warps_per_block) / double(m.sm.max_warps);
  return out;
}

std::optional<Integer> available_dynamic_shared(const Model& m, const KernelUse& kernel,
                                                Integer blocks, Integer block_threads) {
  if (blocks < 1 || blocks > occupancy(m, kernel, block_threads, 0).blocks_per_sm)
    return std::nullopt;
  // One block alone may raise the carve-out to whatever it needs.
  Integer part = blocks == 1
                     ? m.sm.shared_bytes
                     : carveout(m, kernel.carveout_percent, block_shared(m, kernel, 0)) / blocks;
  Integer dynamic = round_down(part, m.sm.shared_allocation_unit_bytes) -
                    m.sm.shared_reserved_per_block_bytes - kernel.static_shared_bytes;
  return std::clamp<Integer>(dynamic, 0, dynamic_shared_limit(m, kernel));
}

BlockSize max_potential_block_size(
    const Model& m, const KernelUse& kernel,
    const std::function<Integer(Integer block)>& dynamic_shared_bytes, Integer block_size_limit) {
  Integer largest = max_block_threads(m, kernel);
  if (block_size_limit > 0) largest = std::min(largest, block_size_limit);
  BlockSize best;
  Integer best_threads = 0;
  // The first candidate may be no multiple of a warp; the others are.
  for (Integer aligned = round_up(largest, m.launch.warp_size); aligned > 0;
       aligned -= m.launch.warp_size) {
    Integer block = std::min(aligned, largest);
    Integer blocks = occupancy(m, kernel, block, dynamic_shared_bytes(block)).blocks_per_sm;
    if (blocks * block <= best_threads) continue;
    best_threads = blocks * block;
    best = {blocks * m.chip.sm_count, block};
    if (best_threads == m.max_threads_per_sm()) break;
  }
  return best;
}

}  // namespace heddle::gpu
