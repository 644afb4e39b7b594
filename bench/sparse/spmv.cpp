// SPDX-License-Identifier: Apache-2.0
// cusparseSpMV in CSR beside a loop with OpenMP over the same memory:
//
//   heddle cc -O3 -std=c++17 -Xcompiler -fopenmp -o spmv bench/sparse/spmv.cpp -lcusparse
//   OMP_NUM_THREADS=2 HEDDLE_THREADS=2 ./spmv
#include <cuda_runtime_api.h>
#include <cusparse.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>
#include <vector>
template <class T>
void loop(int m, const int* off, const int* ind, const T* val, const T* x, T* y) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < m; ++i) {
    T s = 0;
    for (int k = off[i]; k < off[i + 1]; ++k) s += val[k] * x[ind[k]];
    y[i] = s;
  }
}
template <class F>
double best(F f) {
  double b = 1e9;
  for (int r = 0; r < 15; ++r) {
    auto t = std::chrono::steady_clock::now();
    f();
    b = std::min(b, std::chrono::duration<double>(std::chrono::steady_clock::now() - t).count());
  }
  return b;
}
template <class T>
void run(const char* what, int m, int per, int band, cudaDataType type) {
  std::vector<int> off(m + 1), ind;
  std::vector<T> val, x(m, T(1.5)), y(m), z(m);
  std::mt19937 e(1);
  for (int i = 0; i < m; ++i) {
    int n = per ? 1 + e() % (2 * per - 1) : 0;
    std::vector<int> c;
    for (int k = 0; k < n; ++k)
      c.push_back(band ? std::min(m - 1, std::max(0, i + int(e() % band) - band / 2))
                       : int(e() % m));
    std::sort(c.begin(), c.end());
    ind.insert(ind.end(), c.begin(), c.end());
    off[i + 1] = ind.size();
  }
  val.assign(ind.size(), T(0.25));
  int *doff, *dind;
  T *dval, *dx, *dy;
  cudaMalloc((void**)&doff, 4 * (m + 1));
  cudaMalloc((void**)&dind, 4 * ind.size());
  cudaMalloc((void**)&dval, sizeof(T) * val.size());
  cudaMalloc((void**)&dx, sizeof(T) * m);
  cudaMalloc((void**)&dy, sizeof(T) * m);
  cudaMemcpy(doff, off.data(), 4 * (m + 1), cudaMemcpyDefault);
  cudaMemcpy(dind, ind.data(), 4 * ind.size(), cudaMemcpyDefault);
  cudaMemcpy(dval, val.data(), sizeof(T) * val.size(), cudaMemcpyDefault);
  cudaMemcpy(dx, x.data(), sizeof(T) * m, cudaMemcpyDefault);
  cusparseHandle_t h;
  cusparseCreate(&h);
  cusparseSpMatDescr_t a;
  cusparseDnVecDescr_t vx, vy;
  cusparseCreateCsr(&a, m, m, ind.size(), doff, dind, dval, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                    CUSPARSE_INDEX_BASE_ZERO, type);
  cusparseCreateDnVec(&vx, m, dx, type);
  cusparseCreateDnVec(&vy, m, dy, type);
  T one = 1, zero = 0;
  double ours = best([&] {
    cusparseSpMV(h, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, vx, &zero, vy, type,
                 CUSPARSE_SPMV_ALG_DEFAULT, doff);
    cudaDeviceSynchronize();
  });
  double theirs = best([&] { loop(m, doff, dind, dval, dx, z.data()); });
  printf("%s rows %d nnz %zu: ours %.3f ms, OpenMP %.3f ms, ratio %.2f (same %d)\n", what, m,
         ind.size(), ours * 1e3, theirs * 1e3, theirs / ours, dy[m / 2] - z[m / 2] < 1e-3);
}
int main() {
  run<float>("float random", 200000, 16, 0, CUDA_R_32F);
  run<float>("float band", 500000, 16, 400, CUDA_R_32F);
  run<double>("double band", 500000, 16, 400, CUDA_R_64F);
  run<float>("float short rows", 1000000, 3, 400, CUDA_R_32F);
  run<float>("float long rows", 20000, 400, 0, CUDA_R_32F);
  run<float>("float small", 2000, 16, 100, CUDA_R_32F);
}
