// SPDX-License-Identifier: Apache-2.0
// Device management: which device a thread works on, and its flags.
#include <set>

#include "process/device_state.h"
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

constexpr unsigned kKnownFlags =
    cudaDeviceScheduleMask | cudaDeviceMapHost | cudaDeviceLmemResizeToMax | cudaDeviceSyncMemops;

bool valid_flags(unsigned flags) {
  const unsigned schedule = flags & cudaDeviceScheduleMask;
  return !(flags & ~kKnownFlags) && (schedule & (schedule - 1)) == 0;
}

// Mapping of host memory is always on, as on every device with unified addressing.
void set_flags(DeviceState& state, unsigned flags) {
  std::lock_guard lock(state.mutex);
  state.flags = flags | cudaDeviceMapHost;
}

}  // namespace

HEDDLE_API cudaError_t cudaGetDeviceCount(int* count) {
  if (!count) return answer(Error::kInvalidValue);
  *count = the_engine().device_count();
  return cudaSuccess;
}

HEDDLE_API cudaError_t cudaGetDevice(int* device) {
  if (!device) return answer(Error::kInvalidValue);
  the_engine();
  *device = thread_state().device;
  return cudaSuccess;
}

HEDDLE_API cudaError_t cudaSetDevice(int device) {
  if (!is_device(device)) return answer(Error::kInvalidDevice);
  thread_state().device = device;
  thread_state().has_primary = true;
  return cudaSuccess;
}

HEDDLE_API cudaError_t cudaInitDevice(int device, unsigned deviceFlags, unsigned flags) {
  if (!is_device(device)) return answer(Error::kInvalidDevice);
  if (flags & ~unsigned{cudaInitDeviceFlagsAreValid}) return answer(Error::kInvalidValue);
  if (!(flags & cudaInitDeviceFlagsAreValid)) return cudaSuccess;
  if (!valid_flags(deviceFlags)) return answer(Error::kInvalidValue);
  set_flags(device_state(device), deviceFlags);
  return cudaSuccess;
}

// The first of the list becomes the device of the calling thread; every device always works, so the
// others are never tried.
HEDDLE_API cudaError_t cudaSetValidDevices(int* devices, int len) {
  if (len == 0) return cudaSuccess;
  if (!devices || len < 0) return answer(Error::kInvalidValue);
  std::set<int> seen;
  for (int i = 0; i < len; ++i) {
    if (!is_device(devices[i])) return answer(Error::kInvalidDevice);
    if (!seen.insert(devices[i]).second) return answer(Error::kInvalidValue);
  }
  thread_state().device = devices[0];
  return cudaSuccess;
}

HEDDLE_API cudaError_t cudaSetDeviceFlags(unsigned flags) {
  if (!valid_flags(flags)) return answer(Error::kInvalidValue);
  set_flags(current_state(), flags);
  return cudaSuccess;
}

HEDDLE_API cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  if (!flags) return answer(Error::kInvalidValue);
  DeviceState& state = current_state();
  std::lock_guard lock(state.mutex);
  *flags = state.flags;
  return cudaSuccess;
}

}  // namespace heddle::runtime
