// SPDX-License-Identifier: Apache-2.0
// What cuBLAS reads: with -DPLANTED=1 a matrix that is too small, 2 what a kernel of another stream
// writes meanwhile, 3 a matrix that nobody has written, 4 such a vector, 5 the C that a product is
// added to, 6 a matrix of a batch that is too small, 7 the last row of a product's B.
// With an argument from 1 to 6, the triangle that is read of a matrix (the other one is there),
// with 7 the vectors of a batch.
#include <cublas_v2.h>

#include <cstdio>
#include <cstdlib>

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
  float* const all_k = fresh(n * n);
  cudaMemset2D(all_k, n * sizeof(float), 0, (n - (PLANTED == 7)) * sizeof(float), n);
  cublasSgemm(handle, N, N, n, n, n, &one, a, n, all_k, n, &zero, made, n);  // LINE 7
  float* x = fresh(n);
  cudaMemset(x, 0, (PLANTED == 4 ? 0 : n) * sizeof(float));
  cublasSgemv(handle, N, n, n, &one, a, n, x, 1, &zero, made, 1);  // LINE 4
  const int apart = PLANTED == 6 ? 8 : 0;
  float* const both = fresh(2 * n * n);
  cublasSgemmStridedBatched(  // LINE 6
      handle, N, N, n, n, n, &one, a, n, 0, b, n, apart, &zero, both, n, n * n, 2);
}

// Its diagonal and one triangle are there: the one that is read, but where it is planted.
float* triangle(bool lower) {
  float host[n * n] = {};
  float* const memory = fresh(n * n);
  for (int j = 0; j < n; ++j) {
    host[j] = j % 5 + 1;
    const int first = lower ? j : 0, count = lower ? n - j : j + 1;
    cudaMemcpy(memory + j * n + first, host, count * sizeof(float), cudaMemcpyHostToDevice);
  }
  return memory;
}
// Of a matrix of units, the diagonal is not there.
float* without_diagonal(bool lower) {
  float* const memory = fresh(n * n);
  for (int j = 0; j < n; ++j) {
    const int first = lower ? j + 1 : 0, count = lower ? n - j - 1 : j;
    if (count) cudaMemset(memory + j * n + first, 0, count * sizeof(float));
  }
  return memory;
}
void reads_triangles(cublasHandle_t handle, float* b, float* c, int planted) {
  constexpr auto N = CUBLAS_OP_N;
  constexpr auto kLeft = CUBLAS_SIDE_LEFT, kRight = CUBLAS_SIDE_RIGHT;
  constexpr auto kLower = CUBLAS_FILL_MODE_LOWER, kUpper = CUBLAS_FILL_MODE_UPPER;
  constexpr auto kDiagonal = CUBLAS_DIAG_NON_UNIT, kUnit = CUBLAS_DIAG_UNIT;
  const float one = 1, zero = 0;
  float* const lower[] = {triangle(true), triangle(false)};
  float* const upper[] = {triangle(false), triangle(true)};
  const auto of = [&](int number) { return planted == number ? 1 : 0; };
  cublasSsymm(handle, kLeft, kLower, n, n, &one, lower[of(1)], n, b, n, &zero, c, n);  // MISTAKE 1
  cublasSsymm(                                                                         // MISTAKE 2
      handle, kRight, kUpper, n, n, &one, upper[of(2)], n, b, n, &zero, c, n);
  cublasStrmm(  // MISTAKE 3
      handle, kLeft, kUpper, N, kDiagonal, n, n, &one, upper[of(3)], n, b, n, c, n);
  cublasStrsm(  // MISTAKE 4
      handle, kRight, kLower, N, kDiagonal, n, n, &one, lower[of(4)], n, c, n);
  cublasSsymv(handle, kUpper, n, &one, upper[of(5)], n, b, 1, &zero, c, 1);  // MISTAKE 5
  cublasStrsv(handle, kLower, N, kDiagonal, n, lower[of(6)], n, c, 1);       // MISTAKE 6
  cublasStrmm(handle, kLeft, kLower, N, kUnit, n, n, &one, without_diagonal(true), n, b, n, c, n);
  cublasStrsv(handle, kUpper, N, kUnit, n, without_diagonal(false), n, c, 1);
  cublasStrmm(handle, kLeft, kLower, N, kDiagonal, n, n, &zero, fresh(n * n), n, b, n, c, n);
  float* const vectors[] = {lower[0], fresh(n)};
  cublasSgemvStridedBatched(  // MISTAKE 7
      handle, N, n, n, &one, b, n, 0, vectors[of(7)], 1, 0, &zero, c, 1, n, 2);
  // Two rows, of which one only fills up the matrix.
  float* const small = fresh(4);
  cudaMemset(small, 0, sizeof(float));
  cublasStrmm(handle, kLeft, kUpper, N, kUnit, 2, 1, &one, small, 2, b, n, c, n);
}

int main(int argc, char** argv) {
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
  reads_triangles(handle, b, c, argc > 1 ? std::atoi(argv[1]) : 0);
  std::printf("%d\n", sum == other);
  cublasDestroy(handle);
}
