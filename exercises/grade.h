// SPDX-License-Identifier: Apache-2.0
// What every grader needs: arrays on the device that are filled and read, and a comparison that
// says where the first difference is.
#pragma once

#include <cmath>
#include <cstdio>
#include <functional>
#include <vector>

namespace grade {

// Random-looking numbers, the same each time.
inline unsigned mixed(unsigned i) {
  i = (i ^ (i >> 16)) * 0x7feb352du;
  return i ^ (i >> 15);
}

template <class T>
class Array {
 public:
  Array(int size, const std::function<T(int)>& value) : host_(size) {
    for (int i = 0; i < size; ++i) host_[i] = value(i);
    cudaMalloc(&device_, size * sizeof(T));
    cudaMemcpy(device_, host_.data(), size * sizeof(T), cudaMemcpyHostToDevice);
  }
  ~Array() { cudaFree(device_); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  T* device() const { return device_; }
  const std::vector<T>& before() const { return host_; }  // what it was filled with
  std::vector<T> read() const {
    std::vector<T> now(host_.size());
    const cudaError_t error =
        cudaMemcpy(now.data(), device_, now.size() * sizeof(T), cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    return now;
  }

 private:
  std::vector<T> host_;
  T* device_ = nullptr;
};

// The exit status of a grader: 0 when every element is as expected.
template <class T>
int result(const std::vector<T>& got, const std::function<T(int)>& expected) {
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    printf("the kernel failed: %s\n", cudaGetErrorString(error));
    return 1;
  }
  int wrong = 0;
  for (int i = 0; i < static_cast<int>(got.size()); ++i) {
    const T wanted = expected(i);
    if (std::abs(double(got[i]) - double(wanted)) <= 1e-5 * std::abs(double(wanted))) continue;
    if (wrong++ == 0) printf("element %d is %g, not %g\n", i, double(got[i]), double(wanted));
  }
  printf("%d of %d elements are wrong\n", wrong, static_cast<int>(got.size()));
  return wrong != 0;
}

}  // namespace grade
