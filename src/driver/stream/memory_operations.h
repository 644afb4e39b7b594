// SPDX-License-Identifier: Apache-2.0
// Memory operations of streams and of nodes of graphs.
#pragma once

#include "driver/driver.h"
#include "engine/graph/work.h"

namespace heddle::driver {

// From what the API is given, checked; its spelling is a vector of these parameters.
// CUDA_ERROR_INVALID_VALUE, CUDA_ERROR_NOT_SUPPORTED.
CUresult describe(const CUstreamBatchMemOpParams* given, unsigned count, unsigned flags,
                  engine::MemoryOperationsWork* out);

}  // namespace heddle::driver
