// SPDX-License-Identifier: Apache-2.0
// A product whose result a kernel reads: what the call wrote counts as written. With -DPLANTED y is
// too short.
#include <cusparse.h>

#include <cstdio>

constexpr int n = 64;

__global__ void prepare(int* offsets, int* columns, float* values, float* x) {
  const int i = threadIdx.x;
  offsets[i] = i;
  if (i == n - 1) offsets[n] = n;
  columns[i] = n - 1 - i;
  values[i] = 2;
  x[i] = 8;
}
__global__ void add(const float* y, float* sum) {
  atomicAdd(sum, y[threadIdx.x]);
}

template <class T>
T* fresh(int count) {
  T* made = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&made), count * sizeof(T));
  return made;
}

int main() {
  int *offsets = fresh<int>(n + 1), *columns = fresh<int>(n);
  float *values = fresh<float>(n), *x = fresh<float>(n), *sum = fresh<float>(1);
#ifdef PLANTED
  float* y = fresh<float>(n - 1);
#else
  float* y = fresh<float>(n);
#endif
  float *b = fresh<float>(2 * n), *c = fresh<float>(2 * n);
  prepare<<<1, n>>>(offsets, columns, values, x);
  cudaMemset(sum, 0, sizeof(float));
  cudaMemset(b, 0, 2 * n * sizeof(float));
  cusparseHandle_t handle;
  cusparseCreate(&handle);
  cusparseSpMatDescr_t a;
  cusparseCreateCsr(&a, n, n, n, offsets, columns, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                    CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
  cusparseDnVecDescr_t of_x, of_y;
  cusparseCreateDnVec(&of_x, n, x, CUDA_R_32F);
  cusparseCreateDnVec(&of_y, n, y, CUDA_R_32F);
  cusparseDnMatDescr_t of_b, of_c;
  cusparseCreateDnMat(&of_b, n, 2, n, b, CUDA_R_32F, CUSPARSE_ORDER_COL);
  cusparseCreateDnMat(&of_c, n, 2, n, c, CUDA_R_32F, CUSPARSE_ORDER_COL);
  const float one = 1, zero = 0;
  const auto N = CUSPARSE_OPERATION_NON_TRANSPOSE;
  cusparseSpMV(handle, N, &one, a, of_x, &zero, of_y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, sum);
  cusparseSpMM(handle, N, N, &one, a, of_b, &zero, of_c, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT,
               sum);
#ifndef PLANTED
  add<<<1, n>>>(y, sum);
  add<<<1, n>>>(c + n, sum);
#endif
  float total = 0, first = 0;
  cudaMemcpy(&total, sum, sizeof(float), cudaMemcpyDefault);
  cudaMemcpy(&first, y, sizeof(float), cudaMemcpyDefault);
  std::printf("%g %g\n", first, total / 16);
  cusparseDestroyDnMat(of_b), cusparseDestroyDnMat(of_c);
  cusparseDestroyDnVec(of_x), cusparseDestroyDnVec(of_y);
  cusparseDestroySpMat(a);
  cusparseDestroy(handle);
}
