// SPDX-License-Identifier: Apache-2.0
// The brackets of a launch may be written apart, as nvcc takes them.
#include <cstdio>

__global__ void fill(int* out, int add) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x + add;
}

template <int kFactor>
__global__ void scale(int* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] *= kFactor;
}

int main() {
  const int count = 3 * 40;
  int *out, host[count];
  cudaMalloc(&out, sizeof(host));
  // clang-format off
  fill << <3, 40 >> > (out, 5);
  scale<2> <<  < dim3(3),
                 40 >>	>(out);
  scale<3> <<<3, 40>> >(out);
  // clang-format on
  cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
  for (int i = 0; i < count; ++i) {
    if (host[i] != (i % 40 + 5) * 6) {
      printf("%d: %d\n", i, host[i]);
      return 1;
    }
  }
  return cudaDeviceSynchronize() != cudaSuccess;
}
