// SPDX-License-Identifier: Apache-2.0
// What batches, 16-bit vectors and results in device memory write counts as written, each in memory
// that nobody wrote before. With -DPLANTED the second matrix of a list ends behind its memory.
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda_fp16.h>

#include <cstdio>

constexpr int n = 16, kAll = n * n;

__global__ void read(const float* from, float* to, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) to[i] = from[i] + 1;
}

template <class T>
T* fresh(int count) {
  T* made = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&made), count * sizeof(T));
  return made;
}

struct Matrices {
  float* at = fresh<float>(2 * kAll);
  float** list = fresh<float*>(2);
  Matrices() {
    float* const both[] = {at, at + kAll};
    cudaMemcpy(list, both, sizeof(both), cudaMemcpyDefault);
  }
};

// Of `bytes` that were just written.
void use(const void* from, int bytes) {
  static float* const to = fresh<float>(2 * kAll);
  read<<<1, 32>>>(static_cast<const float*>(from), to, bytes / 4);
}

int main() {
  constexpr cublasOperation_t N = CUBLAS_OP_N;
  Matrices a, c[8];
  cudaMemset(a.at, 0, 2 * kAll * sizeof(float));
  const __half* const h = reinterpret_cast<const __half*>(a.at);
  const int both = 2 * kAll * sizeof(float), one_size = n, group = 2;
  cublasHandle_t handle;
  cublasCreate(&handle);
  const float one = 1, zero = 0;
#ifdef PLANTED
  float* wrong[] = {c[0].at, c[0].at + kAll + 1};
  cudaMemcpy(c[0].list, wrong, sizeof(wrong), cudaMemcpyDefault);
#endif
  cublasSgemmBatched(handle, N, N, n, n, n, &one, a.list, n, a.list, n, &zero, c[0].list, n, 2);
#ifndef PLANTED
  use(c[0].at, both);
#endif
  cublasSgemmStridedBatched(handle, N, N, n, n, n, &one, a.at, n, kAll, a.at, n, kAll, &zero,
                            c[1].at, n, kAll, 2);
  use(c[1].at, both);
  cublasSgemmGroupedBatched(handle, &N, &N, &one_size, &one_size, &one_size, &one, a.list,
                            &one_size, a.list, &one_size, &zero, c[2].list, &one_size, 1, &group);
  use(c[2].at, both);
  cublasSgemvStridedBatched(handle, N, n, n, &one, a.at, n, kAll, a.at, -1, n, &zero, c[3].at, -1,
                            n, 2);
  use(c[3].at, 2 * n * sizeof(float));
  cublasHSSgemvStridedBatched(handle, N, n, n, &one, h, n, kAll, h, 1, n, &zero, c[3].at + kAll, 1,
                              n, 2);
  use(c[3].at + kAll, 2 * n * sizeof(float));
  int* const info = fresh<int>(2);
  const float unit[] = {1};
  cudaMemset(a.at, 0, both);
  for (int i = 0; i < n; ++i)
    for (float* const matrix : {a.at, a.at + kAll})
      cudaMemcpy(matrix + i * (n + 1), unit, sizeof(unit), cudaMemcpyDefault);
  cublasSmatinvBatched(handle, n, a.list, n, c[4].list, n, info, 2);
  use(c[4].at, both);
  use(info, sizeof(int) * 2);
  int* const pivots = fresh<int>(2 * n);
  cublasSgetrfBatched(handle, n, a.list, n, pivots, info, 2);
  use(pivots, sizeof(int) * 2 * n);
  float* const tau = fresh<float>(2 * n);
  float* taus[] = {tau, tau + n};
  float** const list = fresh<float*>(2);
  cudaMemcpy(list, taus, sizeof(taus), cudaMemcpyDefault);
  int answer = 0;
  cublasSgeqrfBatched(handle, n, n, a.list, n, list, &answer, 2);
  use(tau, 2 * n * sizeof(float));

  cublasCopyEx(handle, kAll, h, CUDA_R_16F, 1, c[5].at, CUDA_R_16F, 1);
  use(c[5].at, kAll * sizeof(__half));
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
  __half* const norms = fresh<__half>(2);
  for (__half* const to : {norms, norms + 1})
    cublasNrm2Ex(handle, n, h, CUDA_R_16F, 1, to, CUDA_R_16F, CUDA_R_32F);
  use(norms, 2 * sizeof(__half));
  int* const index = fresh<int>(1);
  cublasIsamax(handle, n, a.at, 1, index);
  use(index, sizeof(int));
  float* const parameters = fresh<float>(5);
  cublasSrotmg(handle, a.at, a.at + 1, a.at + 2, a.at + 3, parameters);
  use(parameters, 5 * sizeof(float));
  cublasDestroy(handle);

  // The auxiliary matrix of an epilogue: numbers, and bits.
  cublasLtHandle_t lt;
  cublasLtCreate(&lt);
  cublasLtMatrixLayout_t layout;
  cublasLtMatrixLayoutCreate(&layout, CUDA_R_32F, n, n, n);
  for (const bool relu : {false, true}) {
    const uint32_t epilogue = relu ? CUBLASLT_EPILOGUE_RELU_AUX : CUBLASLT_EPILOGUE_GELU_AUX;
    const int64_t ld = relu ? 128 : n;
    void* const aux = c[relu ? 6 : 7].at;
    cublasLtMatmulDesc_t desc;
    cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F);
    cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue,
                                   sizeof(epilogue));
    cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, &aux,
                                   sizeof(aux));
    cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, &ld, sizeof(ld));
    cublasLtMatmul(lt, desc, &one, a.at, layout, a.at, layout, &zero, c[1].at, layout, c[1].at,
                   layout, nullptr, nullptr, 0, nullptr);
    if (relu) {
      // Of each column the first 16 bits.
      cudaMemcpy2D(c[2].at, 2, aux, ld / 8, 2, n, cudaMemcpyDefault);
      use(c[2].at, 2 * n);
    } else {
      use(aux, kAll * sizeof(float));
    }
    cublasLtMatmulDescDestroy(desc);
  }
  cublasLtMatrixLayoutDestroy(layout);
  cublasLtDestroy(lt);
  cudaDeviceSynchronize();
  std::puts("written");
}
