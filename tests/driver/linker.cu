// SPDX-License-Identifier: Apache-2.0
// Relocatable device code that linker.cpp and nvjitlink.cpp link with PTX.
extern "C" __device__ float scaled(float value, int by);  // of PTX

extern "C" __device__ float offsets[40] = {100, 101, 102, 103, 104, 105, 106, 107, 108, 109};

extern "C" __device__ float weigh(float value, int lane) {
  return value * lane + 0.5f;
}

extern "C" __global__ void of_cuda(float* out) {
  out[threadIdx.x] = scaled(threadIdx.x + 0.25f, 3) + offsets[threadIdx.x];
}
