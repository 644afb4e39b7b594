// SPDX-License-Identifier: Apache-2.0
// What the compiler emits for kernel<<<grid, block, shared, stream>>>(...): the configuration is
// pushed, the kernel's host stub pops it and calls cudaLaunchKernel.
#pragma once

extern "C" {
unsigned int __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem = 0,
                                         cudaStream_t stream = 0);
cudaError_t __cudaPopCallConfiguration(dim3* gridDim, dim3* blockDim, size_t* sharedMem,
                                       void* stream);
}
