// SPDX-License-Identifier: Apache-2.0
// Stream-ordered allocation, and the pools that it is made from.
#include "engine/base/foreign_file.h"
#include "engine/memory/pool.h"
#include "process/device_state.h"
#include "runtime/graph/graph.h"
#include "runtime/memory/pool.h"

namespace heddle::runtime {
namespace {

Error allocate(void** out, size_t size, Pool& pool, Stream& stream) {
  if (!out) return Error::kInvalidValue;
  // Allocation nodes are of device memory.
  if (stream.is_capturing() && pool.is_host()) return the_engine().captures().refuse(stream);
  return stream.is_capturing() ? capture_malloc(stream, pool, out, size)
                               : pool.allocate(size, stream, out);
}

// Pinned memory of a device or of the host; of a kind that processes can pass on, or not.
Error check(const cudaMemPoolProps& wanted) {
  const bool known_handles = wanted.handleTypes == cudaMemHandleTypeNone ||
                             wanted.handleTypes == cudaMemHandleTypePosixFileDescriptor;
  if (wanted.allocType != cudaMemAllocationTypePinned) return Error::kInvalidValue;
  if (wanted.location.type == cudaMemLocationTypeDevice) {
    if (!is_device(wanted.location.id)) return Error::kInvalidDevice;
    return known_handles ? Error::kSuccess : Error::kNotSupported;
  }
  // Memory that is anywhere on the host is not passed on.
  if (wanted.location.type == cudaMemLocationTypeHost) {
    return wanted.handleTypes == cudaMemHandleTypeNone ? Error::kSuccess : Error::kInvalidValue;
  }
  if (wanted.location.type != cudaMemLocationTypeHostNuma) return Error::kInvalidValue;
  if (wanted.location.id != 0) return Error::kInvalidDevice;  // there is one node here
  return known_handles ? Error::kSuccess : Error::kNotSupported;
}

// Null: there is no such place.
engine::Pools* pools_at(const cudaMemLocation& location) {
  switch (location.type) {
    case cudaMemLocationTypeDevice:
      return is_device(location.id) ? &the_engine().device(location.id).pools : nullptr;
    case cudaMemLocationTypeHost:
      return &the_engine().host_pools(false);
    case cudaMemLocationTypeHostNuma:
      return location.id == 0 ? &the_engine().host_pools(true) : nullptr;
    default:
      return nullptr;
  }
}

// Of pinned memory; managed memory has no pools here.
Error check(const void* pool, const cudaMemLocation* location, cudaMemAllocationType type) {
  if (!pool || !location) return Error::kInvalidValue;
  if (type != cudaMemAllocationTypePinned) return Error::kInvalidValue;
  if (location->type == cudaMemLocationTypeDevice && !is_device(location->id))
    return Error::kInvalidDevice;
  return pools_at(*location) ? Error::kSuccess : Error::kInvalidValue;
}

}  // namespace

Pool* pool_of(cudaMemPool_t handle) {
  auto* pool = reinterpret_cast<Pool*>(handle);
  return the_engine().pools_of(pool) ? pool : nullptr;
}

HEDDLE_API cudaError_t cudaMallocAsync(void** out, size_t size, cudaStream_t stream) {
  return on_stream(stream,
                   [&](Stream& s) { return allocate(out, size, s.device.pools.current(), s); });
}

HEDDLE_API cudaError_t cudaMallocFromPoolAsync(void** out, size_t size, cudaMemPool_t handle,
                                               cudaStream_t stream) {
  return on_stream(stream, [&](Stream& s) {
    Pool* pool = pool_of(handle);
    return pool ? allocate(out, size, *pool, s) : Error::kInvalidValue;
  });
}

HEDDLE_API cudaError_t cudaFreeAsync(void* address, cudaStream_t stream) {
  return on_stream(stream, [&](Stream& s) {
    const auto row = the_engine().find(address);
    if (!row) {
      the_engine().memory_events().refused(address);
      return Error::kInvalidValue;
    }
    if (s.is_capturing()) return capture_free(s, address);
    // In the order of launches and calls.
    if (row->kind == engine::MemoryKind::kGraph) return release_graph_memory(s.device, address);
    const Error error = the_engine().release(address, s);
    if (error == Error::kInvalidValue) the_engine().memory_events().refused(address);
    return error;
  });
}

HEDDLE_API cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* out, int device) {
  if (!out) return answer(Error::kInvalidValue);
  if (!is_device(device)) return answer(Error::kInvalidDevice);
  *out = handle_of(the_engine().device(device).pools.standard());
  return cudaSuccess;
}

HEDDLE_API cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* out, int device) {
  if (!out) return answer(Error::kInvalidValue);
  if (!is_device(device)) return answer(Error::kInvalidDevice);
  *out = handle_of(the_engine().device(device).pools.current());
  return cudaSuccess;
}

HEDDLE_API cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t handle) {
  if (!is_device(device)) return answer(Error::kInvalidDevice);
  Pool* pool = pool_of(handle);
  const bool good =
      pool && !pool->is_host() && the_engine().device(device).pools.make_current(*pool);
  return answer(good ? Error::kSuccess : Error::kInvalidValue);
}

HEDDLE_API cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t* out, cudaMemLocation* location,
                                                cudaMemAllocationType type) {
  if (Error error = check(out, location, type); !ok(error)) return answer(error);
  *out = handle_of(pools_at(*location)->standard());
  return cudaSuccess;
}

HEDDLE_API cudaError_t cudaMemGetMemPool(cudaMemPool_t* out, cudaMemLocation* location,
                                         cudaMemAllocationType type) {
  if (Error error = check(out, location, type); !ok(error)) return answer(error);
  *out = handle_of(pools_at(*location)->current());
  return cudaSuccess;
}

HEDDLE_API cudaError_t cudaMemSetMemPool(cudaMemLocation* location, cudaMemAllocationType type,
                                         cudaMemPool_t handle) {
  Pool* pool = pool_of(handle);
  if (Error error = check(pool, location, type); !ok(error)) return answer(error);
  engine::Pools* pools = pools_at(*location);
  const bool good = the_engine().pools_of(pool) == pools && pools->make_current(*pool);
  return answer(good ? Error::kSuccess : Error::kInvalidValue);
}

HEDDLE_API cudaError_t cudaMemPoolCreate(cudaMemPool_t* out, const cudaMemPoolProps* wanted) {
  return on_device([&](Device&) {
    if (!out || !wanted) return Error::kInvalidValue;
    HEDDLE_RETURN_IF_ERROR(check(*wanted));
    int file = -1;
    if (wanted->handleTypes == cudaMemHandleTypePosixFileDescriptor) {
      const bool host = wanted->location.type != cudaMemLocationTypeDevice;
      const std::string name =
          (host ? kHostPoolFile : kPoolFile) + std::to_string(wanted->location.id);
      file = engine::make_memory_file(name.c_str(), 0);
      if (file < 0) return Error::kMemoryAllocation;
    }
    engine::Pools& pools = *pools_at(wanted->location);
    *out = handle_of(*pools.create(Pool::Origin::kExplicit, file, wanted->maxSize));
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaMemPoolDestroy(cudaMemPool_t handle) {
  Pool* pool = pool_of(handle);
  if (!pool || pool->origin == Pool::Origin::kDefault) return answer(Error::kInvalidValue);
  the_engine().pools_of(pool)->destroy(*pool);
  return cudaSuccess;
}

HEDDLE_API cudaError_t cudaMemPoolTrimTo(cudaMemPool_t handle, size_t keep) {
  Pool* pool = pool_of(handle);
  if (!pool) return answer(Error::kInvalidValue);
  pool->trim(keep);
  return cudaSuccess;
}

}  // namespace heddle::runtime
