// SPDX-License-Identifier: Apache-2.0
// What clang makes of a launch in device code (CUDA C++ Programming Guide, "CUDA Dynamic
// Parallelism"). heddle cc refuses calls of it: not supported yet.
#pragma once

extern "C" {
__device__ void* cudaGetParameterBuffer(size_t alignment, size_t size);
__device__ cudaError_t cudaLaunchDevice(void* kernel, void* parameters, dim3 grid, dim3 block,
                                        unsigned int shared, cudaStream_t stream);
}
