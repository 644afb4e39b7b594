// SPDX-License-Identifier: Apache-2.0
// Advice on whole kernels stands at the line of their name.
#include "advice.h"

__global__ void adds(const float* in, float* out) {  // ADVICE small-grid 0.9 132 multiprocessors
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + 1;
}

__global__ void waits(const float* in, float* out) {  // ADVICE tail 0.3 whole number of waves
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + 2;
}

__global__ void holds(const float* in, float* out) {  // ADVICE low-occupancy 0.1 shared memory
  extern __shared__ float own[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  own[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = own[blockDim.x - 1 - threadIdx.x];
}

__global__ void wastes(float* out) {  // ADVICE unused-shared-memory 0.0 40000 bytes
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i;
}

__global__ void partial(const float* in, float* out) {  // ADVICE partial-warps 0.3 not full
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + 4;
}

int main() {
  auto *in = device_array<float>(1 << 22), *out = device_array<float>(1 << 22);
#ifdef MENDED
  adds<<<8448, 256>>>(in, out);
  waits<<<8448, 256>>>(in, out);
  holds<<<8448, 256, 1024>>>(in, out);
  wastes<<<8448, 256>>>(out);
  partial<<<16896, 64>>>(in, out);
#else
  adds<<<4, 256>>>(in, out);
  waits<<<1400, 256>>>(in, out);
  cudaFuncSetAttribute(holds, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 << 10);
  holds<<<8448, 256, 100 << 10>>>(in, out);
  wastes<<<6600, 256, 40000>>>(out);
  partial<<<16896, 44>>>(in, out);
#endif
  return finished();
}
