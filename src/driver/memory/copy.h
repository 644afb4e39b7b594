// SPDX-License-Identifier: Apache-2.0
// The driver's descriptions of copies as the runtime's.
#pragma once

#include "driver/driver.h"

namespace heddle::driver {

inline cudaArray_t array_of(CUarray handle) {
  return reinterpret_cast<cudaArray_t>(handle);
}

// cudaErrorInvalidValue: a memory type that there is not, or a part of a texel.
cudaError_t describe(const CUDA_MEMCPY3D& copy, cudaMemcpy3DParms* out);
// The way back. Offsets into memory that is no array are part of its address.
cudaError_t describe(const cudaMemcpy3DParms& copy, CUDA_MEMCPY3D* out);
CUDA_MEMCPY3D boxes(const CUDA_MEMCPY2D& copy);

}  // namespace heddle::driver
