// SPDX-License-Identifier: Apache-2.0
// Time of a launch as spec/002 takes it: events before and after, in the kernel's own stream.
#pragma once

#include <algorithm>
#include <vector>

#include "cuda_check.h"

namespace gallery {

// Median over the repetitions, in milliseconds; launch may start several kernels.
template <class Launch>
double median_milliseconds(int warmup, int repetitions, Launch launch) {
  for (int i = 0; i < warmup; ++i) launch();
  cudaEvent_t start, stop;
  CUDA_CHECK(cudaEventCreate(&start));
  CUDA_CHECK(cudaEventCreate(&stop));
  std::vector<float> times;
  for (int i = 0; i < repetitions; ++i) {
    CUDA_CHECK(cudaEventRecord(start, 0));
    launch();
    CUDA_CHECK(cudaEventRecord(stop, 0));
    CUDA_CHECK(cudaEventSynchronize(stop));
    CUDA_CHECK(cudaGetLastError());
    float milliseconds = 0;
    CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    times.push_back(milliseconds);
  }
  CUDA_CHECK(cudaEventDestroy(start));
  CUDA_CHECK(cudaEventDestroy(stop));
  std::sort(times.begin(), times.end());
  return times.empty() ? 0.0 : times[times.size() / 2];
}

}  // namespace gallery
