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

// The launches take turns, so that all meet the same clock and temperature.
inline std::vector<Times> times_in_turn(int warmup, int repetitions,
                                        const std::vector<std::function<void()>>& launches) {
  constexpr long long kSpinCycles = 250000;  // 130 us at 1.9 GHz
  std::vector<Times> times(launches.size());
  if (repetitions == 0) return times;
  for (int i = 0; i < warmup; ++i)
    for (const auto& launch : launches) launch();
  for (const bool busy : {true, false}) {
    std::vector<gallery::EventTimer> timers(launches.size());
    for (int i = 0; i < repetitions; ++i)
      for (size_t l = 0; l < launches.size(); ++l) {
        if (busy) spin<<<1, 1>>>(kSpinCycles);
        timers[l].take(launches[l]);
      }
    for (size_t l = 0; l < launches.size(); ++l)
      (busy ? times[l].gpu : times[l].one_launch) = timers[l].median();
  }
  return times;
}

}  // namespace gemm
