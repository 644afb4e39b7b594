// SPDX-License-Identifier: Apache-2.0
// Device memory: allocation and release.
#include <limits>

#include "runtime/graph/graph.h"
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

// What devices of compute capability 7.5 and above report as texture alignment.
constexpr std::size_t kPitchAlign = 512;

Error allocate(Device& device, void** out, std::size_t size, engine::MemoryKind kind) {
  return device.arena.allocate(size, kind, out);
}

// A product of sizes that does not fit in 64 bits is more memory than there is.
bool multiply(std::size_t a, std::size_t b, std::size_t* out) {
  return !__builtin_mul_overflow(a, b, out);
}

Error allocate_pitched(Device& device, void** out, std::size_t* pitch, std::size_t width,
                       std::size_t rows) {
  if (width > std::numeric_limits<std::size_t>::max() - kPitchAlign) {
    return Error::kMemoryAllocation;
  }
  *pitch = (width + kPitchAlign - 1) / kPitchAlign * kPitchAlign;
  std::size_t size = 0;
  if (!multiply(*pitch, rows, &size)) return Error::kMemoryAllocation;
  return allocate(device, out, size, engine::MemoryKind::kDevice);
}

Error release(void* address) {
  if (!address) return Error::kSuccess;
  const auto row = the_engine().find(address);
  if (row && row->kind == engine::MemoryKind::kGraph) {
    return release_graph_memory(the_engine().device(row->device), address);
  }
  const Error error = the_engine().release(address);
  if (error == Error::kInvalidValue) the_engine().memory_events().refused(address);
  return error;
}

}  // namespace

HEDDLE_API cudaError_t cudaMalloc(void** out, size_t size) {
  return on_device_if_safe([&](Device& device) {
    if (!out) return Error::kInvalidValue;
    return allocate(device, out, size, engine::MemoryKind::kDevice);
  });
}

HEDDLE_API cudaError_t cudaMallocManaged(void** out, size_t size, unsigned flags) {
  return on_device_if_safe([&](Device& device) {
    const bool known = flags == cudaMemAttachGlobal || flags == cudaMemAttachHost;
    if (!out || size == 0 || !known) return Error::kInvalidValue;
    return allocate(device, out, size, engine::MemoryKind::kManaged);
  });
}

HEDDLE_API cudaError_t cudaMallocPitch(void** out, size_t* pitch, size_t width, size_t height) {
  return on_device_if_safe([&](Device& device) {
    if (!out || !pitch) return Error::kInvalidValue;
    return allocate_pitched(device, out, pitch, width, height);
  });
}

HEDDLE_API cudaError_t cudaMalloc3D(cudaPitchedPtr* out, cudaExtent extent) {
  return on_device_if_safe([&](Device& device) {
    if (!out) return Error::kInvalidValue;
    std::size_t rows = 0;
    if (!multiply(extent.height, extent.depth, &rows)) return Error::kMemoryAllocation;
    cudaPitchedPtr made{nullptr, 0, extent.width, extent.height};
    const Error error = allocate_pitched(device, &made.ptr, &made.pitch, extent.width, rows);
    if (ok(error)) *out = made;
    return error;
  });
}

HEDDLE_API cudaError_t cudaFree(void* address) {
  return on_device_if_safe([&](Device& device) {
    // Nobody uses it any more.
    engine::wait_for_all(device);
    const auto row = the_engine().find(address);
    if (row && row->device != device.ordinal)
      engine::wait_for_all(the_engine().device(row->device));
    device.printf.flush();
    HEDDLE_RETURN_IF_ERROR(device.status());
    return release(address);
  });
}

}  // namespace heddle::runtime
