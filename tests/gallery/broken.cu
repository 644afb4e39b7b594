// SPDX-License-Identifier: Apache-2.0
// Kernels that are wrong in one way each; the gallery's checks must see every one of them.
#include "common/gallery.h"

__global__ void forgets_the_last(int n, const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) out[i] = in[i];
}
__global__ void shifts_by_one(int n, const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i > 0 ? i - 1 : 0];
}
__global__ void loses_a_bit(int n, const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i == 17 ? in[i] * 1.000001f : in[i];
}
__global__ void writes_behind_the_end(int n, const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) out[i] = i < n ? in[i] : 0.0f;
}
__global__ void never_stores(int, const float*, float*) {}

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "broken", "kernels that must fail");
  const int kind = program.integer("kind", 0, 0, 4, "which one");
  program.start();
  const int n = 1000;
  const std::vector<float> in = gallery::random_floats(n, program.seed(1));
  gallery::DeviceArray<float> d_in(in), d_out(n);
  void (*const kernels[])(int, const float*, float*) = {
      forgets_the_last, shifts_by_one, loses_a_bit, writes_behind_the_end, never_stores};
  program.measure(
      "kind " + std::to_string(kind), std::to_string(n), {0, 0},
      [&] { kernels[kind]<<<4, 256>>>(n, d_in.get(), d_out.get()); },
      [&] { return gallery::check_equal(d_out.to_host(), in); });
  return program.finish();
}
