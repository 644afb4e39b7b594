// SPDX-License-Identifier: Apache-2.0
// What a launch waits for that is none of its own work: other blocks, clocks, the driver's services
// (the heap, printf), managed memory that has to move. Each by what was measured
// (devices/*.toml, bench/gpu/waits); nothing of it overlaps with other parts but what a warp waits
// for by itself.
#pragma once

#include <string_view>

#include "gpu/model.h"
#include "profiler/profile.h"

namespace heddle::profiler {

class Waits {
 public:
  Waits(const Profile& profile, const gpu::Model& model);

  // What of this the GPU's speed is not known of: "printf". Empty: of nothing that the launch does.
  std::string_view unknown() const { return unknown_; }

  // Of all warps together, beside loads and instructions.
  double warp_cycles() const { return warp_cycles_; }
  // Of the launch.
  double grid_us() const { return grid_us_; }          // barriers of the grid
  double locks_us() const { return locks_us_; }        // one thread after the other
  double services_us() const { return services_us_; }  // beside each warp's own wait for them
  double pages_us() const { return pages_us_; }

 private:
  double warp_cycles_ = 0, grid_us_ = 0, locks_us_ = 0, services_us_ = 0, pages_us_ = 0;
  std::string_view unknown_;
};

}  // namespace heddle::profiler
