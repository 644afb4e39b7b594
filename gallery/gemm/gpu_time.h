// SPDX-License-Identifier: Apache-2.0
// Two clocks for what the host launches. GPU time is what counts in a program that keeps its GPU
// busy: a kernel that does nothing runs first, for longer than the host takes to launch, so that
// the launch costs nothing. One launch on an idle GPU ends no sooner than the host has launched
// all.
#pragma once

#include <functional>
#include <vector>

#include "../common/timing.h"

namespace gemm {

static __global__ void spin(long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
}

struct Times {
  double gpu = 0, one_launch = 0;  // medians, in milliseconds
};

// Medians by one of the clocks. The launches take turns, so that all meet the same clock and
// temperature.
inline std::vector<double> medians_in_turn(bool busy, int repetitions,
                                           const std::vector<std::function<void()>>& launches) {
  constexpr long long kSpinCycles = 250000;  // 130 us at 1.9 GHz
  std::vector<gallery::EventTimer> timers(launches.size());
  for (int i = 0; i < repetitions; ++i)
    for (size_t l = 0; l < launches.size(); ++l) {
      if (busy) spin<<<1, 1>>>(kSpinCycles);
      timers[l].take(launches[l]);
    }
  std::vector<double> medians;
  for (gallery::EventTimer& timer : timers) medians.push_back(timer.median());
  return medians;
}

// GPU time alone.
inline std::vector<double> gpu_times_in_turn(int warmup, int repetitions,
                                             const std::vector<std::function<void()>>& launches) {
  for (int i = 0; i < warmup; ++i)
    for (const auto& launch : launches) launch();
  return medians_in_turn(true, repetitions, launches);
}

inline std::vector<Times> times_in_turn(int warmup, int repetitions,
                                        const std::vector<std::function<void()>>& launches) {
  std::vector<Times> times(launches.size());
  if (repetitions == 0) return times;
  const std::vector<double> gpu = gpu_times_in_turn(warmup, repetitions, launches);
  const std::vector<double> one_launch = medians_in_turn(false, repetitions, launches);
  for (size_t l = 0; l < launches.size(); ++l) times[l] = {gpu[l], one_launch[l]};
  return times;
}

}  // namespace gemm
