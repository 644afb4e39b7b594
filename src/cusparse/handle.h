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

}  // namespace heddle::cusparse
