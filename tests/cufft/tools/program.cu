// SPDX-License-Identifier: Apache-2.0
// For check_tools: a right program, and with -DPLANTED one whose transform writes behind its array.
#include <cuda_runtime.h>
#include <cufft.h>

#include <cstdio>

__global__ void sum(const cufftComplex* data, int n, float* out) {
  float total = 0;
  for (int i = 0; i < n; ++i) total += data[i].x + data[i].y;
  *out = total;
}

int main() {
  const int n = 256, batch = 8;
#ifdef PLANTED
  const int room = n * batch - 1;
#else
  const int room = n * batch;
#endif
  cufftComplex *in, *out;
  float* total;
  cudaMalloc(reinterpret_cast<void**>(&in), n * batch * sizeof *in);
  cudaMalloc(reinterpret_cast<void**>(&out), room * sizeof *out);
  cudaMalloc(reinterpret_cast<void**>(&total), sizeof *total);
  cudaMemset(in, 0, n * batch * sizeof *in);
  cufftHandle plan;
  if (cufftPlan1d(&plan, n, CUFFT_C2C, batch) != CUFFT_SUCCESS) return 1;
  cufftExecC2C(plan, in, out, CUFFT_FORWARD);
  // What the transform wrote is defined.
  sum<<<1, 1>>>(out, room, total);
  float host = -1;
  cudaMemcpy(&host, total, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%g\n", host);
  cufftDestroy(plan);
  return 0;
}
