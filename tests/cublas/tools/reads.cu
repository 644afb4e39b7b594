// SPDX-License-Identifier: Apache-2.0
// What cuBLAS reads: with -DPLANTED=1 a matrix that is too small, 2 what a kernel of another stream
// writes meanwhile.
#include <cublas_v2.h>

#include <cstdio>

#ifndef PLANTED
#define PLANTED 0
#endif

constexpr int n = 64;

__global__ void fill(float* y, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) y[i] = i % 7;
}

float* make(int count) {
  float* memory = nullptr;
  cudaMalloc(&memory, count * sizeof(float));
  fill<<<(count + 63) / 64, 64>>>(memory, count);
  return memory;
}

int main() {
  const float one = 1, zero = 0;
  float *a = make(n * n - (PLANTED == 1 ? 8 : 0)), *b = make(n * n), *c = make(n * n);
  cudaDeviceSynchronize();
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSetStream(handle, stream);
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, a, n, b, n, &zero, c, n);  // LINE
  if (PLANTED != 2) cudaStreamSynchronize(stream);
  fill<<<1, 64>>>(b, 64);
  cudaDeviceSynchronize();
  // Reads by two calls, in two streams, are no race.
  float sum = 0, other = 0;
  cublasSasum(handle, n * n, c, 1, &sum);
  cublasSetStream(handle, nullptr);
  cublasSasum(handle, n * n, c, 1, &other);
  std::printf("%d\n", sum == other);
  cublasDestroy(handle);
}
