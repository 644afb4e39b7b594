// SPDX-License-Identifier: Apache-2.0
// Execution control: launches.
#include "runtime/func_launch.h"
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

engine::Dim3 dim(const dim3& d) {
  return {d.x, d.y, d.z};
}

cudaError_t launch(const void* host, dim3 grid, dim3 block, void** args, size_t shared,
                   cudaStream_t handle, bool cooperative = false,
                   engine::Dim3 cluster = {0, 0, 0}) {
  engine::Launch launch;
  if (Error error = stream_of(handle, &launch.stream); !ok(error)) [[unlikely]] {
    return answer(error);
  }
  if (Error error = launch.stream->device.status(); !ok(error)) [[unlikely]]
    return answer(error);
  launch.function = context().registry.find_function(host);
  if (!launch.function) [[unlikely]]
    return answer(Error::kInvalidDeviceFunction);
  launch.grid = dim(grid);
  launch.block = dim(block);
  launch.args = args;
  launch.dynamic_shared = shared;
  launch.cluster = cluster;
  if (Error error = check_registers(launch); !ok(error)) [[unlikely]]
    return answer(error);
  if (cooperative) {
    launch.cooperative = true;
    if (Error error = check_resident(launch); !ok(error)) return answer(error);
  }
  const Error error = the_engine().launch(launch);
  if (!ok(error)) [[unlikely]]
    explain_refusal(launch);
  return answer(error);
}

// Attributes that are heeded, only tune, or ask for what a launch has anyway.
bool harmless(const cudaLaunchAttribute& attribute) {
  switch (attribute.id) {
    case cudaLaunchAttributeProgrammaticEvent:
    case cudaLaunchAttributeLaunchCompletionEvent:
    case cudaLaunchAttributeDeviceUpdatableKernelNode:
      return false;
    default:
      return true;
  }
}

}  // namespace

HEDDLE_API cudaError_t cudaLaunchKernel(const void* func, dim3 grid, dim3 block, void** args,
                                        size_t shared, cudaStream_t stream) {
  return launch(func, grid, block, args, shared, stream);
}

HEDDLE_API cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* func,
                                           void** args) {
  if (!config || (config->numAttrs && !config->attrs)) return answer(Error::kInvalidValue);
  bool cooperative = false;
  engine::Dim3 cluster{0, 0, 0};
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const cudaLaunchAttribute& attribute = config->attrs[i];
    if (!harmless(attribute)) {
      return not_supported("cudaLaunchKernelExC with an event attribute");
    }
    if (attribute.id == cudaLaunchAttributeCooperative) cooperative = attribute.val.cooperative;
    if (attribute.id == cudaLaunchAttributeClusterDimension) {
      const auto& size = attribute.val.clusterDim;
      if (!size.x || !size.y || !size.z) return answer(Error::kInvalidClusterSize);
      cluster = {size.x, size.y, size.z};
    }
  }
  return launch(func, config->gridDim, config->blockDim, args, config->dynamicSmemBytes,
                config->stream, cooperative, cluster);
}

HEDDLE_API cudaError_t cudaLaunchCooperativeKernel(const void* func, dim3 grid, dim3 block,
                                                   void** args, size_t shared,
                                                   cudaStream_t stream) {
  return launch(func, grid, block, args, shared, stream, true);
}

}  // namespace heddle::runtime
