// SPDX-License-Identifier: Apache-2.0
#include "process/func_launch.h"

#include <fmt/format.h>

#include "engine/device/partition.h"
#include "gpu/cluster.h"
#include "process/device_state.h"
#include "process/func_kernel.h"
#include "support/message.h"

namespace heddle::process {

Error check_resident(const engine::Launch& launch) {
  if (!launch.cooperative) [[likely]]
    return Error::kSuccess;
  Device& device = launch.stream->device;
  const gpu::Model& model = device_state(device.ordinal).model;
  if (!model.launch.cooperative) return Error::kNotSupported;
  Kernel kernel;
  HEDDLE_RETURN_IF_ERROR(find_kernel(launch.function->host, device, &kernel));
  const auto threads = static_cast<gpu::Integer>(launch.block.count());
  if (threads < 1 || threads > model.launch.max_threads_per_block) return Error::kSuccess;
  const auto shared =
      static_cast<gpu::Integer>(std::min<std::size_t>(launch.dynamic_shared, INT32_MAX));
  const gpu::Integer per_sm =
      gpu::occupancy(model, kernel.use_for(model, threads), threads, shared).blocks_per_sm;
  const auto& compiled = kernel.record->cluster_dims;
  const auto cluster = static_cast<gpu::Integer>(
      compiled[0] ? engine::Dim3{compiled[0], compiled[1], compiled[2]}.count()
                  : launch.cluster.count());
  const gpu::Integer multiprocessors =
      launch.partition ? gpu::Integer{launch.partition->size()} : model.chip.sm_count;
  auto clusters = cluster > 1 ? gpu::max_active_clusters(model, cluster, per_sm) : std::nullopt;
  if (clusters) clusters = std::min(*clusters, per_sm * multiprocessors / cluster);
  const auto most =
      static_cast<std::uint64_t>(clusters ? *clusters * cluster : per_sm * multiprocessors);
  if (most == 0 || launch.grid.count() <= most) return Error::kSuccess;
  if (the_engine().settings().log_launch) {
    support::message(fmt::format(
        "launch {} refused: a cooperative grid of {} blocks, {} holds {} ({} on each of {} "
        "multiprocessors)",
        launch.function->name, launch.grid.count(), model.name, most, per_sm, multiprocessors));
  }
  return Error::kCooperativeLaunchTooLarge;
}

}  // namespace heddle::process
