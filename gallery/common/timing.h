// SPDX-License-Identifier: Apache-2.0
// Time of a launch as spec/002 takes it: events before and after, in the kernel's own stream.
#pragma once

#include <algorithm>
#include <vector>

#include "cuda_check.h"

namespace gallery {

// Collects the times of launches between two events.
class EventTimer {
 public:
  EventTimer() {
    CUDA_CHECK(cudaEventCreate(&start_));
    CUDA_CHECK(cudaEventCreate(&stop_));
  }
  EventTimer(const EventTimer&) = delete;
  EventTimer& operator=(const EventTimer&) = delete;
  ~EventTimer() {
    cudaEventDestroy(start_);
    cudaEventDestroy(stop_);
  }

  template <class Launch>
  void take(Launch launch) {
    CUDA_CHECK(cudaEventRecord(start_, 0));
    launch();
    CUDA_CHECK(cudaEventRecord(stop_, 0));
    CUDA_CHECK(cudaEventSynchronize(stop_));
    CUDA_CHECK(cudaGetLastError());
    float milliseconds = 0;
    CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start_, stop_));
    times_.push_back(milliseconds);
  }
  double median() {
    std::sort(times_.begin(), times_.end());
    return times_.empty() ? 0.0 : times_[times_.size() / 2];
  }

 private:
  cudaEvent_t start_, stop_;
  std::vector<float> times_;
};

// Median over the repetitions, in milliseconds; launch may start several kernels.
template <class Launch>
double median_milliseconds(int warmup, int repetitions, Launch launch) {
  for (int i = 0; i < warmup; ++i) launch();
  EventTimer timer;
  for (int i = 0; i < repetitions; ++i) timer.take(launch);
  return timer.median();
}

// The medians of two launches that take turns, so that both meet the same clock and temperature.
struct TwoTimes {
  double first, second;
};
template <class First, class Second>
TwoTimes median_milliseconds(int warmup, int repetitions, First first, Second second) {
  for (int i = 0; i < warmup; ++i) {
    first();
    second();
  }
  EventTimer timer_first, timer_second;
  for (int i = 0; i < repetitions; ++i) {
    timer_first.take(first);
    timer_second.take(second);
  }
  return {timer_first.median(), timer_second.median()};
}

}  // namespace gallery
