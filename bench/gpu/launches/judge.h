// SPDX-License-Identifier: Apache-2.0
// Times one launch after another: `cold`, with an L2 that holds other data (all clean), and `warm`,
// right behind the same launch. With a number N each launch is made N times and nothing is timed
// (for heddle profile --predict: 1; with --cache-control none, 2).
#pragma once
#include <array>

#include "timed.h"

inline int times = 0;  // 0: they are timed

inline void judge(
    const char* name, dim3 grid, dim3 block, const std::function<void()>& launch,
    const std::function<void()>& reset = [] {}) {
  if (times != 0) {
    for (int k = 0; k < times; ++k) {
      reset();
      launch();
      CHECK(cudaGetLastError());
      CHECK(cudaDeviceSynchronize());
    }
    return;
  }
  const auto once = [&](bool is_cold) {
    reset();
    return timed(launch, is_cold);
  };
  std::vector<float> cold, warm;
  for (int k = 0; k < 9; ++k) cold.push_back(once(true));
  for (int k = 0; k < 20; ++k) warm.push_back(once(false));
  printf("%s,%ux%ux%u,%ux%ux%u,%.3f,%.3f\n", name, grid.x, grid.y, grid.z, block.x, block.y,
         block.z, median(cold), median(warm));
  fflush(stdout);
}
#define JUDGE(kernel, grid, block, ...) \
  judge(#kernel, grid, block, [&] { kernel<<<(grid), (block)>>>(__VA_ARGS__); })
#define JUDGE_RESET(reset, kernel, grid, block, ...) \
  judge(#kernel, grid, block, [&] { kernel<<<(grid), (block)>>>(__VA_ARGS__); }, reset)

inline void begin(int argc, char** argv) {
  if (argc > 1) times = atoi(argv[1]);
  if (times != 0) return;
  make_others();
  dim3 one(1);
  JUDGE(nothing, one, dim3(32));
}

inline unsigned state = 12345;
inline unsigned rnd() {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}
template <class T>
T* device(const std::vector<T>& v) {
  T* p;
  CHECK(cudaMalloc(&p, v.size() * sizeof(T)));
  CHECK(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
  return p;
}
template <class T>
T* space(size_t n) {
  T* p;
  CHECK(cudaMalloc(&p, n * sizeof(T)));
  CHECK(cudaMemset(p, 0, n * sizeof(T)));
  return p;
}
inline float* floats(size_t n) {
  std::vector<float> v(n);
  for (auto& x : v) x = float(rnd() % 1000) / 1000;
  return device(v);
}
