// SPDX-License-Identifier: Apache-2.0
// The library that the ladder is measured against; built in with -DGEMM_CUBLAS -lcublas.
#pragma once

#include <cublas_v2.h>

#include <cstdio>
#include <cstdlib>

#include "batch_problem.h"
#include "gpu_time.h"
#include "problem.h"

namespace gemm {

inline cudaDataType_t type(const float*) {
  return CUDA_R_32F;
}
inline cudaDataType_t type(const bf16*) {
  return CUDA_R_16BF;
}
inline cudaDataType_t type(const double*) {
  return CUDA_R_64F;
}
inline cudaDataType_t type(const int*) {
  return CUDA_R_32I;
}
inline cudaDataType_t type(const int8*) {
  return CUDA_R_8I;
}
inline cudaDataType_t type(const e4m3*) {
  return CUDA_R_8F_E4M3;
}
inline cudaDataType_t type(const e5m2*) {
  return CUDA_R_8F_E5M2;
}
template <class In>
cublasComputeType_t compute_type(bool tf32) {
  if (std::is_same_v<In, int8>) return CUBLAS_COMPUTE_32I;
  if (std::is_same_v<In, double>) return CUBLAS_COMPUTE_64F;
  return tf32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F;
}

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
    if (problem.c.order == Order::kRow) return (*this)(problem.transposed(), tf32);
    const Problem<In, Out>& p = problem;
    const auto operation = [](Order order) {
      return order == Order::kColumn ? CUBLAS_OP_N : CUBLAS_OP_T;
    };
    take_stream();
    const cublasStatus_t status =
        cublasGemmEx(handle_, operation(p.a.order), operation(p.b.order), p.m, p.n, p.k, &p.alpha,
                     p.a.data, type(p.a.data), p.a.ld, p.b.data, type(p.b.data), p.b.ld, &p.beta,
                     p.c.data, type(p.c.data), p.c.ld, compute_type<In>(tf32), CUBLAS_GEMM_DEFAULT);
    return status == CUBLAS_STATUS_SUCCESS ? cudaSuccess : cudaErrorUnknown;
  }

  // Many products by pointers in memory of the device.
  template <class In, class Out>
  cudaError_t operator()(const PointerBatch<In, Out>& batch, bool tf32) {
    if (batch.first.c.order == Order::kRow) return (*this)(batch.transposed(), tf32);
    const Problem<In, Out>& p = batch.first;
    const auto operation = [](Order order) {
      return order == Order::kColumn ? CUBLAS_OP_N : CUBLAS_OP_T;
    };
    const auto any = [](auto* pointers) { return reinterpret_cast<const void* const*>(pointers); };
    take_stream();
    const cublasStatus_t status = cublasGemmBatchedEx(
        handle_, operation(p.a.order), operation(p.b.order), p.m, p.n, p.k, &p.alpha, any(batch.a),
        type(p.a.data), p.a.ld, any(batch.b), type(p.b.data), p.b.ld, &p.beta,
        const_cast<void* const*>(any(batch.c)), type(p.c.data), p.c.ld, batch.count,
        compute_type<In>(tf32), CUBLAS_GEMM_DEFAULT);
    return status == CUBLAS_STATUS_SUCCESS ? cudaSuccess : cudaErrorUnknown;
  }

 private:
  // Which takes the workspace away.
  void take_stream() {
    if (stream_ == timed_stream()) return;
    stream_ = timed_stream();
    check(cublasSetStream(handle_, stream_));
    check(cublasSetWorkspace(handle_, workspace_, kWorkspaceBytes));
  }
  static void check(cublasStatus_t status) {
    if (status == CUBLAS_STATUS_SUCCESS) return;
    std::fprintf(stderr, "cuBLAS: status %d\n", status);
    std::exit(1);
  }

  static constexpr size_t kWorkspaceBytes = 64 << 20;
  cublasHandle_t handle_;
  void* workspace_ = nullptr;
  cudaStream_t stream_ = nullptr;
};

}  // namespace gemm
