// SPDX-License-Identifier: Apache-2.0
// Pinned host memory. All host memory is visible to kernels at its own address.
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

constexpr unsigned kAllocFlags =
    cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
constexpr unsigned kRegisterFlags = cudaHostRegisterPortable | cudaHostRegisterMapped |
                                    cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;

cudaError_t allocate(void** out, size_t size, unsigned flags) {
  return on_device_if_safe([&](Device& device) {
    if (!out || (flags & ~kAllocFlags)) return Error::kInvalidValue;
    return the_engine().host_memory().allocate(size, flags, device.ordinal, out);
  });
}

// Tools hear of the wait when the memory is gone: that it waits is no promise to who frees.
template <class Body>
Error after_all_devices(Body body) {
  engine::Engine& engine = the_engine();
  for (int i = 0; i < engine.device_count(); ++i) engine.device(i).streams.wait_untold();
  const Error error = body();
  for (int i = 0; i < engine.device_count(); ++i) {
    engine.scheduler().order_events().waited_for_device(i);
  }
  return error;
}

}  // namespace

HEDDLE_API cudaError_t cudaHostAlloc(void** out, size_t size, unsigned flags) {
  return allocate(out, size, flags);
}

HEDDLE_API cudaError_t cudaMallocHost(void** out, size_t size) {
  return allocate(out, size, cudaHostAllocDefault);
}

// What copies and kernels do with it comes first, as with cudaFree.
HEDDLE_API cudaError_t cudaFreeHost(void* address) {
  return on_device_if_safe([&](Device&) {
    if (!address) return Error::kSuccess;
    return after_all_devices([&] {
      const Error error = the_engine().host_memory().release(address);
      if (!ok(error)) the_engine().memory_events().refused(address);
      return error;
    });
  });
}

HEDDLE_API cudaError_t cudaHostRegister(void* address, size_t size, unsigned flags) {
  return on_device_if_safe([&](Device& device) {
    if (!address || size == 0 || (flags & ~kRegisterFlags)) return Error::kInvalidValue;
    // As the device attributes say.
    if (flags & (cudaHostRegisterIoMemory | cudaHostRegisterReadOnly)) return Error::kNotSupported;
    const auto row = the_engine().find(address);
    if (row && row->on_device()) return Error::kInvalidValue;
    return the_engine().host_memory().add(address, size, flags, device.ordinal);
  });
}

HEDDLE_API cudaError_t cudaHostUnregister(void* address) {
  return on_device_if_safe([&](Device&) {
    if (!address) return Error::kInvalidValue;
    return after_all_devices([&] { return the_engine().host_memory().remove(address); });
  });
}

HEDDLE_API cudaError_t cudaHostGetDevicePointer(void** out, void* host, unsigned flags) {
  return on_device([&](Device&) {
    if (!out || !host || flags != 0) return Error::kInvalidValue;
    if (!the_engine().host_memory().find(host)) return Error::kInvalidValue;
    *out = host;
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
  return on_device([&](Device&) {
    const auto row = the_engine().host_memory().find(host);
    if (!flags || !row || row->kind != engine::MemoryKind::kHost) return Error::kInvalidValue;
    // With unified addressing every pinned allocation is mapped.
    *flags = row->flags | cudaHostAllocMapped;
    return Error::kSuccess;
  });
}

}  // namespace heddle::runtime
