// SPDX-License-Identifier: Apache-2.0
// What the calls about nodes share: parameters in the runtime's form, and the context that they
// name.
#pragma once

#include "driver/context/context.h"
#include "driver/driver.h"

namespace heddle::driver {

// Of any version of CUDA_KERNEL_NODE_PARAMS that names kernels.
template <class Params>
void describe_kernel(const Params& from, auto* to) {
  to->func = from.func ? static_cast<void*>(from.func) : static_cast<void*>(from.kern);
  to->gridDim = dim3(from.gridDimX, from.gridDimY, from.gridDimZ);
  to->blockDim = dim3(from.blockDimX, from.blockDimY, from.blockDimZ);
  to->sharedMemBytes = from.sharedMemBytes;
  to->kernelParams = from.kernelParams;
  to->extra = from.extra;
}

// In the context that a node names.
template <class Call>
CUresult in_context_of(CUcontext context, Call call) {
  if (!context) return in_context(call);
  if (!is_context(context)) return CUDA_ERROR_INVALID_CONTEXT;
  push(context);
  const CUresult result = in_context(call);
  pop();
  return result;
}

}  // namespace heddle::driver
