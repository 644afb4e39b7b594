// SPDX-License-Identifier: Apache-2.0
// What cuBLAS answers to arguments at the edge of what it takes: a line each. statuses_h200.txt
// is what an H200's said (CUDA 13.0); where Heddle's differs is written down
// (tests/libraries/check_statuses).
#include <cublas_v2.h>
#include <cuda_runtime_api.h>

#include <cstdio>
#include <initializer_list>

#include "../../libraries/tell_status.h"

static const char* name_of(cublasStatus_t status) {
  return cublasGetStatusName(status);
}

int main() {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  cublasHandle_t handle;
  if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return 1;
  // Room for every call, and zeros.
  char* memory = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&memory), 1 << 20);
  cudaMemset(memory, 0, 1 << 20);
  float* const a = reinterpret_cast<float*>(memory);
  float* const b = a + 10000;
  float* const c = b + 10000;
  cuComplex* const ca = reinterpret_cast<cuComplex*>(a);
  cuComplex* const cc = reinterpret_cast<cuComplex*>(c);
  const float one = 1, zero = 0;
  const cuComplex cone = {1, 0};
  float result = 0, other = 0;
  int index = 0;
  const auto N = CUBLAS_OP_N, T = CUBLAS_OP_T, C = CUBLAS_OP_C;
  const auto L = CUBLAS_FILL_MODE_LOWER;
  TELL(cublasSaxpy(handle, -1, &one, a, 1, b, 1));
  TELL(cublasSaxpy(handle, 4, nullptr, a, 1, b, 1));
  TELL(cublasSaxpy(handle, 4, &one, a, 0, b, 1));
  TELL(cublasSaxpy(handle, 4, &one, a, 1, b, 0));
  TELL(cublasSaxpy(handle, 0, &one, nullptr, 1, nullptr, 1));
  TELL(cublasScopy(handle, 4, a, 0, b, 1));
  TELL(cublasSswap(handle, -1, a, 1, b, 1));
  TELL(cublasSscal(handle, 4, &one, a, 0));
  TELL(cublasSscal(handle, 4, &one, a, -1));
  TELL(cublasSscal(handle, 4, nullptr, a, 1));
  TELL(cublasSdot(handle, 4, a, 0, b, 1, &result));
  TELL(cublasSdot(handle, -1, a, 1, b, 1, &result));
  TELL(cublasSdot(handle, 4, a, 1, b, 1, nullptr));
  TELL(cublasSnrm2(handle, 4, a, 0, &result));
  TELL(cublasSnrm2(handle, -4, a, 1, &result));
  TELL(cublasSasum(handle, 4, a, -1, &result));
  TELL(cublasIsamax(handle, 0, a, 1, &index));
  TELL(cublasIsamax(handle, 4, a, 0, &index));
  TELL(cublasIsamax(handle, 4, a, 1, nullptr));
  TELL(cublasSrot(handle, 4, a, 0, b, 1, &one, &zero));
  TELL(cublasSrot(handle, 4, a, 1, b, 1, nullptr, &zero));
  TELL(cublasSrotg(handle, &result, &other, nullptr, &other));
  TELL(cublasSrotm(handle, 4, a, 1, b, 1, nullptr));
  TELL(cublasSgemv(handle, N, 0, 4, &one, a, 1, b, 1, &one, c, 1));
  TELL(cublasSgemv(handle, N, 4, 4, &one, a, 3, b, 1, &one, c, 1));
  TELL(cublasSgemv(handle, N, 4, 4, &one, a, 4, b, 0, &one, c, 1));
  TELL(cublasSgemv(handle, N, 4, 4, &one, a, 4, b, 1, &one, c, 0));
  TELL(cublasSgemv(handle, N, -4, 4, &one, a, 4, b, 1, &one, c, 1));
  TELL(cublasSgemv(handle, cublasOperation_t(3), 4, 4, &one, a, 4, b, 1, &one, c, 1));
  TELL(cublasSgemv(handle, cublasOperation_t(9), 4, 4, &one, a, 4, b, 1, &one, c, 1));
  TELL(cublasSgemv(handle, N, 4, 4, nullptr, a, 4, b, 1, &one, c, 1));
  TELL(cublasSgemv(handle, N, 4, 4, &one, a, 4, b, 1, nullptr, c, 1));
  TELL(cublasSgbmv(handle, N, 4, 4, 1, 1, &one, a, 2, b, 1, &one, c, 1));
  TELL(cublasSgbmv(handle, N, 4, 4, -1, 1, &one, a, 3, b, 1, &one, c, 1));
  TELL(cublasSger(handle, 4, 4, &one, a, 1, b, 1, c, 3));
  TELL(cublasSsymv(handle, CUBLAS_FILL_MODE_FULL, 4, &one, a, 4, b, 1, &one, c, 1));
  TELL(cublasSsbmv(handle, L, 4, 5, &one, a, 6, b, 1, &one, c, 1));
  TELL(cublasSsbmv(handle, L, 4, 2, &one, a, 2, b, 1, &one, c, 1));
  TELL(cublasStrmv(handle, L, N, cublasDiagType_t(2), 4, a, 4, b, 1));
  TELL(cublasStrsv(handle, L, N, CUBLAS_DIAG_UNIT, 4, a, 3, b, 1));
  TELL(cublasStbsv(handle, L, N, CUBLAS_DIAG_UNIT, 4, -1, a, 3, b, 1));
  TELL(cublasSspr(handle, L, 4, &one, a, 0, b));
  TELL(cublasSgemm(handle, N, N, 0, 4, 4, &one, a, 1, b, 4, &one, c, 1));
  TELL(cublasSgemm(handle, N, N, 0, 4, 4, &one, a, 0, b, 4, &one, c, 1));
  TELL(cublasSgemm(handle, N, N, 4, 4, 0, &one, a, 4, b, 1, &zero, c, 4));
  TELL(cublasSgemm(handle, N, N, 4, 4, -1, &one, a, 4, b, 4, &one, c, 4));
  TELL(cublasSgemm(handle, N, N, 4, 4, 4, &one, a, 3, b, 4, &one, c, 4));
  TELL(cublasSgemm(handle, N, N, 4, 4, 4, &one, a, 4, b, 3, &one, c, 4));
  TELL(cublasSgemm(handle, N, N, 4, 4, 4, &one, a, 4, b, 4, &one, c, 3));
  TELL(cublasSgemm(handle, N, N, 4, 4, 4, nullptr, a, 4, b, 4, &one, c, 4));
  TELL(cublasSgemm(handle, N, N, 4, 4, 4, &one, a, 4, b, 4, nullptr, c, 4));
  TELL(cublasSgemm(handle, cublasOperation_t(3), N, 4, 4, 4, &one, a, 4, b, 4, &one, c, 4));
  TELL(cublasCgemm(handle, cublasOperation_t(3), N, 4, 4, 4, &cone, ca, 4, ca, 4, &cone, cc, 4));
  TELL(cublasSsyrk(handle, L, C, 4, 4, &one, a, 4, &one, c, 4));
  TELL(cublasCsyrk(handle, L, C, 4, 4, &cone, ca, 4, &cone, cc, 4));
  TELL(cublasCsyr2k(handle, L, C, 4, 4, &cone, ca, 4, ca, 4, &cone, cc, 4));
  TELL(cublasCherk(handle, L, T, 4, 4, &one, ca, 4, &one, cc, 4));
  TELL(cublasCher2k(handle, L, T, 4, 4, &cone, ca, 4, ca, 4, &one, cc, 4));
  TELL(cublasCherkx(handle, L, T, 4, 4, &cone, ca, 4, ca, 4, &one, cc, 4));
  TELL(cublasCsyrkx(handle, L, C, 4, 4, &cone, ca, 4, ca, 4, &cone, cc, 4));
  TELL(cublasSsymm(handle, cublasSideMode_t(2), L, 4, 4, &one, a, 4, b, 4, &one, c, 4));
  TELL(cublasSsymm(handle, CUBLAS_SIDE_RIGHT, L, 4, 6, &one, a, 4, b, 4, &one, c, 4));
  TELL(cublasStrmm(handle, CUBLAS_SIDE_LEFT, L, N, CUBLAS_DIAG_UNIT, 4, 4, &one, a, 4, b, 4, c, 3));
  TELL(cublasStrsm(handle, CUBLAS_SIDE_LEFT, L, N, CUBLAS_DIAG_UNIT, 4, 4, nullptr, a, 4, b, 4));
  TELL(cublasSgeam(handle, N, N, 4, 4, &one, a, 4, &one, b, 4, a, 4));
  TELL(cublasSgeam(handle, T, N, 4, 4, &one, a, 4, &one, b, 4, a, 4));
  TELL(cublasSgeam(handle, N, N, 4, 4, &one, a, 5, &one, b, 4, a, 4));
  TELL(cublasSgeam(handle, N, N, 4, 4, nullptr, a, 4, &one, b, 4, c, 4));
  TELL(cublasSdgmm(handle, CUBLAS_SIDE_LEFT, 4, 4, a, 4, b, 0, c, 4));
  TELL(cublasSgemmStridedBatched(handle, N, N, 4, 4, 4, &one, a, 4, 16, b, 4, 16, &one, c, 4, 16,
                                 0));
  TELL(cublasSgemmStridedBatched(handle, N, N, 4, 4, 4, &one, a, 4, 16, b, 4, 16, &one, c, 4, 16,
                                 -1));
  TELL(cublasSetVector(4, 0, &one, 1, a, 1));
  TELL(cublasSetVector(0, 4, &one, 1, a, 1));
  TELL(cublasSetMatrix(4, 4, 4, &one, 3, a, 4));
  TELL(cublasSetPointerMode(handle, cublasPointerMode_t(2)));
  TELL(cublasSetAtomicsMode(handle, cublasAtomicsMode_t(2)));
  TELL(cublasSetMathMode(handle, cublasMath_t(40)));
  TELL(cublasSetWorkspace(handle, a + 1, 4096));
  TELL(cublasSetSmCountTarget(handle, -1));
  TELL(cublasSetSmCountTarget(handle, 100000));
  TELL(cublasGetPointerMode(handle, nullptr));
  TELL(cublasGetVersion(nullptr, &index));

  // What a capture makes of a result of the host.
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cublasSetStream(handle, stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
  std::printf("%s: dot in a capture\n",
              cublasGetStatusName(cublasSdot(handle, 4, a, 1, b, 1, &result)));
  cudaGraph_t graph;
  std::printf("%s: end of the capture\n", cudaGetErrorName(cudaStreamEndCapture(stream, &graph)));
  cudaGetLastError();
  cublasSetStream(handle, nullptr);

  // Which types cublasGemmEx has: a line for each way to compute, a word for each pair of types
  // that it takes.
  struct {
    int type;
    const char* name;
  } const types[] = {{CUDA_R_16F, "16F"},  {CUDA_R_16BF, "16BF"}, {CUDA_R_32F, "32F"},
                     {CUDA_R_64F, "64F"},  {CUDA_R_8I, "8I"},     {CUDA_R_32I, "32I"},
                     {CUDA_C_32F, "C32F"}, {CUDA_C_64F, "C64F"},  {CUDA_C_8I, "C8I"}};
  for (const int compute : {64, 65, 68, 69, 70, 71, 72, 73, 74, 75, 77}) {
    std::printf("compute %d:", compute);
    const double zeros[2] = {0, 0};
    for (const auto& ab : types)
      for (const auto& to : types) {
        const cublasStatus_t status =
            cublasGemmEx(handle, N, N, 16, 16, 16, zeros, a, cudaDataType(ab.type), 16, b,
                         cudaDataType(ab.type), 16, zeros, c, cudaDataType(to.type), 16,
                         cublasComputeType_t(compute), CUBLAS_GEMM_DEFAULT);
        if (status == CUBLAS_STATUS_SUCCESS)
          std::printf(" %s-%s", ab.name, to.name);
        else if (status != CUBLAS_STATUS_NOT_SUPPORTED)
          std::printf(" %s-%s(%d)", ab.name, to.name, int(status));
      }
    std::printf("\n");
  }
  TELL(cublasSmatinvBatched(handle, 33, nullptr, 33, nullptr, 33, nullptr, 0));
  int info = 9;
  TELL(cublasSgetrsBatched(handle, N, 4, -1, nullptr, 4, nullptr, nullptr, 4, &info, 1));
  std::printf("info %d\n", info);
  TELL(cublasSgeqrfBatched(handle, 4, 4, nullptr, 3, nullptr, &info, 1));
  std::printf("info %d\n", info);
  TELL(cublasSgelsBatched(handle, T, 4, 4, 1, nullptr, 4, nullptr, 4, &info, nullptr, 1));
  std::printf("info %d\n", info);
  TELL(cublasSgelsBatched(handle, N, 3, 4, 1, nullptr, 4, nullptr, 4, &info, nullptr, 1));
  std::printf("info %d\n", info);
  cublasDestroy(handle);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
