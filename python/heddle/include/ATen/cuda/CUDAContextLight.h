// SPDX-License-Identifier: Apache-2.0
// What the devices are.
#pragma once

#include <ATen/cuda/Exceptions.h>
#include <c10/cuda/CUDAFunctions.h>
#include <cuda_runtime_api.h>

#include <cstdint>
#include <deque>

namespace at::cuda {
inline namespace heddle {

inline std::int64_t getNumGPUs() {
  return c10::cuda::device_count();
}
inline bool is_available() {
  return c10::cuda::device_count() > 0;
}
inline cudaDeviceProp* getDeviceProperties(c10::DeviceIndex device) {
  thread_local std::deque<cudaDeviceProp> known;
  const c10::DeviceIndex count = c10::cuda::device_count_ensure_non_zero();
  TORCH_CHECK(device >= 0 && device < count, "Heddle has no device ", int{device});
  while (known.size() < static_cast<std::size_t>(count)) {
    cudaDeviceProp properties{};
    AT_CUDA_CHECK(cudaGetDeviceProperties(&properties, static_cast<int>(known.size())));
    known.push_back(properties);
  }
  return &known[device];
}
inline cudaDeviceProp* getCurrentDeviceProperties() {
  return getDeviceProperties(c10::cuda::current_device());
}
inline int warp_size() {
  return getCurrentDeviceProperties()->warpSize;
}
inline bool canDeviceAccessPeer(c10::DeviceIndex device, c10::DeviceIndex peer) {
  int can = 0;
  AT_CUDA_CHECK(cudaDeviceCanAccessPeer(&can, device, peer));
  return can != 0;
}

}  // namespace heddle
}  // namespace at::cuda
