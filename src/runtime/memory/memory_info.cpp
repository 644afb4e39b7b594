// SPDX-License-Identifier: Apache-2.0
// How much memory there is, and what a pointer points to.
#include <algorithm>

#include "process/device_state.h"
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

cudaMemoryType type_of(engine::MemoryKind kind) {
  switch (kind) {
    case engine::MemoryKind::kDevice:
    case engine::MemoryKind::kModule:
    case engine::MemoryKind::kGraph:
      return cudaMemoryTypeDevice;
    case engine::MemoryKind::kManagedVariable:
    case engine::MemoryKind::kManaged:
      return cudaMemoryTypeManaged;
    default:
      return cudaMemoryTypeHost;
  }
}

}  // namespace

// `total` is that of the GPU model; `free` is also bounded by what this host can give.
HEDDLE_API cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  return on_device([&](Device& device) {
    if (!free || !total) return Error::kInvalidValue;
    *total = device.arena.capacity();
    *free = std::min<size_t>(device.arena.available(), *total);
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes,
                                                const void* pointer) {
  return on_device([&](Device& device) {
    if (!attributes) return Error::kInvalidValue;
    *attributes = {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, nullptr};
    const auto row = the_engine().find(pointer);
    if (!row || row->kind == engine::MemoryKind::kArray) {
      attributes->hostPointer = const_cast<void*>(pointer);
      return Error::kSuccess;
    }
    attributes->type = type_of(row->kind);
    attributes->device = row->device;
    // Null where the current device cannot access it.
    if (may_access(device.ordinal, *row)) attributes->devicePointer = const_cast<void*>(pointer);
    if (row->on_host()) attributes->hostPointer = const_cast<void*>(pointer);
    return Error::kSuccess;
  });
}

}  // namespace heddle::runtime
