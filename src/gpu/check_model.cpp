// SPDX-License-Identifier: Apache-2.0
// The relations between facts that hold on every CUDA GPU; a model that breaks one has a typing
// error.
#include <algorithm>
#include <numeric>

#include "gpu/parse.h"

namespace heddle::gpu {
namespace {

constexpr Integer kKiB = 1024;

bool has(const Integers& values, std::size_t count) {
  return values.size() == count &&
         std::all_of(values.begin(), values.end(), [](Integer v) { return v > 0; });
}

std::string check_launch_limits(const Model& m) {
  if (m.launch.warp_size != 32) return "launch.warp_size must be 32";
  if (!has(m.launch.max_block_dim, 3))
    return "launch.max_block_dim must have three positive values";
  if (!has(m.launch.max_grid_dim, 3)) return "launch.max_grid_dim must have three positive values";
  if (m.launch.max_threads_per_block < m.launch.max_block_dim[0])
    return "launch.max_block_dim is larger in x than launch.max_threads_per_block";
  if (m.launch.max_threads_per_block > m.max_threads_per_sm())
    return "launch.max_threads_per_block is more than sm.max_warps holds";
  if (m.launch.max_cluster_blocks < 1) return "launch.max_cluster_blocks must be at least 1";
  if (m.launch.max_cluster_blocks_nonportable < m.launch.max_cluster_blocks)
    return "launch.max_cluster_blocks_nonportable is less than launch.max_cluster_blocks";
  return {};
}

std::string check_sm(const Model& m) {
  const Multiprocessor& sm = m.sm;
  if (sm.max_warps < 1 || sm.max_blocks < 1 || sm.registers < 1 || sm.schedulers < 1)
    return "sm: warps, blocks, registers and schedulers must be positive";
  if (sm.register_allocation_unit < 1 || sm.warp_allocation_granularity < 1 ||
      sm.shared_allocation_unit_bytes < 1)
    return "sm: allocation units must be positive";
  if (sm.shared_bytes > sm.unified_l1_bytes)
    return "sm.shared_bytes is more than sm.unified_l1_bytes";
  if (sm.shared_per_block_optin_bytes + sm.shared_reserved_per_block_bytes > sm.shared_bytes)
    return "sm.shared_per_block_optin_bytes with its reserve is more than sm.shared_bytes";
  if (sm.shared_per_block_bytes > sm.shared_per_block_optin_bytes)
    return "sm.shared_per_block_bytes is more than sm.shared_per_block_optin_bytes";
  if (!std::is_sorted(sm.shared_carveouts_kib.begin(), sm.shared_carveouts_kib.end()) ||
      sm.shared_carveouts_kib.back() * kKiB != sm.shared_bytes)
    return "sm.shared_carveouts_kib must rise and end with sm.shared_bytes";
  return {};
}

std::string check_chip(const Model& m) {
  const Chip& chip = m.chip;
  if (chip.sm_count < 1 || chip.clock_khz < 1 || chip.memory_bytes < 1 ||
      chip.memory_clock_khz < 1 || chip.memory_bus_bits < 1 || chip.l2_bytes < 1)
    return "chip: counts, sizes and clocks must be positive";
  if (chip.gpc_sms &&
      std::accumulate(chip.gpc_sms->begin(), chip.gpc_sms->end(), Integer{0}) != chip.sm_count)
    return "chip.gpc_sms does not add up to chip.sm_count";
  if (chip.l2_persisting_max_bytes && *chip.l2_persisting_max_bytes > chip.l2_bytes)
    return "chip.l2_persisting_max_bytes is more than chip.l2_bytes";
  // The data sheet's bandwidth follows from clock and bus; they disagree only by rounding.
  if (chip.sheet_bandwidth_gb_s) {
    double ratio = m.memory_bytes_per_second() / 1e9 / *chip.sheet_bandwidth_gb_s;
    if (ratio < 0.9 || ratio > 1.1)
      return "chip.memory_clock_khz and chip.memory_bus_bits do not give chip.sheet_bandwidth_gb_s";
  }
  return {};
}

std::string check_texture(const Model& m) {
  struct Row {
    const char* name;
    const Integers& values;
    std::size_t count;
  };
  const TextureLimits& t = m.texture;
  const Row rows[] = {
      {"max_1d", t.max_1d, 1},
      {"max_1d_linear", t.max_1d_linear, 1},
      {"max_1d_mipmap", t.max_1d_mipmap, 1},
      {"max_1d_layered", t.max_1d_layered, 2},
      {"max_2d", t.max_2d, 2},
      {"max_2d_linear", t.max_2d_linear, 3},
      {"max_2d_mipmap", t.max_2d_mipmap, 2},
      {"max_2d_gather", t.max_2d_gather, 2},
      {"max_2d_layered", t.max_2d_layered, 3},
      {"max_3d", t.max_3d, 3},
      {"max_3d_alternate", t.max_3d_alternate, 3},
      {"max_cubemap", t.max_cubemap, 1},
      {"max_cubemap_layered", t.max_cubemap_layered, 2},
      {"max_surface_1d", t.max_surface_1d, 1},
      {"max_surface_1d_layered", t.max_surface_1d_layered, 2},
      {"max_surface_2d", t.max_surface_2d, 2},
      {"max_surface_2d_layered", t.max_surface_2d_layered, 3},
      {"max_surface_3d", t.max_surface_3d, 3},
      {"max_surface_cubemap", t.max_surface_cubemap, 1},
      {"max_surface_cubemap_layered", t.max_surface_cubemap_layered, 2},
  };
  for (const Row& row : rows)
    if (!has(row.values, row.count))
      return std::string("texture.") + row.name + " must have " + std::to_string(row.count) +
             " positive value(s)";
  return {};
}

}  // namespace

std::string check_model(const Model& model) {
  for (auto check : {check_launch_limits, check_sm, check_chip, check_texture}) {
    std::string wrong = check(model);
    if (!wrong.empty()) return wrong;
  }
  return {};
}

}  // namespace heddle::gpu
