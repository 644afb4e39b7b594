// SPDX-License-Identifier: Apache-2.0
#include "profiler/pictures.h"

#include <algorithm>

namespace heddle::profiler {

using gpu::Integer;

namespace {

constexpr Integer kSharedStep = 1024;  // bytes

template <class WarpsAt>
OccupancyCurve curve(std::string over, Integer now, Integer first, Integer most, Integer step,
                     WarpsAt warps_at) {
  OccupancyCurve result{std::move(over), now, most, warps_at(now), {}};
  for (Integer x = first; x <= most; x += step) {
    const Integer warps = warps_at(x);
    if (result.steps.empty() || result.steps.back().warps != warps) {
      result.steps.push_back({x, warps});
    }
  }
  return result;
}

std::vector<RooflinePoint> roofline_of(const gpu::Model& model, const Evaluation& evaluation) {
  struct Width {
    const char *precision, *metric;
    double peak;
  };
  const Width widths[] = {
      {"float", "heddle__arithmetic_intensity_sp.ratio", model.fp32_flops()},
      {"double", "heddle__arithmetic_intensity_dp.ratio", model.fp64_flops()},
      {"matrix", "heddle__arithmetic_intensity_tensor.ratio", model.matrix_flops()},
  };
  std::vector<RooflinePoint> points;
  for (const auto& width : widths) {
    const auto* metric = find_metric(width.metric);
    const auto intensity = metric ? evaluation.of(*metric).number.value_or(0) : 0;
    if (intensity <= 0 || width.peak <= 0) continue;
    points.push_back({width.precision, intensity, width.peak,
                      std::min(width.peak, intensity * model.memory_bytes_per_second())});
  }
  return points;
}

}  // namespace

std::vector<OccupancyCurve> occupancy_curves(const gpu::Model& model, const gpu::KernelUse& use,
                                             Integer block_threads, Integer dynamic_shared) {
  const auto warps = [&](const gpu::KernelUse& with, Integer threads, Integer shared) {
    const auto o = gpu::occupancy(model, with, threads, shared);
    return o.blocks_per_sm * o.warps_per_block;
  };
  const Integer warp = model.launch.warp_size;
  std::vector<OccupancyCurve> curves;
  auto any_block = use;
  any_block.max_threads_per_block = 0;  // what the kernel's author allows is not the GPU's limit
  curves.push_back(
      curve("threads of a block", block_threads, warp, model.launch.max_threads_per_block, warp,
            [&](Integer threads) { return warps(any_block, threads, dynamic_shared); }));
  if (use.registers > 0) {
    curves.push_back(curve("registers of a thread", use.registers, 16,
                           model.launch.max_registers_per_thread, 1, [&](Integer registers) {
                             auto with = use;
                             with.registers = static_cast<int>(registers);
                             return warps(with, block_threads, dynamic_shared);
                           }));
  }
  curves.push_back(curve("bytes of shared memory of a block",
                         use.static_shared_bytes + dynamic_shared, 0,
                         model.sm.shared_per_block_optin_bytes, kSharedStep, [&](Integer bytes) {
                           auto with = use;
                           with.static_shared_bytes = 0;
                           with.max_dynamic_shared_bytes = model.sm.shared_per_block_optin_bytes;
                           return warps(with, block_threads, bytes);
                         }));
  return curves;
}

Pictures pictures_of(const Profile& profile, const gpu::Model& model, const Evaluation& evaluation,
                     std::optional<int> registers) {
  const auto use = use_of(profile, model, registers);
  const auto threads = static_cast<Integer>(profile.threads_of_block());
  Pictures pictures;
  pictures.curves = occupancy_curves(model, use, threads, profile.dynamic_shared);
  pictures.roofline = roofline_of(model, evaluation);
  const auto now = gpu::occupancy(model, use, threads, profile.dynamic_shared);
  if (now.blocks_per_sm > 0) {
    Waves waves;
    waves.blocks = static_cast<Integer>(profile.blocks());
    waves.blocks_per_sm = now.blocks_per_sm;
    waves.sm_count = model.chip.sm_count;
    waves.full = waves.blocks / (waves.blocks_per_sm * waves.sm_count);
    waves.rest = waves.blocks % (waves.blocks_per_sm * waves.sm_count);
    pictures.waves = waves;
  }
  return pictures;
}

}  // namespace heddle::profiler
