// SPDX-License-Identifier: Apache-2.0
#include "engine/launch/launch_rules.h"

#include "engine/device/device.h"
#include "engine/module/module.h"
#include "engine/module/variant.h"

namespace heddle::engine {

// CUDA C++ Programming Guide, "Features and Technical Specifications";
// cudaErrorInvalidConfiguration. Too much shared memory has been cudaErrorInvalidValue since long
// before CUDA 13.
Error check_shape(const Launch& launch) {
  const DeviceLimits& limits = launch.stream->device.limits;
  const Dim3& g = launch.grid;
  const Dim3& b = launch.block;
  if (g.x - 1 >= limits.max_grid.x || g.y - 1 >= limits.max_grid.y ||
      g.z - 1 >= limits.max_grid.z || b.x - 1 >= limits.max_block.x ||
      b.y - 1 >= limits.max_block.y || b.z - 1 >= limits.max_block.z ||
      b.count() > limits.max_threads_per_block) {
    return Error::kInvalidConfiguration;
  }
  return Error::kSuccess;
}

Error check_resources(const Launch& launch, const Variant& variant) {
  const DeviceLimits& limits = launch.stream->device.limits;
  const std::uint32_t bound = variant.record->max_threads_per_block;
  if (bound && variant.block.count() > bound) return Error::kLaunchOutOfResources;
  // What cudaFuncSetAttribute set holds even when it is less than the default (as an H200 does it).
  const int opted = launch.function->max_dynamic_shared.load(std::memory_order_relaxed);
  const std::size_t total = variant.static_shared + launch.dynamic_shared;
  const bool fits = launch.dynamic_shared <= limits.shared_per_block_optin &&
                    (opted >= 0 ? launch.dynamic_shared <= static_cast<std::size_t>(opted) &&
                                      total <= limits.shared_per_block_optin
                                : total <= limits.shared_per_block);
  return fits ? Error::kSuccess : Error::kInvalidValue;
}

}  // namespace heddle::engine
