// SPDX-License-Identifier: Apache-2.0
// Kernel launches from device code (CUDA C++ Programming Guide, "CUDA Dynamic Parallelism"): what
// clang makes of kernel<<<...>>>() there, and the streams that only device code has.
#pragma once

// Launched when the grid that launches it has ended, with all that it has launched otherwise.
#define cudaStreamTailLaunch ((cudaStream_t)0x3)
// Launched at once, in no order with anything else.
#define cudaStreamFireAndForget ((cudaStream_t)0x4)

// The same of executable graphs, which kernels in graphs launch ("Device Graph Launch"). Launched
// when the graph that launches it has ended, with all that it has launched at once.
#define cudaStreamGraphTailLaunch ((cudaStream_t)0x0100000000000000)
// Launched at once, as a part of the graph that launches it.
#define cudaStreamGraphFireAndForget ((cudaStream_t)0x0200000000000000)
// Launched at once, as a part of what that graph is a part of: its tail does not wait for it.
#define cudaStreamGraphFireAndForgetAsSibling ((cudaStream_t)0x0300000000000000)

extern "C" {
// Provided by the engine.
__device__ cudaError_t __heddle_launch(const void* kernel, const void* parameters,
                                       unsigned int grid_x, unsigned int grid_y,
                                       unsigned int grid_z, unsigned int block_x,
                                       unsigned int block_y, unsigned int block_z,
                                       unsigned int shared, cudaStream_t stream);
__device__ unsigned long long __heddle_device_call(unsigned int call,
                                                   const unsigned long long* words);

// The compiler makes a local variable of it; the launch copies what is in it.
__device__ void* cudaGetParameterBuffer(size_t alignment, size_t size);

static __device__ inline cudaError_t cudaLaunchDevice(void* kernel, void* parameters, dim3 grid,
                                                      dim3 block, unsigned int shared,
                                                      cudaStream_t stream) {
  return __heddle_launch(kernel, parameters, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                         shared, stream);
}
}
