// SPDX-License-Identifier: Apache-2.0
// For check_tools: a right program, and with a number, one that makes that mistake.
#include <cuda_runtime.h>
#include <cusolverDn.h>

#include <cstdio>
#include <cstdlib>

constexpr int n = 32;

__global__ void diagonal(double* a) {
  for (int j = 0; j < n; ++j) a[threadIdx.x * n + j] = int(threadIdx.x) == j ? 4.0 + j : 0.0;
}
// A triangle, and nothing of the other one.
__global__ void one_half(double* a, bool lower) {
  const int j = threadIdx.x;
  for (int i = lower ? j : 0; i < (lower ? n : j + 1); ++i) a[j * n + i] = i == j ? 4.0 + j : 0.0;
}
__global__ void ones(double* b) {
  b[threadIdx.x] = 1;
}
__global__ void list(double** at, double* a, double* b) {
  at[0] = a;
  at[1] = b;
}
__global__ void add(const double* x, const int* info, double* out) {
  double sum = *info;
  for (int i = 0; i < n; ++i) sum += x[i];
  *out += sum;
}

template <class T>
T* make(int count) {
  T* memory = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&memory), count * sizeof(T));
  return memory;
}

int planted = 0;
// What has been written, or with this mistake: has not.
double* matrix(int mistake = -1) {
  auto* const a = make<double>(n * n);
  if (planted != mistake) diagonal<<<1, n>>>(a);
  return a;
}
double* vector(int mistake = -1) {
  auto* const b = make<double>(n);
  if (planted != mistake) ones<<<1, n>>>(b);
  return b;
}

int main(int count, char** words) {
  if (count > 1) planted = std::atoi(words[1]);
  cusolverDnHandle_t handle;
  if (cusolverDnCreate(&handle) != CUSOLVER_STATUS_SUCCESS) return 1;
  auto* const work = make<double>(1);
  auto* const info = make<int>(2);
  auto* const out = make<double>(1);
  cudaMemset(out, 0, sizeof *out);
  const auto lower = CUBLAS_FILL_MODE_LOWER;

  auto* const a = matrix(1);
  auto* const b = vector(2);
  cusolverDnDpotrf(handle, lower, planted == 3 ? n + 1 : n, a, n + (planted == 3), work, 1, info);
  cusolverDnDpotrs(handle, lower, n, 1, a, n, b, n, info);
  add<<<1, 1>>>(b, info, out);

  auto* const rows = make<int>(n);
  auto *const c = matrix(4), *const d = vector();
  if (planted != 5) cusolverDnDgetrf(handle, n, n, c, n, work, rows, info);
  cusolverDnDgetrs(handle, CUBLAS_OP_N, n, 1, c, n, rows, d, n, info);
  add<<<1, 1>>>(d, info, out);

  // Values of which only the function knows how many there are.
  auto* const values = make<double>(n);
  int found = 0;
  cusolverDnDsyevdx(handle, CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_RANGE_ALL, lower, n, matrix(6),
                    n, 0, 0, 0, 0, &found, values, work, 1, info);
  add<<<1, 1>>>(values, info, out);

  auto* const tau = make<double>(n);
  auto *const q = matrix(7), *const e = vector();
  if (planted != 8) cusolverDnDgeqrf(handle, n, n, q, n, tau, work, 1, info);
  cusolverDnDormqr(handle, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, n, 1, n, q, n, tau, e, n, work, 1, info);
  add<<<1, 1>>>(e, info, out);

  auto* const s = make<double>(n);
  cusolverDnDgesvd(handle, 'N', 'N', n, n, matrix(9), n, s, nullptr, 1, nullptr, 1, work, 1,
                   nullptr, info);
  add<<<1, 1>>>(s, info, out);

  auto* const triangle = make<double>(n * n);
  one_half<<<1, n>>>(triangle, planted != 11);
  cusolverDnDpotri(handle, lower, n, triangle, n, work, 1, info);

  auto** const both = make<double*>(2);
  list<<<1, 1>>>(both, matrix(), matrix(10));
  cusolverDnDpotrfBatched(handle, lower, n, both, n, info, 2);

  double host = -1;
  cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%s\n", host > 0 ? "right" : "wrong");
  cusolverDnDestroy(handle);
  return 0;
}
