// SPDX-License-Identifier: Apache-2.0
// Streams of a device, and the one that a thread works in: the default stream until it sets
// another.
#pragma once

#include <c10/cuda/CUDAFunctions.h>

#include <functional>
#include <ostream>
#include <vector>

namespace c10::cuda {
inline namespace heddle {

class CUDAStream {
 public:
  CUDAStream(cudaStream_t stream, DeviceIndex device) : stream_(stream), device_(device) {}

  cudaStream_t stream() const { return stream_; }
  operator cudaStream_t() const { return stream_; }
  DeviceIndex device_index() const { return device_; }
  Device device() const { return Device(DeviceType::CUDA, device_); }
  bool operator==(const CUDAStream& other) const {
    return stream_ == other.stream_ && device_ == other.device_;
  }
  bool operator!=(const CUDAStream& other) const { return !(*this == other); }

  bool query() const {
    const cudaError_t error = cudaStreamQuery(stream_);
    if (error == cudaErrorNotReady) return false;
    C10_CUDA_CHECK(error);
    return true;
  }
  void synchronize() const { C10_CUDA_CHECK(cudaStreamSynchronize(stream_)); }
  int priority() const {
    int priority = 0;
    C10_CUDA_CHECK(cudaStreamGetPriority(stream_, &priority));
    return priority;
  }

 private:
  cudaStream_t stream_;
  DeviceIndex device_;
};

inline std::ostream& operator<<(std::ostream& out, const CUDAStream& stream) {
  return out << "stream " << stream.stream() << " of device " << int{stream.device_index()};
}

// Device -1 is the current one.
inline DeviceIndex device_or_current(DeviceIndex device) {
  return device < 0 ? current_device() : device;
}

inline std::vector<CUDAStream>& streams_of_thread() {
  thread_local std::vector<CUDAStream> streams;
  for (int device = streams.size(); device < device_count(); ++device) {
    streams.emplace_back(nullptr, static_cast<DeviceIndex>(device));
  }
  return streams;
}

inline CUDAStream getDefaultCUDAStream(DeviceIndex device = -1) {
  return {nullptr, device_or_current(device)};
}
inline CUDAStream getCurrentCUDAStream(DeviceIndex device = -1) {
  return streams_of_thread().at(device_or_current(device));
}
inline void setCurrentCUDAStream(CUDAStream stream) {
  streams_of_thread().at(stream.device_index()) = stream;
}
inline CUDAStream getStreamFromExternal(cudaStream_t stream, DeviceIndex device) {
  return {stream, device};
}

// One of 32 for each priority, in turn; they are never destroyed. Lower is more urgent, 0 is plain.
inline CUDAStream getStreamFromPool(const int priority, DeviceIndex device = -1) {
  constexpr std::size_t kStreams = 32;
  struct Pool {
    int priority;
    DeviceIndex device;
    std::vector<cudaStream_t> streams;
    std::size_t next = 0;
  };
  thread_local std::vector<Pool> pools;
  device = device_or_current(device);
  Pool* pool = nullptr;
  for (Pool& each : pools) {
    if (each.priority == priority && each.device == device) pool = &each;
  }
  if (!pool) pool = &pools.emplace_back(Pool{priority, device, {}});
  if (pool->streams.size() < kStreams) {
    const DeviceIndex before = ExchangeDevice(device);
    cudaStream_t made = nullptr;
    const cudaError_t error = cudaStreamCreateWithPriority(&made, cudaStreamNonBlocking, priority);
    ExchangeDevice(before);
    C10_CUDA_CHECK(error);
    pool->streams.push_back(made);
    return {made, device};
  }
  return {pool->streams[pool->next++ % kStreams], device};
}
inline CUDAStream getStreamFromPool(const bool high_priority = false, DeviceIndex device = -1) {
  int least = 0, greatest = 0;
  C10_CUDA_CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  return getStreamFromPool(high_priority ? greatest : least, device);
}

}  // namespace heddle
}  // namespace c10::cuda

template <>
struct std::hash<c10::cuda::CUDAStream> {
  std::size_t operator()(const c10::cuda::CUDAStream& stream) const noexcept {
    return std::hash<cudaStream_t>()(stream.stream());
  }
};
