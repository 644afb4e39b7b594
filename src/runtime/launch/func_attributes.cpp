// SPDX-License-Identifier: Apache-2.0
// Execution control: what a kernel needs, and what may be set for it.
#include <cstring>

#include "process/device_state.h"
#include "runtime/launch/func_facts.h"

namespace heddle::runtime {
namespace {

std::size_t constant_bytes(const image::Image& image) {
  std::uint64_t bytes = 0;
  for (const image::VariableRecord& variable : image.variables) {
    if (variable.kind == image::VariableKind::kConstant) bytes += variable.size;
  }
  return bytes;
}

}  // namespace

cudaFuncAttributes attributes_of(const gpu::Model& model, const Kernel& kernel) {
  cudaFuncAttributes out;
  std::memset(&out, 0, sizeof out);
  // Only registers that the user gave limit the block: see Kernel::registers_given.
  gpu::KernelUse bounds = kernel.use;
  if (!kernel.registers_given) bounds.registers = 0;
  out.sharedSizeBytes = static_cast<std::size_t>(kernel.use.static_shared_bytes);
  out.constSizeBytes = constant_bytes(*kernel.image);
  out.localSizeBytes = kernel.record->local_bytes;
  out.maxThreadsPerBlock = static_cast<int>(gpu::max_block_threads(model, bounds));
  out.numRegs = kernel.use.registers;
  // Machine code is compatible within a major version; other images are compiled for the device.
  const int arch = kernel.image->compiled_for ? kernel.image->compiled_for
                                              : static_cast<int>(kernel.image->arch);
  out.ptxVersion = arch;
  out.binaryVersion = arch / 10 == model.major ? arch : model.arch();
  out.maxDynamicSharedSizeBytes = static_cast<int>(gpu::dynamic_shared_limit(model, kernel.use));
  out.preferredShmemCarveout = kernel.use.carveout_percent;
  const auto& compiled = kernel.record->cluster_dims;
  const auto& set = kernel.function->required_cluster;
  const auto required = [&](std::size_t axis) {
    return static_cast<int>(compiled[0] ? compiled[axis] : set[axis].load());
  };
  out.requiredClusterWidth = required(0);
  out.requiredClusterHeight = required(1);
  out.requiredClusterDepth = required(2);
  out.clusterDimMustBeSet = compiled[0] || kernel.record->cluster_must_be_set;
  out.nonPortableClusterSizeAllowed = kernel.function->nonportable_cluster;
  out.clusterSchedulingPolicyPreference = kernel.function->cluster_policy;
  return out;
}

namespace {

Error set_dynamic_shared(const gpu::Model& model, const Kernel& kernel, int bytes) {
  if (bytes < 0 || bytes + kernel.use.static_shared_bytes > model.sm.shared_per_block_optin_bytes) {
    return Error::kInvalidValue;
  }
  kernel.function->max_dynamic_shared = bytes;
  return Error::kSuccess;
}

Error set_carveout(const Kernel& kernel, int percent) {
  if (percent < cudaSharedmemCarveoutDefault || percent > cudaSharedmemCarveoutMaxShared)
    return Error::kInvalidValue;
  kernel.function->preferred_carveout = percent;
  return Error::kSuccess;
}

// "If the value is set during compile time, it cannot be set at runtime." Whether the three numbers
// make a cluster is looked at when the kernel is launched.
Error set_required_cluster(const Kernel& kernel, cudaFuncAttribute attribute, int value) {
  if (value < 0) return Error::kInvalidValue;
  if (kernel.record->cluster_dims[0]) return Error::kNotPermitted;
  const auto axis = static_cast<std::size_t>(attribute - cudaFuncAttributeRequiredClusterWidth);
  kernel.function->required_cluster[axis] = static_cast<std::uint32_t>(value);
  return Error::kSuccess;
}

Error set_cluster_policy(const Kernel& kernel, int policy) {
  if (policy < cudaClusterSchedulingPolicyDefault ||
      policy > cudaClusterSchedulingPolicyLoadBalancing) {
    return Error::kInvalidValue;
  }
  kernel.function->cluster_policy = policy;
  return Error::kSuccess;
}

}  // namespace

HEDDLE_API cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* func) {
  return on_device([&](Device& device) {
    if (!attributes) return Error::kInvalidValue;
    Kernel kernel;
    HEDDLE_RETURN_IF_ERROR(find_kernel(func, device, &kernel));
    *attributes = attributes_of(current_state().model, kernel);
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaFuncSetAttribute(const void* func, cudaFuncAttribute attribute,
                                            int value) {
  return on_device([&](Device& device) {
    Kernel kernel;
    HEDDLE_RETURN_IF_ERROR(find_kernel(func, device, &kernel));
    switch (attribute) {
      case cudaFuncAttributeMaxDynamicSharedMemorySize:
        return set_dynamic_shared(current_state().model, kernel, value);
      case cudaFuncAttributePreferredSharedMemoryCarveout:
        return set_carveout(kernel, value);
      case cudaFuncAttributeNonPortableClusterSizeAllowed:
        kernel.function->nonportable_cluster = value;
        return Error::kSuccess;
      case cudaFuncAttributeClusterSchedulingPolicyPreference:
        return set_cluster_policy(kernel, value);
      case cudaFuncAttributeRequiredClusterWidth:
      case cudaFuncAttributeRequiredClusterHeight:
      case cudaFuncAttributeRequiredClusterDepth:
        return set_required_cluster(kernel, attribute, value);
      default:
        return Error::kInvalidValue;
    }
  });
}

}  // namespace heddle::runtime
