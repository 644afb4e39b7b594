// SPDX-License-Identifier: Apache-2.0
#include "bad.h"

// PTX leaves the result of an integer division by zero open; it is no fault. The other lanes, and
// floating point, are defined.
__global__ void divide(const int* a, const int* b, int* quotient, int* remainder, float* f) {
  unsigned i = threadIdx.x;
  quotient[i] = a[i] / b[i];
  remainder[i] = a[i] % b[i];
  f[i] = (float)a[i] / (float)b[i];
}

__global__ void divide_uniform(unsigned a, unsigned b, unsigned long long c,
                               unsigned long long* out) {
  out[threadIdx.x] = a / b + c / (b * 5ull) + a % b;
}

int main() {
  int host[2][64], q[64], r[64], *device[4];
  float f[64], *device_f;
  for (int k = 0; k < 64; ++k) {
    host[0][k] = k % 7 == 3 ? -2147483647 - 1 : k * 1000 - 20000;
    host[1][k] = k % 3 == 0 ? 0 : k % 7 == 3 ? -1 : k - 30;
  }
  for (int*& p : device) cudaMalloc(&p, sizeof q);
  cudaMalloc(&device_f, sizeof f);
  cudaMemcpy(device[0], host[0], sizeof q, cudaMemcpyHostToDevice);
  cudaMemcpy(device[1], host[1], sizeof q, cudaMemcpyHostToDevice);
  divide<<<1, 64>>>(device[0], device[1], device[2], device[3], device_f);
  bad::is(cudaDeviceSynchronize(), cudaSuccess, "division by zero is no fault");
  cudaMemcpy(q, device[2], sizeof q, cudaMemcpyDeviceToHost);
  cudaMemcpy(r, device[3], sizeof q, cudaMemcpyDeviceToHost);
  cudaMemcpy(f, device_f, sizeof f, cudaMemcpyDeviceToHost);
  for (int k = 0; k < 64; ++k) {
    int a = host[0][k], b = host[1][k];
    if (b != 0 && b != -1)
      bad::that(q[k] == a / b && r[k] == a % b, "a lane with a proper divisor");
    float want = (float)a / (float)b;
    bad::that(f[k] == want || (f[k] != f[k] && want != want), "floating point");
  }
  unsigned long long* out;
  cudaMalloc(&out, 64 * 8);
  divide_uniform<<<2, 64>>>(7, 0, 9, out);
  bad::is(cudaDeviceSynchronize(), cudaSuccess, "uniform division by zero is no fault");
  bad::device_works("after the division");
  return bad::failures() != 0;
}
