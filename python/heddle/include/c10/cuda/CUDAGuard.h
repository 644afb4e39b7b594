// SPDX-License-Identifier: Apache-2.0
// Guards change the current device or stream for a scope. The device of a CPU tensor, which is what
// kernels of Heddle work on, changes nothing.
#pragma once

#include <c10/cuda/CUDAStream.h>

#include <optional>
#include <type_traits>

namespace c10::cuda {
inline namespace heddle {

class CUDAGuard {
 public:
  explicit CUDAGuard(DeviceIndex device) : before_(c10::cuda::current_device()) {
    set_index(device);
  }
  explicit CUDAGuard(Device device) : before_(c10::cuda::current_device()) { set_device(device); }
  ~CUDAGuard() { (void)cudaSetDevice(before_); }
  CUDAGuard(const CUDAGuard&) = delete;
  CUDAGuard& operator=(const CUDAGuard&) = delete;

  void set_index(DeviceIndex device) {
    if (device >= 0) c10::cuda::set_device(device);
  }
  void set_device(Device device) {
    if (device.is_cpu()) return;
    TORCH_CHECK(device.is_cuda(), "CUDAGuard: not a device of Heddle: ", device);
    set_index(device.index());
  }
  void reset_device(Device device) { set_device(device); }
  Device original_device() const { return Device(DeviceType::CUDA, before_); }
  Device current_device() const { return Device(DeviceType::CUDA, c10::cuda::current_device()); }

 private:
  DeviceIndex before_;
};

// Of a device, if there is one.
class OptionalCUDAGuard {
 public:
  OptionalCUDAGuard() = default;
  template <class Optional>
  explicit OptionalCUDAGuard(const Optional& device) {
    if constexpr (std::is_same_v<Optional, Device> || std::is_integral_v<Optional>) {
      guard_.emplace(device);
    } else if (device) {
      guard_.emplace(*device);
    }
  }
  void set_device(Device device) { make().set_device(device); }
  void set_index(DeviceIndex device) { make().set_index(device); }
  void reset() { guard_.reset(); }

 private:
  CUDAGuard& make() {
    if (!guard_) guard_.emplace(DeviceIndex{-1});
    return *guard_;
  }
  std::optional<CUDAGuard> guard_;
};

// The device of the stream becomes current, too.
class CUDAStreamGuard {
 public:
  explicit CUDAStreamGuard(CUDAStream stream)
      : device_(stream.device_index()),
        before_(getCurrentCUDAStream(stream.device_index())),
        now_(stream) {
    setCurrentCUDAStream(stream);
  }
  ~CUDAStreamGuard() { setCurrentCUDAStream(before_); }
  CUDAStreamGuard(const CUDAStreamGuard&) = delete;
  CUDAStreamGuard& operator=(const CUDAStreamGuard&) = delete;

  CUDAStream original_stream() const { return before_; }
  CUDAStream current_stream() const { return now_; }

 private:
  CUDAGuard device_;
  CUDAStream before_, now_;
};

}  // namespace heddle
}  // namespace c10::cuda
