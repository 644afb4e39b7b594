// SPDX-License-Identifier: Apache-2.0
// Devices by number.
#pragma once

#include <c10/core/Device.h>
#include <c10/cuda/CUDAException.h>

namespace c10::cuda {
inline namespace heddle {

inline DeviceIndex device_count() noexcept {
  int count = 0;
  return cudaGetDeviceCount(&count) == cudaSuccess ? static_cast<DeviceIndex>(count) : 0;
}
inline DeviceIndex device_count_ensure_non_zero() {
  const DeviceIndex count = device_count();
  TORCH_CHECK(count > 0, "Heddle has no device");
  return count;
}
inline DeviceIndex current_device() {
  int device = 0;
  C10_CUDA_CHECK(cudaGetDevice(&device));
  return static_cast<DeviceIndex>(device);
}
inline void set_device(DeviceIndex device) {
  C10_CUDA_CHECK(cudaSetDevice(device));
}
inline DeviceIndex ExchangeDevice(DeviceIndex device) {
  const DeviceIndex before = current_device();
  if (device != before) set_device(device);
  return before;
}
inline void device_synchronize() {
  C10_CUDA_CHECK(cudaDeviceSynchronize());
}

}  // namespace heddle
}  // namespace c10::cuda

namespace at::cuda {
using namespace c10::cuda;
}
