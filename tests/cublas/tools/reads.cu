// SPDX-License-Identifier: Apache-2.0
// What cuBLAS reads: with -DPLANTED=1 a matrix that is too small, 2 what a kernel of another stream
// writes meanwhile, 3 a matrix that nobody has written, 4 such a vector, 5 the C that a product is
// added to, 6 a matrix of a batch that is too small.
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

float* fresh(int count) {
  float* memory = nullptr;
  cudaMalloc(&memory, count * sizeof(float));
  return memory;
}

// What a factor of 0 multiplies is not read.
void reads_undefined(cublasHandle_t handle, const float* a, const float* b, float* c) {
  constexpr auto N = CUBLAS_OP_N;
  const float one = 1, zero = 0, *add = PLANTED == 5 ? &one : &zero;
  float *unset = fresh(n * n), *made = fresh(n * n), *padded = fresh(n * n);
  const float* const left = PLANTED == 3 ? unset : a;
  cublasSgemm(handle, N, N, n, n, n, &one, left, n, b, n, &zero, made, n);     // LINE 3
  cublasSgemm(handle, N, N, n, n, n, &one, a, n, b, n, add, fresh(n * n), n);  // LINE 5
  cublasSsyrk(handle, CUBLAS_FILL_MODE_LOWER, N, n, n, &one, a, n, &zero, fresh(n * n), n);
  cublasSgeam(handle, N, N, n, n, &one, a, n, &zero, unset, n, made, n);
  cublasSgemv(handle, N, n, n, &zero, unset, n, unset, 1, &one, c, 1);
  // Rows that only fill up a matrix, and columns of it that nobody multiplies.
  cudaMemset2D(padded, n * sizeof(float), 0, (n - 3) * sizeof(float), n);
  cublasSgemm(handle, N, N, n, n, n, &one, padded, n, b, n, &zero, made, n);
  cublasSgemm(handle, N, N, n - 3, n, n, &one, padded, n, b, n, &zero, made, n);
  float* x = fresh(n);
  cudaMemset(x, 0, (PLANTED == 4 ? 0 : n) * sizeof(float));
  cublasSgemv(handle, N, n, n, &one, a, n, x, 1, &zero, made, 1);  // LINE 4
  const int apart = PLANTED == 6 ? 8 : 0;
  float* const both = fresh(2 * n * n);
  cublasSgemmStridedBatched(  // LINE 6
      handle, N, N, n, n, n, &one, a, n, 0, b, n, apart, &zero, both, n, n * n, 2);
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
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, a, n, b, n, &zero, c, n);  // LINE 12
  if (PLANTED != 2) cudaStreamSynchronize(stream);
  fill<<<1, 64>>>(b, 64);
  cudaDeviceSynchronize();
  // Reads by two calls, in two streams, are no race.
  float sum = 0, other = 0;
  cublasSasum(handle, n * n, c, 1, &sum);
  cublasSetStream(handle, nullptr);
  cublasSasum(handle, n * n, c, 1, &other);
  reads_undefined(handle, a, b, c);
  std::printf("%d\n", sum == other);
  cublasDestroy(handle);
}
