// SPDX-License-Identifier: Apache-2.0
// What cuBLAS writes counts as written, and where it writes is looked at. With -DPLANTED the
// product ends behind its matrix.
#include <cublas_v2.h>

#include <cstdio>

__global__ void add_one(const float* from, float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i] + 1;
}

int main() {
  constexpr int n = 64;
  float *a, *b, *c, *out;
  for (float** matrix : {&a, &b, &c, &out}) cudaMalloc(matrix, n * n * sizeof(float));
  cudaMemset(a, 0, n * n * sizeof(float));
  cudaMemset(b, 0, n * n * sizeof(float));
  cublasHandle_t handle;
  cublasCreate(&handle);
  const float one = 1, zero = 0;
  float* target = c;
#ifdef PLANTED
  target += n;
#endif
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, b, n, &zero, target, n);
  cublasSswap(handle, n, a, 1, b, 1);
  add_one<<<n * n / 64, 64>>>(c, out, n * n);
  float sum = 0;
  cublasSasum(handle, n * n, out, 1, &sum);
  std::printf("%g\n", sum);
  cublasDestroy(handle);
}
