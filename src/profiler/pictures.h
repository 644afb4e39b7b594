// SPDX-License-Identifier: Apache-2.0
// The numbers of the pictures of a launch on a GPU: occupancy curves, waves, the roofline.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gpu/occupancy.h"
#include "profiler/evaluate.h"

namespace heddle::profiler {

// Warps on a multiprocessor where one thing changes and all else stays as it is: from `x` on, up to
// the next step, so many. 0: such a block does not run.
struct OccupancyCurve {
  struct Step {
    gpu::Integer x, warps;
  };
  std::string over;  // "threads of a block"
  gpu::Integer now = 0, most = 0;
  gpu::Integer warps_now = 0;
  std::vector<Step> steps;
};
// Over the threads of a block, registers of a thread and bytes of shared memory of a block.
std::vector<OccupancyCurve> occupancy_curves(const gpu::Model& model, const gpu::KernelUse& use,
                                             gpu::Integer block_threads,
                                             gpu::Integer dynamic_shared);

// How the blocks of a grid come to the multiprocessors, if all take the same time.
struct Waves {
  gpu::Integer blocks = 0, blocks_per_sm = 0, sm_count = 0;
  gpu::Integer full = 0;  // waves that fill the GPU
  gpu::Integer rest = 0;  // blocks of the last one, if that does not
};

// Where a kernel stands under the roofs, by the width of its operations.
struct RooflinePoint {
  std::string precision;  // "float"
  double intensity = 0;   // FLOP for each theoretical byte of L2
  double peak = 0;        // FLOP/s: the upper roof
  double bound = 0;       // FLOP/s: the lower of both roofs there
};

struct Pictures {
  std::vector<OccupancyCurve> curves;
  std::optional<Waves> waves;  // none where no block runs
  std::vector<RooflinePoint> roofline;
};
Pictures pictures_of(const Profile& profile, const gpu::Model& model, const Evaluation& evaluation,
                     std::optional<int> registers);

}  // namespace heddle::profiler
