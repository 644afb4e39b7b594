// SPDX-License-Identifier: Apache-2.0
// What atomic operations the links between a device, its peers and the host carry natively, and how
// long a 1-D texture of linear memory may be.
#include <algorithm>

#include "process/device_state.h"
#include "runtime/device/device_facts.h"
#include "runtime/texture/descriptor.h"

namespace heddle::runtime {
namespace {

constexpr unsigned kWords = cudaAtomicCapabilityScalar32 | cudaAtomicCapabilityScalar64;
constexpr unsigned kBothSigns = cudaAtomicCapabilitySigned | cudaAtomicCapabilityUnsigned;

constexpr size_t kMostTexels = size_t{1} << 30;

// What atomic functions of device code do in memory of another device: all of them, since all
// devices share one memory.
unsigned capability_of(cudaAtomicOperation operation) {
  switch (operation) {
    case cudaAtomicOperationIntegerAdd:
    case cudaAtomicOperationIntegerMin:
    case cudaAtomicOperationIntegerMax:
      return kBothSigns | cudaAtomicCapabilityReduction | kWords;
    case cudaAtomicOperationIntegerIncrement:
    case cudaAtomicOperationIntegerDecrement:
      return cudaAtomicCapabilityUnsigned | cudaAtomicCapabilityReduction |
             cudaAtomicCapabilityScalar32;
    case cudaAtomicOperationAnd:
    case cudaAtomicOperationOr:
    case cudaAtomicOperationXOR:
      return kBothSigns | cudaAtomicCapabilityReduction | kWords;
    case cudaAtomicOperationExchange:
    case cudaAtomicOperationCAS:
      return kBothSigns | kWords | cudaAtomicCapabilityScalar128;
    case cudaAtomicOperationFloatAdd:
      return cudaAtomicCapabilitySigned | cudaAtomicCapabilityReduction | kWords |
             cudaAtomicCapabilityVector32x4;
    case cudaAtomicOperationFloatMin:
    case cudaAtomicOperationFloatMax:
      return 0;  // there are no such functions
  }
  return 0;
}

bool are_known(const cudaAtomicOperation* operations, unsigned count) {
  return std::all_of(operations, operations + count, [](cudaAtomicOperation operation) {
    return operation >= cudaAtomicOperationIntegerAdd && operation <= cudaAtomicOperationFloatMax;
  });
}

Error check(const unsigned* capabilities, const cudaAtomicOperation* operations, unsigned count) {
  const bool good = capabilities && operations && count > 0 && are_known(operations, count);
  return good ? Error::kSuccess : Error::kInvalidValue;
}

}  // namespace

// As cudaDevAttrHostNativeAtomicSupported has it: the link to the host is that of a PCIe card, of
// which an H200 says that it carries none.
HEDDLE_API cudaError_t cudaDeviceGetHostAtomicCapabilities(unsigned* capabilities,
                                                           const cudaAtomicOperation* operations,
                                                           unsigned count, int device) {
  if (!is_device(device)) return answer(Error::kInvalidDevice);
  if (Error error = check(capabilities, operations, count); !ok(error)) return answer(error);
  const auto native =
      device_attribute(device_state(device).model, device, cudaDevAttrHostNativeAtomicSupported);
  for (unsigned i = 0; i < count; ++i) {
    capabilities[i] = native.value.value_or(0) ? capability_of(operations[i]) : 0;
  }
  return cudaSuccess;
}

HEDDLE_API cudaError_t cudaDeviceGetP2PAtomicCapabilities(unsigned* capabilities,
                                                          const cudaAtomicOperation* operations,
                                                          unsigned count, int from, int to) {
  if (!is_device(from) || !is_device(to) || from == to) return answer(Error::kInvalidDevice);
  if (Error error = check(capabilities, operations, count); !ok(error)) return answer(error);
  std::transform(operations, operations + count, capabilities, capability_of);
  return cudaSuccess;
}

// As many as an H200 says.
HEDDLE_API cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t* width,
                                                            const cudaChannelFormatDesc* format,
                                                            int device) {
  if (!width || !format) return answer(Error::kInvalidValue);
  if (!is_device(device)) return answer(Error::kInvalidDevice);
  image::TextureDescriptor texel;
  if (Error error = describe_format(*format, &texel); !ok(error)) return answer(error);
  const auto bytes = static_cast<size_t>(format->x + format->y + format->z + format->w) / 8;
  *width = std::min(kMostTexels, kMostLinearBytes / bytes);
  return cudaSuccess;
}

}  // namespace heddle::runtime
