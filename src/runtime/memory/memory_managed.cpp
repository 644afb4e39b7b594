// SPDX-License-Identifier: Apache-2.0
// What the program says of managed memory. It is plain memory that both sides see: what is said
// changes nothing, is kept to be answered (memory_range.cpp), and refused where it is wrong.
#include "process/device_state.h"
#include "runtime/memory/managed.h"

namespace heddle::runtime {
namespace {

using engine::Advice;
using engine::Location;

std::uintptr_t number(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address);
}

// The host's number counts only where it names a NUMA node.
cudaMemLocation location_of(int device) {
  if (device == cudaCpuDeviceId) return {cudaMemLocationTypeHost, 0};
  return {cudaMemLocationTypeDevice, device};
}
Location kept(const cudaMemLocation& location) {
  const bool numbered =
      location.type == cudaMemLocationTypeDevice || location.type == cudaMemLocationTypeHostNuma;
  return {location.type, numbered ? location.id : 0};
}

}  // namespace

Error check_managed(const void* address, size_t count) {
  if (!address || count == 0) return Error::kInvalidValue;
  const auto row = the_engine().find(address);
  const bool inside = row && row->is_managed() && row->contains(number(address), count);
  return inside ? Error::kSuccess : Error::kInvalidValue;
}

Error check_location(const cudaMemLocation& location) {
  switch (location.type) {
    case cudaMemLocationTypeDevice:
      return is_device(location.id) ? Error::kSuccess : Error::kInvalidDevice;
    case cudaMemLocationTypeHostNuma:
      return location.id == 0 ? Error::kSuccess : Error::kInvalidDevice;
    case cudaMemLocationTypeHost:
    case cudaMemLocationTypeHostNumaCurrent:
      return Error::kSuccess;
    default:
      return Error::kInvalidValue;
  }
}

void prefetched(const void* address, size_t count, const cudaMemLocation& location) {
  the_engine().advice().change(number(address), count,
                               [&](Advice& advice) { advice.last_prefetch = kept(location); });
  const bool to_device = location.type == cudaMemLocationTypeDevice;
  the_engine().memory_events().moved(number(address), count, to_device ? location.id : -1);
}

namespace {

Error advise(const void* address, size_t count, cudaMemoryAdvise advice,
             const cudaMemLocation& location) {
  const bool names_location =
      advice == cudaMemAdviseSetPreferredLocation || advice >= cudaMemAdviseSetAccessedBy;
  if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy) {
    return Error::kInvalidValue;
  }
  if (names_location) {
    HEDDLE_RETURN_IF_ERROR(check_location(location));
    const bool numa = location.type == cudaMemLocationTypeHostNuma ||
                      location.type == cudaMemLocationTypeHostNumaCurrent;
    if (numa && advice >= cudaMemAdviseSetAccessedBy) return Error::kInvalidValue;
  }
  HEDDLE_RETURN_IF_ERROR(check_managed(address, count));
  the_engine().advice().change(number(address), count, [&](Advice& kept_advice) {
    switch (advice) {
      case cudaMemAdviseSetReadMostly:
      case cudaMemAdviseUnsetReadMostly:
        kept_advice.read_mostly = advice == cudaMemAdviseSetReadMostly;
        break;
      case cudaMemAdviseSetPreferredLocation:
        kept_advice.preferred = kept(location);
        break;
      case cudaMemAdviseUnsetPreferredLocation:
        kept_advice.preferred = {};
        break;
      case cudaMemAdviseSetAccessedBy:
        kept_advice.accessed_by.insert(kept(location));
        break;
      case cudaMemAdviseUnsetAccessedBy:
        kept_advice.accessed_by.erase(kept(location));
        break;
    }
  });
  return Error::kSuccess;
}

Error prefetch(const void* address, size_t count, const cudaMemLocation& location) {
  HEDDLE_RETURN_IF_ERROR(check_location(location));
  HEDDLE_RETURN_IF_ERROR(check_managed(address, count));
  prefetched(address, count, location);
  return Error::kSuccess;
}

}  // namespace

HEDDLE_API cudaError_t cudaMemPrefetchAsync(const void* address, size_t count, int device,
                                            cudaStream_t stream) {
  return on_stream(stream, [&](Stream& s) {
    if (s.is_capturing()) return the_engine().captures().refuse(s);
    return prefetch(address, count, location_of(device));
  });
}

HEDDLE_API cudaError_t cudaMemPrefetchAsync_v2(const void* address, size_t count,
                                               cudaMemLocation location, unsigned flags,
                                               cudaStream_t stream) {
  return on_stream(stream, [&](Stream& s) {
    if (s.is_capturing()) return the_engine().captures().refuse(s);
    return flags ? Error::kInvalidValue : prefetch(address, count, location);
  });
}

HEDDLE_API cudaError_t cudaMemAdvise(const void* address, size_t count, cudaMemoryAdvise advice,
                                     int device) {
  return on_device([&](Device&) { return advise(address, count, advice, location_of(device)); });
}

HEDDLE_API cudaError_t cudaMemAdvise_v2(const void* address, size_t count, cudaMemoryAdvise advice,
                                        cudaMemLocation location) {
  return on_device([&](Device&) { return advise(address, count, advice, location); });
}

// All managed memory is visible to host and device at all times.
HEDDLE_API cudaError_t cudaStreamAttachMemAsync(cudaStream_t handle, void* address, size_t length,
                                                unsigned flags) {
  return on_stream(handle, [&](Stream& stream) {
    if (stream.is_capturing()) return the_engine().captures().refuse(stream);
    const bool known =
        flags == cudaMemAttachGlobal || flags == cudaMemAttachHost || flags == cudaMemAttachSingle;
    if (!known || !address) return Error::kInvalidValue;
    const auto row = the_engine().find(address);
    if (!row || !row->is_managed()) return Error::kInvalidValue;
    // The whole allocation, which may be said with 0.
    if (row->base != number(address) || (length != 0 && length != row->size)) {
      return Error::kInvalidValue;
    }
    const bool everybodys = stream.kind == Stream::Kind::kLegacyDefault;
    return flags == cudaMemAttachSingle && everybodys ? Error::kInvalidValue : Error::kSuccess;
  });
}

}  // namespace heddle::runtime
