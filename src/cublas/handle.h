// SPDX-License-Identifier: Apache-2.0
// What a handle keeps (cuBLAS documentation, "cuBLAS Helper Function Reference").
#pragma once

#include "cublas_api.h"

namespace heddle::cublas {

struct Handle {
  cudaStream_t stream = nullptr;
  cublasPointerMode_t pointer_mode = CUBLAS_POINTER_MODE_HOST;
  cublasAtomicsMode_t atomics = CUBLAS_ATOMICS_NOT_ALLOWED;
  cublasMath_t math = CUBLAS_DEFAULT_MATH;
  int sm_target = 0;  // 0: all
};

// Null: it is none, or was destroyed.
Handle* handle_of(cublasHandle_t handle);

}  // namespace heddle::cublas
