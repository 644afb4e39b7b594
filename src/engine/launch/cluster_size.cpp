// SPDX-License-Identifier: Apache-2.0
#include "engine/launch/cluster_size.h"

#include <fmt/format.h>

#include "engine/device/device.h"
#include "engine/module/module.h"
#include "gpu/cluster.h"
#include "support/demangle.h"
#include "support/message.h"

namespace heddle::engine {

Error cluster_of(const Launch& launch, const image::KernelRecord& record, bool log_refusal,
                 Dim3* cluster) {
  const auto& set = launch.function->required_cluster;
  const bool compiled = record.cluster_dims[0] != 0;
  const auto of_axis = [&](std::size_t axis) {
    return compiled ? record.cluster_dims[axis] : set[axis].load(std::memory_order_relaxed);
  };
  const Dim3 required{of_axis(0), of_axis(1), of_axis(2)};
  const Dim3& asked = launch.cluster;
  *cluster = required.x ? required : asked;
  if (!cluster->x) {
    return record.cluster_must_be_set ? Error::kInvalidClusterSize : Error::kSuccess;
  }
  if (asked.x && !(asked == *cluster)) return Error::kInvalidClusterSize;
  const gpu::Model& model = launch.stream->device.model;
  const bool nonportable = launch.function->nonportable_cluster.load(std::memory_order_relaxed);
  const auto most = static_cast<std::uint64_t>(
      nonportable ? model.launch.max_cluster_blocks_nonportable : model.launch.max_cluster_blocks);
  if (cluster->count() > 1 && !gpu::has_clusters(model)) {
    support::message(fmt::format("kernel {}: {} has no thread block clusters",
                                 support::demangle(launch.function->name), model.name));
    return Error::kNotSupported;
  }
  const Dim3& grid = launch.grid;
  const bool whole = cluster->y && cluster->z && grid.x % cluster->x == 0 &&
                     grid.y % cluster->y == 0 && grid.z % cluster->z == 0;
  if (whole && cluster->count() <= most) return Error::kSuccess;
  if (log_refusal) {
    support::message(
        fmt::format("launch {} refused: clusters of ({},{},{}) blocks in a grid of ({},{},{}); at "
                    "most {} blocks",
                    support::demangle(launch.function->name), cluster->x, cluster->y, cluster->z,
                    grid.x, grid.y, grid.z, most));
  }
  return Error::kInvalidClusterSize;
}

}  // namespace heddle::engine
