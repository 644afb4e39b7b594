// SPDX-License-Identifier: Apache-2.0
// What the tests of cublasLt share: described matrices, and a product of them.
#pragma once

#include <cublasLt.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include "cublas_test.h"

inline Big big(__half x) {
  return __half2float(x);
}
inline Big big(__nv_bfloat16 x) {
  return __bfloat162float(x);
}
inline Big big(__nv_fp8_e4m3 x) {
  return float(x);
}
inline Big big(__nv_fp8_e5m2 x) {
  return float(x);
}

struct Kept {
  cublasLtHandle_t handle;
  void* workspace = nullptr;
  std::size_t bytes = 1 << 24;
};

template <class T>
cudaDataType type_of() {
  return std::is_same_v<T, float>           ? CUDA_R_32F
         : std::is_same_v<T, double>        ? CUDA_R_64F
         : std::is_same_v<T, __half>        ? CUDA_R_16F
         : std::is_same_v<T, __nv_bfloat16> ? CUDA_R_16BF
         : std::is_same_v<T, __nv_fp8_e4m3> ? CUDA_R_8F_E4M3
         : std::is_same_v<T, __nv_fp8_e5m2> ? CUDA_R_8F_E5M2
                                            : CUDA_C_32F;
}

// A matrix in one of the two orders, a batch of them.
template <class T>
struct Matrix {
  static constexpr int kGap = sizeof(T) == 1 ? 16 : 8;
  int rows, columns, count;
  cublasLtOrder_t order;
  int64_t ld, stride;
  std::vector<T> host;
  T* device = nullptr;
  cublasLtMatrixLayout_t layout;
  Matrix(int r, int c, int n, cublasLtOrder_t o)
      : rows(r),
        columns(c),
        count(n),
        order(o),
        ld((o == CUBLASLT_ORDER_COL ? r : c) + kGap - (o == CUBLASLT_ORDER_COL ? r : c) % kGap),
        stride(ld * (o == CUBLASLT_ORDER_COL ? c : r)),
        host(stride * n) {
    for (T& x : host) {
      if constexpr (std::is_arithmetic_v<T> || is_complex<T>)
        x = number<T>();
      else
        x = T(number<float>());
    }
    CHECK(cudaMalloc(reinterpret_cast<void**>(&device), host.size() * sizeof(T)) == cudaSuccess);
    CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyDefault) ==
          cudaSuccess);
    OK(cublasLtMatrixLayoutCreate(&layout, type_of<T>(), r, c, ld));
    const int32_t order_value = o, batches = n;
    OK(cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_ORDER, &order_value,
                                        sizeof(order_value)));
    OK(cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &batches,
                                        sizeof(batches)));
    OK(cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
                                        &stride, sizeof(stride)));
  }
  ~Matrix() {
    cudaFree(device);
    cublasLtMatrixLayoutDestroy(layout);
  }
  Matrix(const Matrix&) = delete;
  std::size_t place(int s, int i, int j) const {
    return s * stride + (order == CUBLASLT_ORDER_COL ? j * ld + i : i * ld + j);
  }
  Dense dense(int s) const {
    Dense out(rows, columns);
    for (int j = 0; j < columns; ++j)
      for (int i = 0; i < rows; ++i) out(i, j) = big(host[place(s, i, j)]);
    return out;
  }
  std::vector<T> down() const {
    std::vector<T> out(host.size());
    CHECK(cudaMemcpy(out.data(), device, out.size() * sizeof(T), cudaMemcpyDefault) == cudaSuccess);
    return out;
  }
};

inline double gelu(double x) {
  return 0.5 * x * (1 + std::tanh(0.7978845608 * (x + 0.044715 * x * x * x)));
}

// Whether it was computed: a GPU has not all combinations.
inline bool multiply(Kept& kept, cublasLtMatmulDesc_t desc, const void* alpha, const void* a,
                     cublasLtMatrixLayout_t la, const void* b, cublasLtMatrixLayout_t lb,
                     const void* beta, const void* c, cublasLtMatrixLayout_t lc, void* d,
                     cublasLtMatrixLayout_t ld) {
  cublasLtMatmulPreference_t preference;
  OK(cublasLtMatmulPreferenceCreate(&preference));
  OK(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                                          &kept.bytes, sizeof(kept.bytes)));
  cublasLtMatmulHeuristicResult_t result;
  int count = 0;
  const cublasStatus_t status = cublasLtMatmulAlgoGetHeuristic(kept.handle, desc, la, lb, lc, ld,
                                                               preference, 1, &result, &count);
  OK(cublasLtMatmulPreferenceDestroy(preference));
#ifdef ON_A_GPU
  if (status != CUBLAS_STATUS_SUCCESS || count == 0) {
    std::puts("a GPU has not this one");
    return false;
  }
#endif
  CHECK(status == CUBLAS_STATUS_SUCCESS && count == 1);
  OK(cublasLtMatmul(kept.handle, desc, alpha, a, la, b, lb, beta, c, lc, d, ld,
                    pick(0, 1) ? &result.algo : nullptr, kept.workspace, kept.bytes, nullptr));
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  return true;
}
