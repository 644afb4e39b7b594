// SPDX-License-Identifier: Apache-2.0
// Execution control: launches.
#include "process/device_state.h"
#include "process/func_launch.h"
#include "process/partition.h"
#include "runtime/graph/graph.h"
#include "runtime/launch/launch_attributes.h"

namespace heddle::runtime {
namespace {

engine::Dim3 dim(const dim3& d) {
  return {d.x, d.y, d.z};
}

// The launch has become a node of a capture, and device code may change that.
Error give_node(Stream& stream, cudaLaunchAttributeValue* asked) {
  const engine::CaptureInfo info = the_engine().captures().info(stream);
  auto* work = info.last.empty() ? nullptr : std::get_if<engine::KernelWork>(&info.last[0]->work);
  if (!work) return Error::kInvalidValue;
  HEDDLE_RETURN_IF_ERROR(make_updatable(asked->deviceUpdatableKernelNode.deviceUpdatable, work));
  asked->deviceUpdatableKernelNode.devNode = device_handle(*work);
  return Error::kSuccess;
}

cudaError_t launch(const void* host, dim3 grid, dim3 block, void** args, size_t shared,
                   cudaStream_t handle, const LaunchAttributes* attributes = nullptr) {
  thread_state().has_primary = true;
  engine::Launch launch;
  if (Error error = stream_of(handle, &launch.stream); !ok(error)) [[unlikely]]
    return answer(error);
  // CUDA C++ Programming Guide, "Stream and Event Behavior": copies go into any device's streams.
  if (&launch.stream->device != &current_device()) [[unlikely]]
    return answer(Error::kInvalidResourceHandle);
  if (Error error = launch.stream->device.status(); !ok(error)) [[unlikely]]
    return answer(error);
  launch.function = context().registry.find_function(host);
  if (!launch.function) [[unlikely]]
    return answer(Error::kInvalidDeviceFunction);
  launch.partition =
      is_default(handle) ? current_partition(launch.stream->device) : launch.stream->partition;
  launch.grid = dim(grid);
  launch.block = dim(block);
  launch.args = args;
  launch.dynamic_shared = shared;
  if (launch.stream->has_window()) [[unlikely]]
    launch.window = launch.stream->attributes().window;
  if (attributes) {
    launch.cluster = attributes->cluster;
    launch.cooperative = attributes->cooperative;
    launch.priority = attributes->priority;
    launch.overlaps = attributes->overlaps;
    if (attributes->window) launch.window = *attributes->window;
  }
  cudaLaunchAttributeValue* const node = attributes ? attributes->node : nullptr;
  if (node && !launch.stream->is_capturing()) return answer(Error::kNotSupported);
  if (Error error = check_resident(launch); !ok(error)) [[unlikely]]
    return answer(error);
  const Error error = the_engine().launch(launch);
  if (ok(error) && node) return answer(give_node(*launch.stream, node));
  if (ok(error) && attributes && attributes->event) {
    return answer(record(*attributes->event, *launch.stream));
  }
  return answer(error);
}

}  // namespace

HEDDLE_API cudaError_t cudaLaunchKernel(const void* func, dim3 grid, dim3 block, void** args,
                                        size_t shared, cudaStream_t stream) {
  return launch(func, grid, block, args, shared, stream);
}

HEDDLE_API cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* func,
                                           void** args) {
  if (!config || (config->numAttrs && !config->attrs)) return answer(Error::kInvalidValue);
  const gpu::Model& model = current_state().model;
  LaunchAttributes attributes;
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    if (Error error = read_attribute(model, config->attrs[i], &attributes); !ok(error)) {
      return answer(error);
    }
    if (config->attrs[i].id == cudaLaunchAttributeDeviceUpdatableKernelNode) {
      attributes.node = &config->attrs[i].val;
    }
  }
  if (Error error = check_clusters(attributes); !ok(error)) return answer(error);
  return launch(func, config->gridDim, config->blockDim, args, config->dynamicSmemBytes,
                config->stream, &attributes);
}

HEDDLE_API cudaError_t cudaLaunchCooperativeKernel(const void* func, dim3 grid, dim3 block,
                                                   void** args, size_t shared,
                                                   cudaStream_t stream) {
  LaunchAttributes attributes;
  attributes.cooperative = true;
  return launch(func, grid, block, args, shared, stream, &attributes);
}

}  // namespace heddle::runtime
