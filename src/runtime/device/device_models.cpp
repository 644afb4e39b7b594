// SPDX-License-Identifier: Apache-2.0
#include "runtime/device/device_models.h"

#include "gpu/registry.h"
#include "support/message.h"

namespace heddle::runtime {
namespace {

engine::Dim3 dim(const gpu::Integers& values) {
  return {static_cast<std::uint32_t>(values[0]), static_cast<std::uint32_t>(values[1]),
          static_cast<std::uint32_t>(values[2])};
}

}  // namespace

std::vector<gpu::Model> chosen_models(const support::Settings& settings) {
  std::variant<std::vector<gpu::Model>, std::string> found = gpu::find_models(settings.gpu);
  if (std::string* wrong = std::get_if<std::string>(&found)) {
    support::usage_error("HEDDLE_GPU: " + *wrong);
  }
  return std::get<std::vector<gpu::Model>>(std::move(found));
}

engine::DeviceLimits limits_of(const gpu::Model& model) {
  engine::DeviceLimits limits;
  limits.name = model.name;
  limits.arch = static_cast<std::uint32_t>(model.arch());
  limits.memory_bytes = static_cast<std::uint64_t>(model.chip.memory_bytes);
  limits.sm_count = static_cast<std::uint32_t>(model.chip.sm_count);
  limits.copy_engines = static_cast<std::uint32_t>(model.chip.copy_engines.value_or(1));
  limits.max_blocks_per_sm = static_cast<std::uint32_t>(model.sm.max_blocks);
  limits.max_threads_per_sm = static_cast<std::uint32_t>(model.max_threads_per_sm());
  limits.max_threads_per_block = static_cast<std::uint32_t>(model.launch.max_threads_per_block);
  limits.max_block = dim(model.launch.max_block_dim);
  limits.max_grid = dim(model.launch.max_grid_dim);
  limits.shared_per_block = static_cast<std::uint32_t>(model.sm.shared_per_block_bytes);
  limits.shared_per_block_optin = static_cast<std::uint32_t>(model.sm.shared_per_block_optin_bytes);
  limits.max_cluster_blocks = static_cast<std::uint32_t>(model.launch.max_cluster_blocks);
  limits.max_cluster_blocks_nonportable =
      static_cast<std::uint32_t>(model.launch.max_cluster_blocks_nonportable);
  limits.parameter_bytes = static_cast<std::uint32_t>(model.launch.max_parameter_bytes);
  return limits;
}

}  // namespace heddle::runtime
