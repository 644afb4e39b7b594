// SPDX-License-Identifier: Apache-2.0
// What is known of ranges of managed memory.
#include <cstdint>

#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

using engine::Advice;
using engine::Location;

// As the first forms of the calls name locations: the host is a device, too.
int device_of(const Location& location) {
  switch (location.type) {
    case cudaMemLocationTypeDevice:
      return location.id;
    case cudaMemLocationTypeHost:
      return cudaCpuDeviceId;
    default:
      return cudaInvalidDeviceId;
  }
}

int answer_of(const Advice& advice, cudaMemRangeAttribute attribute) {
  switch (attribute) {
    case cudaMemRangeAttributeReadMostly:
      return advice.read_mostly;
    case cudaMemRangeAttributePreferredLocation:
      return device_of(advice.preferred);
    case cudaMemRangeAttributeLastPrefetchLocation:
      return device_of(advice.last_prefetch);
    case cudaMemRangeAttributePreferredLocationType:
      return advice.preferred.type;
    case cudaMemRangeAttributePreferredLocationId:
      return advice.preferred.id;
    case cudaMemRangeAttributeLastPrefetchLocationType:
      return advice.last_prefetch.type;
    default:
      return advice.last_prefetch.id;
  }
}

Error check(const void* data, size_t size, cudaMemRangeAttribute attribute) {
  if (!data) return Error::kInvalidValue;
  if (attribute == cudaMemRangeAttributeAccessedBy) {
    return size && size % sizeof(int) == 0 ? Error::kSuccess : Error::kInvalidValue;
  }
  const bool known = attribute >= cudaMemRangeAttributeReadMostly &&
                     attribute <= cudaMemRangeAttributeLastPrefetchLocationId;
  return known && size == sizeof(int) ? Error::kSuccess : Error::kInvalidValue;
}

void write(const Advice& advice, void* data, size_t size, cudaMemRangeAttribute attribute) {
  auto* numbers = static_cast<int*>(data);
  if (attribute != cudaMemRangeAttributeAccessedBy) {
    *numbers = answer_of(advice, attribute);
    return;
  }
  auto who = advice.accessed_by.begin();
  for (size_t i = 0; i < size / sizeof(int); ++i) {
    numbers[i] = who == advice.accessed_by.end() ? cudaInvalidDeviceId : device_of(*who++);
  }
}

Error look_up(const void* address, size_t count, Advice* out) {
  const auto row = the_engine().find(address);
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  const bool inside = count && row && row->is_managed() && row->contains(number, count);
  if (!inside) return Error::kInvalidValue;
  *out = the_engine().advice().of(number, count);
  return Error::kSuccess;
}

}  // namespace

HEDDLE_API cudaError_t cudaMemRangeGetAttribute(void* data, size_t size,
                                                cudaMemRangeAttribute attribute,
                                                const void* address, size_t count) {
  return on_device([&](Device&) {
    Advice advice;
    HEDDLE_RETURN_IF_ERROR(check(data, size, attribute));
    HEDDLE_RETURN_IF_ERROR(look_up(address, count, &advice));
    write(advice, data, size, attribute);
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaMemRangeGetAttributes(void** data, size_t* sizes,
                                                 cudaMemRangeAttribute* attributes,
                                                 size_t attribute_count, const void* address,
                                                 size_t count) {
  return on_device([&](Device&) {
    if (!data || !sizes || !attributes || !attribute_count) return Error::kInvalidValue;
    for (size_t i = 0; i < attribute_count; ++i) {
      HEDDLE_RETURN_IF_ERROR(check(data[i], sizes[i], attributes[i]));
    }
    Advice advice;
    HEDDLE_RETURN_IF_ERROR(look_up(address, count, &advice));
    for (size_t i = 0; i < attribute_count; ++i) write(advice, data[i], sizes[i], attributes[i]);
    return Error::kSuccess;
  });
}

}  // namespace heddle::runtime
