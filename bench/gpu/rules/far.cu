// SPDX-License-Identifier: Apache-2.0
// What warps wait for that go through memory in large steps, one load behind the other: where lines
// lie on other pages each time, with few warps and with many, and how many loads at once.
#include "common.h"

constexpr int kSms = 132;

// Each warp walks a column of its own, `step` bytes a round; what comes next needs what came.
template <int kAtOnce>
__global__ void walk(const float* a, float* out, size_t step, int rounds) {
  const size_t own = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  size_t at = own;
  float sum = 0;
  for (int k = 0; k < rounds; ++k) {
    float v[kAtOnce];
#pragma unroll
    for (int j = 0; j < kAtOnce; ++j) v[j] = a[at + (size_t(1) << 26) * j];
    at += step / 4;
#pragma unroll
    for (int j = 0; j < kAtOnce; ++j) {
      sum += v[j];
      if (v[j] == 1.5f) at = own;
    }
  }
  out[own] = sum;
}
template <int kAtOnce>
void walk_rows(const float* a, float* out) {
  for (int threads : {32, 256})
    for (size_t step : {1u << 17, 1u << 19, 1u << 20, 1u << 21, 3u << 20, 1u << 22})
      for (bool cold : {false, true})
        row(
            "steps of " + std::to_string(step >> 10) + " KB, " + std::to_string(kAtOnce) +
                " at once, blocks of " + std::to_string(threads),
            48, [&] { walk<kAtOnce><<<kSms, threads>>>(a, out, step, 48); }, cold);
}

int main() {
  float *a, *out;
  CHECK(cudaMalloc(&a, size_t(4) << 30));
  CHECK(cudaMemset(a, 0, size_t(4) << 30));
  CHECK(cudaMalloc(&out, 4 << 20));
  walk_rows<1>(a, out);
  walk_rows<4>(a, out);
  walk_rows<8>(a, out);
}
