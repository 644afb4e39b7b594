#include "saxpy.h"

static __global__ void saxpy_kernel(int n, float a, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

cudaError_t saxpy(int n, float a, const float* x, float* y) {
  if (n <= 0) return n == 0 ? cudaSuccess : cudaErrorInvalidValue;
  const int threads = 256;
  const int blocks = n / threads + (n % threads != 0);
  saxpy_kernel<<<blocks, threads>>>(n, a, x, y);
  return cudaGetLastError();
}
