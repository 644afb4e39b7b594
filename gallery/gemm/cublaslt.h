// SPDX-License-Identifier: Apache-2.0
// cublasLt, the same library asked in another way: it names several kernels for a problem, and the
// fastest of eight by GPU time is the one to be measured against. Its epilogues fuse bias and GELU.
#pragma once

#include <cublasLt.h>

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "cublas.h"
#include "gpu_time.h"
#include "problem.h"

namespace gemm {

// How FP8 is added up, and its scales (the same for both, as C in rows turns A and B around).
struct LtFp8 {
  bool fast = false;
  const float* scale_a = nullptr;
  const float* scale_b = nullptr;
};

// Products of one size, whose matrices begin so many elements apart.
struct LtBatches {
  int count = 1;
  long long a = 0, b = 0, c = 0;
};

class CublasLt {
 public:
  CublasLt() {
    if (cublasLtCreate(&handle_) != CUBLAS_STATUS_SUCCESS) handle_ = nullptr;
    cudaMalloc(&workspace_, kWorkspaceBytes);
  }
  CublasLt(const CublasLt&) = delete;
  CublasLt& operator=(const CublasLt&) = delete;
  ~CublasLt() {
    if (handle_ != nullptr) cublasLtDestroy(handle_);
    cudaFree(workspace_);
  }

  using Fp8 = LtFp8;
  using Batches = LtBatches;

  // What computes the problem fastest, found by running C; bias (of C's type) as GELU(A B + bias).
  // Empty when cublasLt has nothing.
  template <class In, class Out>
  std::function<cudaError_t()> best(const Problem<In, Out>& problem, bool tf32,
                                    const Out* bias = nullptr, Fp8 fp8 = {}, Batches batches = {}) {
    if (problem.c.order == Order::kRow) {
      std::swap(batches.a, batches.b);
      return best(problem.transposed(), tf32, bias, fp8, batches);
    }
    const Problem<In, Out> p = problem;
    const auto plan = std::make_shared<Plan>();
    const cudaDataType_t of_factors = type(static_cast<const Factor<Out>*>(nullptr));
    if (cublasLtMatmulDescCreate(&plan->operation, compute_type<In>(tf32), of_factors) !=
        CUBLAS_STATUS_SUCCESS)
      return {};
    if (fp8.fast) set(*plan, CUBLASLT_MATMUL_DESC_FAST_ACCUM, int8_t(1));
    if (fp8.scale_a != nullptr) set(*plan, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, fp8.scale_a);
    if (fp8.scale_b != nullptr) set(*plan, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, fp8.scale_b);
    set(*plan, CUBLASLT_MATMUL_DESC_TRANSA, operation(p.a.order));
    set(*plan, CUBLASLT_MATMUL_DESC_TRANSB, operation(p.b.order));
    if (bias != nullptr) {
      set(*plan, CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_GELU_BIAS);
      set(*plan, CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias);
    }
    layout(&plan->a, p.a, p.m, p.k, batches.count, batches.a);
    layout(&plan->b, p.b, p.k, p.n, batches.count, batches.b);
    layout(&plan->c, p.c, p.m, p.n, batches.count, batches.c);

    cublasLtMatmulPreference_t preference;
    cublasLtMatmulPreferenceCreate(&preference);
    const size_t bytes = kWorkspaceBytes;
    cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                                         &bytes, sizeof bytes);
    constexpr int kAsked = 8;
    cublasLtMatmulHeuristicResult_t found[kAsked];
    int count = 0;
    cublasLtMatmulAlgoGetHeuristic(handle_, plan->operation, plan->a, plan->b, plan->c, plan->c,
                                   preference, kAsked, found, &count);
    cublasLtMatmulPreferenceDestroy(preference);

    std::vector<std::function<void()>> launches;
    for (int i = 0; i < count; ++i)
      launches.push_back([this, p, plan, algo = found[i].algo] { run(p, *plan, algo); });
    const std::vector<double> times = gpu_times_in_turn(2, 7, launches);
    int fastest = -1;
    for (int i = 0; i < count; ++i)
      if (found[i].state == CUBLAS_STATUS_SUCCESS && (fastest < 0 || times[i] < times[fastest]))
        fastest = i;
    if (fastest < 0) return {};
    const cublasLtMatmulAlgo_t algo = found[fastest].algo;
    return [this, p, plan, algo] { return run(p, *plan, algo); };
  }

 private:
  struct Plan {
    cublasLtMatmulDesc_t operation = nullptr;
    cublasLtMatrixLayout_t a = nullptr, b = nullptr, c = nullptr;
    Plan() = default;
    Plan(const Plan&) = delete;
    Plan& operator=(const Plan&) = delete;
    ~Plan() {
      for (cublasLtMatrixLayout_t layout : {a, b, c})
        if (layout != nullptr) cublasLtMatrixLayoutDestroy(layout);
      if (operation != nullptr) cublasLtMatmulDescDestroy(operation);
    }
  };
  template <class Value>
  static void set(Plan& plan, cublasLtMatmulDescAttributes_t attribute, Value value) {
    cublasLtMatmulDescSetAttribute(plan.operation, attribute, &value, sizeof value);
  }
  static cublasOperation_t operation(Order order) {
    return order == Order::kColumn ? CUBLAS_OP_N : CUBLAS_OP_T;
  }
  // Lines are columns to the library.
  template <class T>
  static void layout(cublasLtMatrixLayout_t* to, const Matrix<T>& x, int rows, int columns,
                     int count, int64_t step) {
    const bool by_rows = x.order == Order::kRow;
    cublasLtMatrixLayoutCreate(to, type(x.data), by_rows ? columns : rows, by_rows ? rows : columns,
                               x.ld);
    cublasLtMatrixLayoutSetAttribute(*to, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count, sizeof count);
    cublasLtMatrixLayoutSetAttribute(*to, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &step,
                                     sizeof step);
  }
  template <class In, class Out>
  cudaError_t run(const Problem<In, Out>& p, const Plan& plan, const cublasLtMatmulAlgo_t& algo) {
    const cublasStatus_t status = cublasLtMatmul(
        handle_, plan.operation, &p.alpha, p.a.data, plan.a, p.b.data, plan.b, &p.beta, p.c.data,
        plan.c, p.c.data, plan.c, &algo, workspace_, kWorkspaceBytes, timed_stream());
    return status == CUBLAS_STATUS_SUCCESS ? cudaSuccess : cudaErrorUnknown;
  }

  static constexpr size_t kWorkspaceBytes = 64 << 20;
  cublasLtHandle_t handle_ = nullptr;
  void* workspace_ = nullptr;
};

}  // namespace gemm
