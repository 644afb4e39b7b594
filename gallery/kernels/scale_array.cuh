// SPDX-License-Identifier: Apache-2.0
// A kernel of little work for the programs that are about memory, streams and occupancy.
#pragma once

#include <cuda_runtime.h>

// out[i] = factor * in[i]; in and out may be the same.
__global__ void scale_array(int n, float factor, const float* in, float* out) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = factor * in[i];
}
