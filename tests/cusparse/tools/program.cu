// SPDX-License-Identifier: Apache-2.0
// A product whose result a kernel reads: what the call wrote counts as written. With -DPLANTED=1 y
// is too short, with 2 nobody has written the matrix's values, with 3 its indices of columns are
// too few, with 4 nobody has written x, with 5 what is multiplied with the matrix in the second
// product, with 6 what is added there.
#include <cusparse.h>

#include <cstdio>

#ifndef PLANTED
#define PLANTED 0
#endif

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
  float* y = fresh<float>(PLANTED == 1 ? n - 1 : n);
  float *b = fresh<float>(2 * n), *c = fresh<float>(2 * n);
  prepare<<<1, n>>>(offsets, columns, values, x);
  cudaMemset(sum, 0, sizeof(float));
  if (PLANTED != 5) cudaMemset(b, 0, 2 * n * sizeof(float));
  if (PLANTED == 2) values = fresh<float>(n);
  if (PLANTED == 3) {
    int* const few = fresh<int>(n - 1);
    cudaMemcpy(few, columns, (n - 1) * sizeof(int), cudaMemcpyDefault);
    columns = few;
  }
  if (PLANTED == 4) x = fresh<float>(n);
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
  cusparseSpMM(handle, N, N, &one, a, of_b, PLANTED == 6 ? &one : &zero, of_c, CUDA_R_32F,
               CUSPARSE_SPMM_ALG_DEFAULT, sum);
#if PLANTED == 0
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
