// SPDX-License-Identifier: Apache-2.0
// Occupancy of thread block clusters: what the GPU model would hold.
#include "gpu/cluster.h"
#include "process/device_state.h"
#include "process/func_kernel.h"
#include "process/partition.h"
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

gpu::Integer count(const dim3& d) {
  return gpu::Integer{d.x} * d.y * d.z;
}

gpu::Integer blocks_per_sm(const gpu::Model& model, const Kernel& kernel,
                           const cudaLaunchConfig_t& config) {
  const gpu::Integer threads = count(config.blockDim);
  const auto bytes =
      static_cast<gpu::Integer>(std::min<size_t>(config.dynamicSmemBytes, INT32_MAX));
  return gpu::occupancy(model, kernel.use_for(model, threads), threads, bytes).blocks_per_sm;
}

// Blocks of a cluster as the kernel or the launch attributes say, 1 when they do not.
gpu::Integer cluster_size(const Kernel& kernel, const cudaLaunchConfig_t& config) {
  const auto& compiled = kernel.record->cluster_dims;
  gpu::Integer size = compiled[0] ? gpu::Integer{compiled[0]} * compiled[1] * compiled[2] : 1;
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    const cudaLaunchAttribute& attribute = config.attrs[i];
    if (attribute.id != cudaLaunchAttributeClusterDimension) continue;
    const auto& dim = attribute.val.clusterDim;
    size = gpu::Integer{dim.x} * dim.y * dim.z;
  }
  return size;
}

bool usable(const cudaLaunchConfig_t* config) {
  return config && (config->numAttrs == 0 || config->attrs) && count(config->blockDim) > 0;
}

cudaError_t no_clusters(const gpu::Model& model, const char* function) {
  return not_supported(
      (std::string(function) + " on " + model.name + ", which has no clusters,").c_str());
}

cudaError_t gpcs_not_known(const gpu::Model& model, const char* function) {
  return not_supported(
      (std::string(function) + " on " + model.name + ", whose GPCs are not known,").c_str());
}

}  // namespace

HEDDLE_API cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, const void* func,
                                                            const cudaLaunchConfig_t* config) {
  const gpu::Model& model = current_state().model;
  if (!gpu::has_clusters(model)) return no_clusters(model, __func__);
  if (!model.chip.gpc_sms) return gpcs_not_known(model, __func__);
  return on_device([&](Device& device) {
    if (!size || !usable(config)) return Error::kInvalidValue;
    Kernel kernel;
    HEDDLE_RETURN_IF_ERROR(find_kernel(func, device, &kernel));
    const bool nonportable = kernel.function->nonportable_cluster != 0;
    *size = static_cast<int>(*gpu::max_potential_cluster_size(
        model, blocks_per_sm(model, kernel, *config), nonportable));
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* func,
                                                      const cudaLaunchConfig_t* config) {
  const gpu::Model& model = current_state().model;
  if (!gpu::has_clusters(model)) return no_clusters(model, __func__);
  if (!model.chip.gpc_sms) return gpcs_not_known(model, __func__);
  Device& device = current_device();
  if (Error error = device.status(); !ok(error)) return answer(error);
  if (!clusters || !usable(config)) return answer(Error::kInvalidValue);
  Kernel kernel;
  if (Error error = find_kernel(func, device, &kernel); !ok(error)) return answer(error);
  const gpu::Integer size = cluster_size(kernel, *config);
  const bool nonportable = kernel.function->nonportable_cluster != 0;
  if (size < 1) return answer(Error::kInvalidValue);
  if (size > model.launch.max_cluster_blocks && !nonportable)
    return answer(cudaErrorInvalidClusterSize);
  Stream* stream = nullptr;
  if (Error error = stream_of(config->stream, &stream); !ok(error)) return answer(error);
  const auto* partition =
      is_default(config->stream) ? current_partition(device) : stream->partition;
  const gpu::Integer of_sm = blocks_per_sm(model, kernel, *config);
  gpu::Integer most = *gpu::max_active_clusters(model, size, of_sm);
  if (partition) most = std::min(most, of_sm * gpu::Integer{partition->size()} / size);
  *clusters = static_cast<int>(most);
  return cudaSuccess;
}

}  // namespace heddle::runtime
