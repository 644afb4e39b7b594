// SPDX-License-Identifier: Apache-2.0
// What a package has to bring: printf, shuffles, the device library, SLEEF's functions.
#include <thrust/version.h>

#include <cmath>
#include <cstdio>

__global__ void mixed(float* out) {
  const int i = threadIdx.x;
  out[i] =
      sinf(0.37f * i) + __shfl_xor_sync(~0u, float(i), 1) + powf(i + 1.f, 1.3f) + erfcf(0.01f * i);
  if (i == 0) printf("in a kernel\n");
}

int main() {
  float *device, host[128];
  if (cudaMalloc(&device, sizeof host) != cudaSuccess) return 1;
  mixed<<<1, 128>>>(device);
  if (cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  int wrong = 0;
  for (int i = 0; i < 128; ++i) {
    const double exact =
        std::sin(0.37f * i) + (i ^ 1) + std::pow(i + 1.0, 1.3f) + std::erfc(0.01f * i);
    if (std::fabs(host[i] - exact) > 1e-5 * exact) ++wrong;
  }
  std::printf("%d wrong\n", wrong);
  return wrong != 0;
}
