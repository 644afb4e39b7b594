// SPDX-License-Identifier: Apache-2.0
// Hints about managed memory. It is plain memory that both sides see: hints change nothing, wrong
// ones are refused.
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

Error check_range(const void* address, size_t count) {
  if (!address || count == 0) return Error::kInvalidValue;
  const auto row = the_engine().find(address);
  const bool inside = row && row->kind == engine::MemoryKind::kManaged &&
                      row->contains(reinterpret_cast<std::uintptr_t>(address), count);
  return inside ? Error::kSuccess : Error::kInvalidValue;
}

bool device_or_host(int device) {
  return device == cudaCpuDeviceId || (device >= 0 && device < the_engine().device_count());
}

}  // namespace

HEDDLE_API cudaError_t cudaMemPrefetchAsync(const void* address, size_t count, int device,
                                            cudaStream_t stream) {
  return on_stream(stream, [&](Stream&) {
    if (!device_or_host(device)) return Error::kInvalidDevice;
    return check_range(address, count);
  });
}

HEDDLE_API cudaError_t cudaMemAdvise(const void* address, size_t count, cudaMemoryAdvise advice,
                                     int device) {
  return on_device([&](Device&) {
    const bool known =
        advice >= cudaMemAdviseSetReadMostly && advice <= cudaMemAdviseUnsetAccessedBy;
    const bool names_device = advice >= cudaMemAdviseSetPreferredLocation;
    if (!known) return Error::kInvalidValue;
    if (names_device && !device_or_host(device)) return Error::kInvalidDevice;
    return check_range(address, count);
  });
}

}  // namespace heddle::runtime
