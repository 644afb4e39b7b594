// SPDX-License-Identifier: Apache-2.0
// Device management: cudaDeviceGetAttribute.
#include <limits>
#include <string>

#include "gpu/cluster.h"
#include "process/device_state.h"
#include "runtime/device/device_facts.h"
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

std::optional<int> as_int(std::int64_t value) {
  // A size that an int cannot hold is reported as the largest that it can.
  return static_cast<int>(std::min<std::int64_t>(value, std::numeric_limits<int>::max()));
}
std::optional<int> as_int(const std::optional<std::int64_t>& value) {
  return value ? as_int(*value) : std::nullopt;
}

}  // namespace

Attribute device_attribute(const gpu::Model& m, int ordinal, cudaDeviceAttr attribute) {
  switch (attribute) {
#define HEDDLE_ATTRIBUTE(enumerator, value) \
  case cudaDevAttr##enumerator:             \
    return {true, "cudaDevAttr" #enumerator, as_int(value)};
#include "runtime/device/device_attributes.inc"
#undef HEDDLE_ATTRIBUTE
    default:
      return {};
  }
}

HEDDLE_API cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  if (!value) return answer(Error::kInvalidValue);
  if (!is_device(device)) return answer(Error::kInvalidDevice);
  const gpu::Model& model = device_state(device).model;
  const Attribute found = device_attribute(model, device, attribute);
  if (!found.exists) return answer(Error::kInvalidValue);
  if (!found.value) {
    return not_supported(
        (std::string(found.name) + " is not known for " + model.name + ", so it").c_str());
  }
  *value = *found.value;
  return cudaSuccess;
}

}  // namespace heddle::runtime
