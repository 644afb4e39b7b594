// SPDX-License-Identifier: Apache-2.0
// Times of kernels that each ask one question: `row` prints a name, the median us of `launch`
// without those of an empty kernel, and what that is of each of `count` things, in ns. Behind
// `before`, which is not timed.
#pragma once
#include <string>

#include "../launches/timed.h"

inline float median_us(const std::function<void()>& launch, bool cold,
                       const std::function<void()>& before) {
  std::vector<float> all;
  for (int k = 0; k < 9; ++k) {
    if (before) before();
    all.push_back(timed(launch, cold));
  }
  return median(all);
}
inline void row(const std::string& name, double count, const std::function<void()>& launch,
                bool cold = false, const std::function<void()>& before = nullptr) {
  static float empty = -1;
  if (empty < 0) {
    make_others();
    empty = median_us([] { nothing<<<1, 32>>>(); }, false, nullptr);
  }
  const float us = median_us(launch, cold, before) - empty;
  printf("%s%s,%.2f,%.6f\n", name.c_str(), cold ? " cold" : "", us, us * 1000 / count);
  fflush(stdout);
}
__device__ inline unsigned spread(unsigned x) {
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}
