// SPDX-License-Identifier: Apache-2.0
// Kernel nodes.
#include <cstring>
#include <utility>

#include "engine/graph/updatable_kernel.h"
#include "gpu/launch.h"
#include "process/device_state.h"
#include "process/func_kernel.h"
#include "process/func_launch.h"
#include "process/partition.h"
#include "runtime/graph/graph_node_calls.h"
#include "runtime/launch/launch_attributes.h"

namespace heddle::runtime {
namespace {

using engine::KernelWork;

engine::Dim3 dim(const dim3& d) {
  return {d.x, d.y, d.z};
}

dim3 dim(const engine::Dim3& d) {
  return {d.x, d.y, d.z};
}

bool launchable(const Device& device, const dim3& grid, const dim3& block) {
  return gpu::shape_problem(device.model, {grid.x, grid.y, grid.z}, {block.x, block.y, block.z}) ==
         gpu::LaunchProblem::kNone;
}

// Those that nodes do not have.
bool unknown(cudaLaunchAttributeID id) {
  switch (id) {
    case cudaLaunchAttributeIgnore:
    case cudaLaunchAttributeSynchronizationPolicy:
    case cudaLaunchAttributeProgrammaticStreamSerialization:
    case cudaLaunchAttributeProgrammaticEvent:
    case cudaLaunchAttributeLaunchCompletionEvent:
      return true;
    default:
      return id < 0 || id > cudaLaunchAttributePreferredSharedMemoryCarveout;
  }
}

// A grid that the device would not hold is refused where it becomes cooperative.
Error check_cooperative(const KernelWork& work) {
  return check_resident(engine::launch_of(work));
}

}  // namespace

Error describe(const cudaKernelNodeParams& params, KernelWork* out) {
  Device& device = current_device();
  Kernel kernel;
  HEDDLE_RETURN_IF_ERROR(find_kernel(params.func, device, &kernel));
  if (!launchable(device, params.gridDim, params.blockDim)) return Error::kInvalidValue;
  std::vector<void*> values;
  if (params.extra) {
    if (params.kernelParams) return Error::kInvalidValue;
    if (Error e = read_extra(params.extra, *kernel.record, &values); !ok(e)) return e;
  } else if (!params.kernelParams && !kernel.record->params.empty()) {
    return Error::kInvalidValue;
  }
  out->function = kernel.function;
  out->device = &device;
  out->partition = current_partition(device);
  out->grid = dim(params.gridDim);
  out->block = dim(params.blockDim);
  out->dynamic_shared = params.sharedMemBytes;
  out->parameters = std::make_shared<engine::Parameters>(
      *kernel.record, params.extra ? values.data() : params.kernelParams);
  return check_cooperative(*out);
}

Error with_attributes_of(cudaGraphNode_t node, KernelWork* work) {
  const auto* kept = work_of<KernelWork>(node);
  if (!kept) return Error::kInvalidValue;
  static_cast<engine::KernelAttributes&>(*work) = *kept;
  return Error::kSuccess;
}

cudaGraphDeviceNode_t device_handle(const KernelWork& work) {
  return reinterpret_cast<cudaGraphDeviceNode_t>(work.updatable.get());
}

Error make_updatable(int asked, KernelWork* work) {
  if (asked != 0 && asked != 1) return Error::kInvalidValue;
  if (asked == 0) return work->updatable ? Error::kNotSupported : Error::kSuccess;
  if (!work->updatable) {
    work->updatable = engine::UpdatableKernel::make(the_engine().graphs());
  }
  return Error::kSuccess;
}

HEDDLE_API cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* out, cudaGraph_t graph,
                                              const cudaGraphNode_t* dependencies, size_t count,
                                              const cudaKernelNodeParams* params) {
  return add_described<KernelWork>(out, graph, dependencies, count, [&](KernelWork* work) {
    return params ? describe(*params, work) : Error::kInvalidValue;
  });
}

HEDDLE_API cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node,
                                                    cudaKernelNodeParams* params) {
  return on_graph([&] {
    const auto* work = work_of<KernelWork>(node);
    if (!work || !params) return Error::kInvalidValue;
    *params = {const_cast<void*>(work->function->host),
               dim(work->grid),
               dim(work->block),
               static_cast<unsigned>(work->dynamic_shared),
               work->parameters->values(),
               nullptr};
    return Error::kSuccess;
  });
}

// The attributes stay.
static auto changed_by(const cudaKernelNodeParams* params, cudaGraphNode_t node) {
  return [=](KernelWork* work) {
    if (!params) return Error::kInvalidValue;
    HEDDLE_RETURN_IF_ERROR(with_attributes_of(node, work));
    return describe(*params, work);
  };
}

HEDDLE_API cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                                    const cudaKernelNodeParams* params) {
  return set_described<KernelWork>(node, changed_by(params, node));
}

HEDDLE_API cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                        const cudaKernelNodeParams* params) {
  return set_described<KernelWork>(exec, node, changed_by(params, node));
}

HEDDLE_API cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node,
                                                       cudaLaunchAttributeID id,
                                                       const cudaLaunchAttributeValue* value) {
  return on_graph([&] {
    auto* work = work_of<KernelWork>(node);
    if (!work || !value || unknown(id)) return Error::kInvalidValue;
    if (id == cudaLaunchAttributeDeviceUpdatableKernelNode) {
      return make_updatable(value->deviceUpdatableKernelNode.deviceUpdatable, work);
    }
    LaunchAttributes read;
    cudaLaunchAttribute attribute{};
    attribute.id = id;
    attribute.val = *value;
    const gpu::Model& model = device_state(work->device->ordinal).model;
    HEDDLE_RETURN_IF_ERROR(read_attribute(model, attribute, &read));
    if (id == cudaLaunchAttributeCooperative) {
      const bool before = std::exchange(work->cooperative, read.cooperative);
      if (Error error = check_cooperative(*work); !ok(error)) {
        work->cooperative = before;
        return error;
      }
    }
    if (id == cudaLaunchAttributeClusterDimension) work->cluster = read.cluster;
    if (read.priority) {
      work->priority = *read.priority;
      work->asked_priority = value->priority;
    }
    if (read.window) work->window = *read.window;
    std::memcpy(work->attributes[id].data(), value, sizeof *value);
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node,
                                                       cudaLaunchAttributeID id,
                                                       cudaLaunchAttributeValue* value) {
  return on_graph([&] {
    const auto* work = work_of<KernelWork>(node);
    if (!work || !value || unknown(id)) return Error::kInvalidValue;
    *value = {};
    if (const auto kept = work->attributes.find(id); kept != work->attributes.end()) {
      std::memcpy(value, kept->second.data(), sizeof *value);
    }
    // What a captured launch had.
    if (id == cudaLaunchAttributeCooperative) value->cooperative = work->cooperative;
    if (id == cudaLaunchAttributePriority) value->priority = work->priority;
    if (id == cudaLaunchAttributeAccessPolicyWindow) {
      value->accessPolicyWindow = window_of(work->window);
    }
    if (id == cudaLaunchAttributeDeviceUpdatableKernelNode) {
      value->deviceUpdatableKernelNode = {work->updatable != nullptr, device_handle(*work)};
    }
    if (id == cudaLaunchAttributeClusterDimension) {
      value->clusterDim = {work->cluster.x, work->cluster.y, work->cluster.z};
    }
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t from, cudaGraphNode_t to) {
  return on_graph([&] {
    auto* work = work_of<KernelWork>(to);
    if (!work) return Error::kInvalidValue;
    KernelWork changed = *work;
    HEDDLE_RETURN_IF_ERROR(with_attributes_of(from, &changed));
    if (work->updatable || changed.updatable) return Error::kNotSupported;
    HEDDLE_RETURN_IF_ERROR(check_cooperative(changed));
    *work = std::move(changed);
    return Error::kSuccess;
  });
}

}  // namespace heddle::runtime
