// SPDX-License-Identifier: Apache-2.0
#include "bad.h"

using Function = double (*)(double);

double thrice(double x) {
  return x * 3;
}
__device__ double twice(double x) {
  return x * 2;
}
__device__ Function right = twice;

__global__ void faulty(double* p, Function wrong) {
  const Function f = p[threadIdx.x] == 38 ? wrong : right;
  p[threadIdx.x] = f(threadIdx.x);  // FAULT
}

int main() {
  double* p;
  double host[64];
  for (unsigned k = 0; k < 64; ++k) host[k] = k;
  cudaMalloc(&p, sizeof host);
  cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice);
  faulty<<<1, 64>>>(p, thrice);
  return bad::fault(cudaErrorInvalidPc);
}
