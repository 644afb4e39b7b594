// SPDX-License-Identifier: Apache-2.0
// Times one launch after another: `cold`, with an L2 that holds other data (all clean), and `warm`,
// right behind the same launch. With a number N each launch is made N times and nothing is timed
// (for heddle profile --predict: 1; with --cache-control none, 2).
#pragma once
#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#define CHECK(x)                                                                \
  do {                                                                          \
    auto e = (x);                                                               \
    if (e != cudaSuccess) {                                                     \
      fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); \
      exit(1);                                                                  \
    }                                                                           \
  } while (0)

inline int times = 0;  // 0: they are timed
inline float* others = nullptr;
constexpr size_t kOthers = size_t(64) << 20;  // floats: 256 MB

static __global__ void flush_l2(const float* p, float* out) {
  float sum = 0;
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < kOthers;
       i += size_t(gridDim.x) * blockDim.x)
    sum += p[i];
  if (sum == 1.5f) *out = sum;
}
static __global__ void wait_a_while() {
  const long long end = clock64() + 60000;
  while (clock64() < end) {
  }
}

inline float median(std::vector<float> v) {
  std::sort(v.begin(), v.end());
  return v[v.size() / 2];
}

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
  static cudaEvent_t a, b;
  if (!a) {
    CHECK(cudaEventCreate(&a));
    CHECK(cudaEventCreate(&b));
  }
  const auto timed = [&](bool cold) {
    reset();
    if (cold)
      flush_l2<<<528, 1024>>>(others, others);
    else
      wait_a_while<<<1, 32>>>();
    CHECK(cudaEventRecord(a));
    launch();
    CHECK(cudaEventRecord(b));
    CHECK(cudaEventSynchronize(b));
    CHECK(cudaGetLastError());
    float ms;
    CHECK(cudaEventElapsedTime(&ms, a, b));
    return ms * 1000;
  };
  std::vector<float> cold, warm;
  for (int k = 0; k < 9; ++k) cold.push_back(timed(true));
  for (int k = 0; k < 20; ++k) warm.push_back(timed(false));
  printf("%s,%ux%ux%u,%ux%ux%u,%.3f,%.3f\n", name, grid.x, grid.y, grid.z, block.x, block.y,
         block.z, median(cold), median(warm));
  fflush(stdout);
}
#define JUDGE(kernel, grid, block, ...) \
  judge(#kernel, grid, block, [&] { kernel<<<(grid), (block)>>>(__VA_ARGS__); })
#define JUDGE_RESET(reset, kernel, grid, block, ...) \
  judge(#kernel, grid, block, [&] { kernel<<<(grid), (block)>>>(__VA_ARGS__); }, reset)

static __global__ void nothing() {}

inline void begin(int argc, char** argv) {
  if (argc > 1) times = atoi(argv[1]);
  if (times != 0) return;
  CHECK(cudaMalloc(&others, kOthers * 4));
  CHECK(cudaMemset(others, 0, kOthers * 4));
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
