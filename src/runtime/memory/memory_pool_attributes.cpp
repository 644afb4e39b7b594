// SPDX-License-Identifier: Apache-2.0
// What is set and asked of pools.
#include "process/device_state.h"
#include "runtime/memory/pool.h"

namespace heddle::runtime {
namespace {

std::atomic<bool>* flag_of(Pool& pool, cudaMemPoolAttr attribute) {
  switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
      return &pool.follow_events;
    case cudaMemPoolReuseAllowOpportunistic:
      return &pool.opportunistic;
    case cudaMemPoolReuseAllowInternalDependencies:
      return &pool.internal_dependencies;
    default:
      return nullptr;
  }
}

bool is_on_host(const cudaMemLocation& location) {
  return location.type == cudaMemLocationTypeHost ||
         (location.type == cudaMemLocationTypeHostNuma && location.id == 0);
}

// The access of the own device, or of the host, cannot be taken away.
Error check_access(const Pool& pool, const cudaMemAccessDesc& wanted) {
  if (pool.is_host() && is_on_host(wanted.location)) {
    return wanted.flags == cudaMemAccessFlagsProtReadWrite ? Error::kSuccess : Error::kInvalidValue;
  }
  if (wanted.location.type != cudaMemLocationTypeDevice) return Error::kInvalidValue;
  if (!is_device(wanted.location.id)) return Error::kInvalidDevice;
  const bool known = wanted.flags == cudaMemAccessFlagsProtNone ||
                     wanted.flags == cudaMemAccessFlagsProtRead ||
                     wanted.flags == cudaMemAccessFlagsProtReadWrite;
  const bool own = !pool.is_host() && wanted.location.id == pool.device;
  const bool good = known && (!own || wanted.flags == cudaMemAccessFlagsProtReadWrite);
  return good ? Error::kSuccess : Error::kInvalidValue;
}

}  // namespace

HEDDLE_API cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t handle, cudaMemPoolAttr attribute,
                                               void* value) {
  Pool* pool = pool_of(handle);
  if (!pool || !value) return answer(Error::kInvalidValue);
  if (auto* flag = flag_of(*pool, attribute)) {
    *flag = *static_cast<const int*>(value) != 0;
    return cudaSuccess;
  }
  const auto bytes = *static_cast<const std::uint64_t*>(value);
  const bool high =
      attribute == cudaMemPoolAttrReservedMemHigh || attribute == cudaMemPoolAttrUsedMemHigh;
  if (high && bytes != 0) return answer(Error::kInvalidValue);
  switch (attribute) {
    case cudaMemPoolAttrReleaseThreshold:
      pool->release_threshold = bytes;
      return cudaSuccess;
    case cudaMemPoolAttrReservedMemHigh:
      pool->reset_reserved_high();
      return cudaSuccess;
    case cudaMemPoolAttrUsedMemHigh:
      pool->reset_used_high();
      return cudaSuccess;
    default:
      return answer(Error::kInvalidValue);
  }
}

HEDDLE_API cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t handle, cudaMemPoolAttr attribute,
                                               void* value) {
  Pool* pool = pool_of(handle);
  if (!pool || !value) return answer(Error::kInvalidValue);
  if (const auto* flag = flag_of(*pool, attribute)) {
    *static_cast<int*>(value) = *flag;
    return cudaSuccess;
  }
  auto* bytes = static_cast<std::uint64_t*>(value);
  switch (attribute) {
    case cudaMemPoolAttrReleaseThreshold:
      *bytes = pool->release_threshold;
      return cudaSuccess;
    case cudaMemPoolAttrReservedMemCurrent:
      *bytes = pool->reserved().now;
      return cudaSuccess;
    case cudaMemPoolAttrReservedMemHigh:
      *bytes = pool->reserved().high;
      return cudaSuccess;
    case cudaMemPoolAttrUsedMemCurrent:
      *bytes = pool->used().now;
      return cudaSuccess;
    case cudaMemPoolAttrUsedMemHigh:
      *bytes = pool->used().high;
      return cudaSuccess;
    default:
      return answer(Error::kInvalidValue);
  }
}

HEDDLE_API cudaError_t cudaMemPoolSetAccess(cudaMemPool_t handle, const cudaMemAccessDesc* list,
                                            size_t count) {
  Pool* pool = pool_of(handle);
  if (!pool || (!list && count)) return answer(Error::kInvalidValue);
  for (size_t i = 0; i < count; ++i) {
    if (Error error = check_access(*pool, list[i]); !ok(error)) return answer(error);
  }
  const std::lock_guard lock(pool->access_mutex);
  for (size_t i = 0; i < count; ++i) {
    if (list[i].location.type == cudaMemLocationTypeDevice)
      pool->access[list[i].location.id] = list[i].flags;
  }
  return cudaSuccess;
}

HEDDLE_API cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t handle,
                                            cudaMemLocation* location) {
  Pool* pool = pool_of(handle);
  if (!pool || !flags || !location) return answer(Error::kInvalidValue);
  if (pool->is_host() && is_on_host(*location)) {
    *flags = cudaMemAccessFlagsProtReadWrite;
    return cudaSuccess;
  }
  if (location->type != cudaMemLocationTypeDevice) return answer(Error::kInvalidValue);
  if (!is_device(location->id)) return answer(Error::kInvalidDevice);
  const std::lock_guard lock(pool->access_mutex);
  const auto set = pool->access.find(location->id);
  const bool own = !pool->is_host() && location->id == pool->device;
  *flags = own                         ? cudaMemAccessFlagsProtReadWrite
           : set == pool->access.end() ? cudaMemAccessFlagsProtNone
                                       : static_cast<cudaMemAccessFlags>(set->second);
  return cudaSuccess;
}

}  // namespace heddle::runtime
