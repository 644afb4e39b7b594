// SPDX-License-Identifier: Apache-2.0
// The library that the ladder is measured against; built in with -DGEMM_CUBLAS -lcublas.
#pragma once

#include <cublas_v2.h>
#include <cuda_bf16.h>

#include <cstdio>
#include <cstdlib>

#include "problem.h"

namespace gemm {

class Cublas {
 public:
  Cublas() {
    check(cublasCreate(&handle_));
    cudaMalloc(&workspace_, kWorkspaceBytes);
    check(cublasSetWorkspace(handle_, workspace_, kWorkspaceBytes));
  }
  Cublas(const Cublas&) = delete;
  Cublas& operator=(const Cublas&) = delete;
  ~Cublas() {
    cublasDestroy(handle_);
    cudaFree(workspace_);
  }

  // cuBLAS writes C column by column, so a C in rows is the transposed problem.
  template <class In, class Out>
  cudaError_t operator()(const Problem<In, Out>& problem, bool tf32) {
    const Problem<In, Out> p = problem.c.order == Order::kColumn ? problem : problem.transposed();
    const auto operation = [](Order order) {
      return order == Order::kColumn ? CUBLAS_OP_N : CUBLAS_OP_T;
    };
    const cublasStatus_t status = cublasGemmEx(
        handle_, operation(p.a.order), operation(p.b.order), p.m, p.n, p.k, &p.alpha, p.a.data,
        type(p.a.data), p.a.ld, p.b.data, type(p.b.data), p.b.ld, &p.beta, p.c.data, type(p.c.data),
        p.c.ld, tf32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
    return status == CUBLAS_STATUS_SUCCESS ? cudaSuccess : cudaErrorUnknown;
  }

 private:
  static cudaDataType_t type(const float*) { return CUDA_R_32F; }
  static cudaDataType_t type(const __nv_bfloat16*) { return CUDA_R_16BF; }
  static void check(cublasStatus_t status) {
    if (status == CUBLAS_STATUS_SUCCESS) return;
    std::fprintf(stderr, "cuBLAS: status %d\n", status);
    std::exit(1);
  }

  static constexpr size_t kWorkspaceBytes = 64 << 20;
  cublasHandle_t handle_;
  void* workspace_ = nullptr;
};

}  // namespace gemm
