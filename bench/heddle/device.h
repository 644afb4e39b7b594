// SPDX-License-Identifier: Apache-2.0
// Device arrays and error checks of the CUDA worker.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/common/workload.h"

namespace bench {

inline void require(cudaError_t status, const char* what) {
  if (status != cudaSuccess) {
    throw std::runtime_error(std::string(what) + ": " + cudaGetErrorName(status));
  }
}

// After a launch: reports a bad configuration, waits, reports a fault.
inline void finish() {
  require(cudaGetLastError(), "launch");
  require(cudaDeviceSynchronize(), "kernel");
}

template <typename T>
class DeviceArray {
 public:
  explicit DeviceArray(const std::vector<T>& data) : count_(data.size()) {
    require(cudaMalloc(&data_, count_ * sizeof(T)), "cudaMalloc");
    require(cudaMemcpy(data_, data.data(), count_ * sizeof(T), cudaMemcpyHostToDevice),
            "cudaMemcpy");
  }
  DeviceArray(const DeviceArray&) = delete;
  ~DeviceArray() { cudaFree(data_); }

  T* get() const { return data_; }
  std::vector<T> contents() const {
    std::vector<T> out(count_);
    require(cudaMemcpy(out.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost),
            "cudaMemcpy");
    return out;
  }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

using DeviceFloats = DeviceArray<float>;
using DeviceInts = DeviceArray<int>;

// A result that no kernel has written yet.
inline std::vector<float> unwritten(std::size_t count) {
  return std::vector<float>(count, std::nanf(""));
}

}  // namespace bench
