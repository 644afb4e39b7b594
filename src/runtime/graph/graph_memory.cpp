// SPDX-License-Identifier: Apache-2.0
// Memory nodes, and stream-ordered allocation that is captured.
#include "process/device_state.h"
#include "runtime/graph/graph.h"
#include "runtime/memory/pool.h"

namespace heddle::runtime {
namespace {

using engine::AllocWork;
using engine::FreeWork;
using engine::GraphMemory;

// What the program gave, to be given back: with a list of its own.
struct Spelled {
  cudaMemAllocNodeParams params;
  std::vector<cudaMemAccessDesc> access;
};

Error read_access(const cudaMemAllocNodeParams& params, std::set<int>* peers) {
  for (size_t i = 0; i < params.accessDescCount; ++i) {
    const cudaMemAccessDesc& one = params.accessDescs[i];
    const bool known = one.flags == cudaMemAccessFlagsProtNone ||
                       one.flags == cudaMemAccessFlagsProtRead ||
                       one.flags == cudaMemAccessFlagsProtReadWrite;
    if (one.location.type != cudaMemLocationTypeDevice || !is_device(one.location.id) || !known) {
      return Error::kInvalidValue;
    }
    if (one.flags != cudaMemAccessFlagsProtNone) peers->insert(one.location.id);
  }
  return Error::kSuccess;
}

}  // namespace

Error describe_alloc(cudaMemAllocNodeParams* params, AllocWork* out) {
  if (!params || params->bytesize == 0 || (params->accessDescCount && !params->accessDescs)) {
    return Error::kInvalidValue;
  }
  const cudaMemPoolProps& pool = params->poolProps;
  const bool known = pool.allocType == cudaMemAllocationTypePinned &&
                     pool.handleTypes == cudaMemHandleTypeNone &&
                     pool.location.type == cudaMemLocationTypeDevice && is_device(pool.location.id);
  if (!known) return Error::kInvalidValue;
  GraphMemory& memory = the_engine().device(pool.location.id).graph_memory;
  std::set<int> peers;
  HEDDLE_RETURN_IF_ERROR(read_access(*params, &peers));
  if (Error error = memory.make(params->bytesize, std::move(peers), &out->block); !ok(error)) {
    return error;
  }
  params->dptr = out->block->address;
  const auto* list = params->accessDescs;
  out->spelling = Spelled{*params, {list, list + params->accessDescCount}};
  return Error::kSuccess;
}

Error describe_free(void* address, FreeWork* out) {
  const auto row = the_engine().find(address);
  if (!row || row->kind != engine::MemoryKind::kGraph) return Error::kInvalidValue;
  out->block = the_engine().device(row->device).graph_memory.find(address);
  return out->block ? Error::kSuccess : Error::kInvalidValue;
}

Error capture_malloc(Stream& stream, Pool& pool, void** out, size_t size) {
  cudaMemAllocNodeParams params{};
  params.poolProps.allocType = cudaMemAllocationTypePinned;
  params.poolProps.location = {cudaMemLocationTypeDevice, pool.device};
  params.bytesize = size;
  std::vector<cudaMemAccessDesc> access;  // as the pool has it now
  {
    const std::lock_guard lock(pool.access_mutex);
    for (const auto& [device, flags] : pool.access) {
      access.push_back(
          {{cudaMemLocationTypeDevice, device}, static_cast<cudaMemAccessFlags>(flags)});
    }
  }
  params.accessDescs = access.data();
  params.accessDescCount = access.size();
  AllocWork work;
  HEDDLE_RETURN_IF_ERROR(describe_alloc(&params, &work));
  const Error error = the_engine().captures().add(stream, std::move(work));
  if (ok(error)) *out = params.dptr;
  return error;
}

Error capture_free(Stream& stream, void* address) {
  FreeWork work;
  HEDDLE_RETURN_IF_ERROR(describe_free(address, &work));
  return the_engine().captures().add(stream, std::move(work));
}

Error release_graph_memory(Device& device, void* address) {
  const auto block = device.graph_memory.find(address);
  return block ? device.graph_memory.release(block) : Error::kInvalidValue;
}

HEDDLE_API cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* out, cudaGraph_t graph,
                                                const cudaGraphNode_t* dependencies, size_t count,
                                                cudaMemAllocNodeParams* params) {
  return on_graph([&] {
    AllocWork work;
    if (!graph_of(graph)) return Error::kInvalidValue;
    HEDDLE_RETURN_IF_ERROR(describe_alloc(params, &work));
    return add_node(out, graph, dependencies, count, std::move(work));
  });
}
HEDDLE_API cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
                                                      cudaMemAllocNodeParams* params) {
  return on_graph([&] {
    auto* work = work_of<AllocWork>(node);
    if (!work || !params) return Error::kInvalidValue;
    auto& spelled = *std::any_cast<Spelled>(&work->spelling);
    *params = spelled.params;
    params->accessDescs = spelled.access.empty() ? nullptr : spelled.access.data();
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* out, cudaGraph_t graph,
                                               const cudaGraphNode_t* dependencies, size_t count,
                                               void* address) {
  return on_graph([&] {
    FreeWork work;
    HEDDLE_RETURN_IF_ERROR(describe_free(address, &work));
    return add_node(out, graph, dependencies, count, std::move(work));
  });
}
HEDDLE_API cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* out) {
  return on_graph([&] {
    const auto* work = work_of<FreeWork>(node);
    if (!work || !out) return Error::kInvalidValue;
    *static_cast<void**>(out) = work->block->address;
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaDeviceGraphMemTrim(int device) {
  return on_graph([&] {
    if (!is_device(device)) return Error::kInvalidDevice;
    the_engine().device(device).graph_memory.trim();
    return Error::kSuccess;
  });
}

// All are 64-bit numbers of bytes.
HEDDLE_API cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType id,
                                                      void* value) {
  return on_graph([&] {
    if (!is_device(device)) return Error::kInvalidDevice;
    const GraphMemory& memory = the_engine().device(device).graph_memory;
    if (!value) return Error::kInvalidValue;
    auto& out = *static_cast<std::uint64_t*>(value);
    switch (id) {
      case cudaGraphMemAttrUsedMemCurrent:
        out = memory.used().now;
        return Error::kSuccess;
      case cudaGraphMemAttrUsedMemHigh:
        out = memory.used().high;
        return Error::kSuccess;
      case cudaGraphMemAttrReservedMemCurrent:
        out = memory.reserved().now;
        return Error::kSuccess;
      case cudaGraphMemAttrReservedMemHigh:
        out = memory.reserved().high;
        return Error::kSuccess;
    }
    return Error::kInvalidValue;
  });
}

// Only the high watermarks, and only back to what is now.
HEDDLE_API cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType id,
                                                      void* value) {
  return on_graph([&] {
    if (!is_device(device)) return Error::kInvalidDevice;
    const bool high = id == cudaGraphMemAttrUsedMemHigh || id == cudaGraphMemAttrReservedMemHigh;
    if (!value || !high || *static_cast<std::uint64_t*>(value) != 0) return Error::kInvalidValue;
    the_engine().device(device).graph_memory.forget_high(id == cudaGraphMemAttrUsedMemHigh);
    return Error::kSuccess;
  });
}

}  // namespace heddle::runtime
