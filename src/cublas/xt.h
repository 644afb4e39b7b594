// SPDX-License-Identifier: Apache-2.0
// cuBLASXT (cuBLAS documentation, "Using the cuBLASXt API"): the functions of level 3 for matrices
// of the host or of a device, which return when they have ended. A device of Heddle computes in the
// host's memory, so nothing is cut into tiles or copied.
#pragma once

#include <array>
#include <vector>

#include "cublas/types.h"
#include "cublasXt.h"

namespace heddle::cublas {

// A routine of the program for a part of a function's work, and how large that part is.
struct CpuPart {
  void* routine = nullptr;
  float ratio = 0;
};

struct XtHandle {
  cublasHandle_t blas = nullptr;
  std::vector<int> devices;  // of which the first one computes
  int block = 2048;
  cublasXtPinnedMemMode_t pinning = CUBLASXT_PINNING_DISABLED;
  std::array<std::array<CpuPart, 4>, CUBLASXT_ROUTINE_MAX> cpu{};
};

// Null: it is none, or was destroyed.
XtHandle* xt_handle_of(cublasXtHandle_t handle);

// On the device that was selected, as long as this lives.
class XtDevice {
 public:
  explicit XtDevice(const XtHandle& handle);
  ~XtDevice();
  XtDevice(const XtDevice&) = delete;
  cublasStatus_t ended(cublasStatus_t status) const;  // of what was given to it

 private:
  int before_ = -1;
};

template <class Body>
cublasStatus_t in_xt_call(cublasXtHandle_t handle, Body body) {
  XtHandle* const known = xt_handle_of(handle);
  if (!known) return CUBLAS_STATUS_NOT_INITIALIZED;
  const XtDevice device(*known);
  return device.ended(body(*known));
}

// The last columns of C are the program's routine's, where it gave one and a ratio.
template <class T>
cublasStatus_t xt_gemm(XtHandle& handle, cublasOperation_t transa, cublasOperation_t transb,
                       size_t m, size_t n, size_t k, const T* alpha, const T* a, size_t lda,
                       const T* b, size_t ldb, const T* beta, T* c, size_t ldc);
// A lies packed in the host's memory.
template <class T>
cublasStatus_t xt_spmm(XtHandle& handle, cublasSideMode_t side, cublasFillMode_t uplo, size_t m,
                       size_t n, const T* alpha, const T* packed, const T* b, size_t ldb,
                       const T* beta, T* c, size_t ldc);

}  // namespace heddle::cublas
