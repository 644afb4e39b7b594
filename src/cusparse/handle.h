// SPDX-License-Identifier: Apache-2.0
// What a handle keeps (cuSPARSE documentation, "cuSPARSE Management API").
#pragma once

#include "cusparse.h"

namespace heddle::cusparse {

struct Handle {
  cudaStream_t stream = nullptr;
  cusparsePointerMode_t pointer_mode = CUSPARSE_POINTER_MODE_HOST;
};

// Null: it is none, or was destroyed.
Handle* handle_of(cusparseHandle_t handle);
// What a call with such a handle answers.
inline cusparseStatus_t status_of_absent(cusparseHandle_t handle) {
  return handle ? CUSPARSE_STATUS_NOT_INITIALIZED : CUSPARSE_STATUS_INVALID_VALUE;
}

}  // namespace heddle::cusparse
