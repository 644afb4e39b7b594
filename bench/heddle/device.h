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

class DeviceFloats {
 public:
  explicit DeviceFloats(const std::vector<float>& data) : count_(data.size()) {
    require(cudaMalloc(&data_, count_ * sizeof(float)), "cudaMalloc");
    require(cudaMemcpy(data_, data.data(), count_ * sizeof(float), cudaMemcpyHostToDevice),
            "cudaMemcpy");
  }
  DeviceFloats(const DeviceFloats&) = delete;
  ~DeviceFloats() { cudaFree(data_); }

  float* get() const { return data_; }
  std::vector<float> contents() const {
    std::vector<float> out(count_);
    require(cudaMemcpy(out.data(), data_, count_ * sizeof(float), cudaMemcpyDeviceToHost),
            "cudaMemcpy");
    return out;
  }

 private:
  float* data_ = nullptr;
  std::size_t count_;
};

// A result that no kernel has written yet.
inline std::vector<float> unwritten(std::size_t count) {
  return std::vector<float>(count, std::nanf(""));
}

}  // namespace bench
