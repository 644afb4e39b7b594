// SPDX-License-Identifier: Apache-2.0
// What all micro-kernels of bench/gpu share: error checks, a device array, event times, cycles of a
// kernel, and one printed line for each fact.
//
// A line is a row of a device file: `name = [value, "bench"]  # unit: sentence`. run_facts prints
// them all; what devices/*.toml holds is copied from there by hand, so that each change is seen.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace bench_gpu {

inline void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "bench/gpu: %s: %s\n", what, cudaGetErrorString(status));
  std::exit(1);
}

template <class T>
class Array {
 public:
  explicit Array(std::size_t count) : count_(count) {
    check(cudaMalloc(&data_, count * sizeof(T)), "cudaMalloc");
    check(cudaMemset(data_, 0, count * sizeof(T)), "cudaMemset");
  }
  explicit Array(const std::vector<T>& values) : Array(values.size()) {
    check(cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice),
          "cudaMemcpy");
  }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  ~Array() { cudaFree(data_); }

  T* get() const { return data_; }
  std::size_t size() const { return count_; }
  std::vector<T> values() const {
    std::vector<T> out(count_);
    check(cudaMemcpy(out.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
    return out;
  }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

inline int sm_count() {
  int count = 0;
  check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0), "attribute");
  return count;
}

// Median seconds of a launch, with events; the first launches are not counted.
template <class Launch>
double seconds(Launch launch, int times = 9) {
  cudaEvent_t start, stop;
  check(cudaEventCreate(&start), "event");
  check(cudaEventCreate(&stop), "event");
  for (int i = 0; i < 3; ++i) launch();
  std::vector<float> all;
  for (int i = 0; i < times; ++i) {
    check(cudaEventRecord(start), "event");
    launch();
    check(cudaEventRecord(stop), "event");
    check(cudaEventSynchronize(stop), "kernel");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, start, stop), "event");
    all.push_back(milliseconds);
  }
  check(cudaGetLastError(), "launch");
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  std::nth_element(all.begin(), all.begin() + all.size() / 2, all.end());
  return all[all.size() / 2] / 1000.0;
}

// Median cycles that the blocks of a kernel say they took. `launch` is given the array to which
// block b writes its cycles; runs three times, the last one counts.
template <class Launch>
double block_cycles(int blocks, Launch launch) {
  Array<long long> cycles(static_cast<std::size_t>(blocks));
  for (int i = 0; i < 3; ++i) {
    launch(cycles.get());
    check(cudaDeviceSynchronize(), "kernel");
  }
  auto all = cycles.values();
  std::nth_element(all.begin(), all.begin() + all.size() / 2, all.end());
  return static_cast<double>(all[all.size() / 2]);
}

inline void fact(const char* name, double value, const char* unit, const char* sentence) {
  std::printf("%-34s = [%.4g, \"bench\"]  # %s: %s\n", name, value, unit, sentence);
  std::fflush(stdout);
}

}  // namespace bench_gpu
