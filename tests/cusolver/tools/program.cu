// SPDX-License-Identifier: Apache-2.0
// For check_tools: a right program, and with -DPLANTED one whose factorisation writes behind its
// matrix.
#include <cuda_runtime.h>
#include <cusolverDn.h>

#include <cstdio>

__global__ void diagonal(double* a, int n) {
  const int i = threadIdx.x;
  for (int j = 0; j < n; ++j)
    if (i * n + j < 64 * 63) a[i * n + j] = i == j ? 4.0 : 0.0;
}
__global__ void read(const double* a, const int* info, double* out) {
  *out = a[0] + *info;
}

int main() {
  const int n = 64;
#ifdef PLANTED
  const int room = n * n - n;
#else
  const int room = n * n;
#endif
  double *a, *out, *work;
  int* info;
  cudaMalloc(reinterpret_cast<void**>(&a), room * sizeof *a);
  cudaMalloc(reinterpret_cast<void**>(&out), sizeof *out);
  cudaMalloc(reinterpret_cast<void**>(&work), sizeof *work);
  cudaMalloc(reinterpret_cast<void**>(&info), sizeof *info);
  diagonal<<<1, n>>>(a, n);
  cusolverDnHandle_t handle;
  if (cusolverDnCreate(&handle) != CUSOLVER_STATUS_SUCCESS) return 1;
  const int rows = n - 1;  // what diagonal() set
  cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_LOWER, rows, a, n, work, 1, info);
#ifdef PLANTED
  cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_LOWER, n, a, n, work, 1, info);
#endif
  read<<<1, 1>>>(a, info, out);  // what the call wrote is defined
  double host = -1;
  cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%g\n", host);
  cusolverDnDestroy(handle);
  return 0;
}
