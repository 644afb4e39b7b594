// SPDX-License-Identifier: Apache-2.0
// Variables of one name in several scopes, and constants of which nothing is left but their values.
#include <cstdio>

__constant__ float weights[4] = {1, 2, 3, 4};
namespace app {
__constant__ float weights[4] = {5, 6, 7, 8};
__device__ int counter = 5;

struct Scale {
  static constexpr float kHalf = 0.5f;
  static __device__ int uses;
};
__device__ int Scale::uses = 70;

__device__ float of_app(int i) {
  return weights[i % 4];  // in app
}
}  // namespace app

__global__ void sum(float* out) {
  static constexpr float kFloat = 4.75f;
  static constexpr double kDouble = -0.125;
  static constexpr int kInt = -11;
  const int i = threadIdx.x;
  float value = i * app::Scale::kHalf + kFloat + kInt + float(kDouble);
  if (i == 7) app::counter = 40;                                // set
  value += weights[i % 4] + app::of_app(i) + app::Scale::uses;  // line
  out[i] = value + app::counter;                                // last
}

int main() {
  float* out;
  float values[32];
  cudaMalloc(&out, sizeof values);
  sum<<<1, 32>>>(out);
  cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
  std::printf("%g\n", values[31]);  // host
}
