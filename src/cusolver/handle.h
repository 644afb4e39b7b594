// SPDX-License-Identifier: Apache-2.0
// What a handle keeps.
#pragma once

#include "cusolverDn.h"

namespace heddle::cusolver {

struct Handle {
  cudaStream_t stream = nullptr;
  cusolverDeterministicMode_t deterministic = CUSOLVER_DETERMINISTIC_RESULTS;
};

// Null: it is none, or was destroyed.
Handle* handle_of(cusolverDnHandle_t handle);

}  // namespace heddle::cusolver
