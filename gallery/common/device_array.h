// SPDX-License-Identifier: Apache-2.0
// An array in device memory that frees itself. Results start as 0xff bytes (NaN, -1), so that an
// element nobody wrote is seen, and a guard behind the end shows who wrote too far.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "cuda_check.h"

namespace gallery {

template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t count) : count_(count) {
    CUDA_CHECK(cudaMalloc(&data_, bytes() + kGuardBytes));
    CUDA_CHECK(cudaMemset(reinterpret_cast<char*>(data_) + bytes(), kGuardByte, kGuardBytes));
    poison();
  }
  explicit DeviceArray(const std::vector<T>& host) : DeviceArray(host.size()) { from_host(host); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() { cudaFree(data_); }

  T* get() const { return data_; }
  std::size_t count() const { return count_; }
  std::size_t bytes() const { return count_ * sizeof(T); }

  void poison() { CUDA_CHECK(cudaMemset(data_, 0xff, bytes())); }
  void zero() { CUDA_CHECK(cudaMemset(data_, 0, bytes())); }

  void from_host(const std::vector<T>& host) {
    CUDA_CHECK(cudaMemcpy(data_, host.data(), bytes(), cudaMemcpyHostToDevice));
  }

  std::vector<T> to_host() const {
    std::vector<T> host(count_);
    CUDA_CHECK(cudaMemcpy(host.data(), data_, bytes(), cudaMemcpyDeviceToHost));
    check_guard();
    return host;
  }

  // Ends the program when a kernel has written behind the end.
  void check_guard() const {
    unsigned char guard[kGuardBytes];
    CUDA_CHECK(cudaMemcpy(guard, reinterpret_cast<const char*>(data_) + bytes(), kGuardBytes,
                          cudaMemcpyDeviceToHost));
    for (std::size_t i = 0; i < kGuardBytes; ++i)
      if (guard[i] != kGuardByte) {
        std::printf("FAIL  a kernel wrote %zu bytes behind the end of an array of %zu elements\n",
                    i + 1, count_);
        std::exit(1);
      }
  }

 private:
  static constexpr std::size_t kGuardBytes = 512;
  static constexpr int kGuardByte = 0xa5;
  T* data_ = nullptr;
  std::size_t count_;
};

}  // namespace gallery
