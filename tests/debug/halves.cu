// SPDX-License-Identifier: Apache-2.0
// Numbers of 16 bits.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>

__global__ void halves(float* out) {
  const __half h = __float2half(1.5f + threadIdx.x);
  const __half2 pair = __floats2half2_rn(-0.25f, 2.0f);
  const __nv_bfloat16 b = __float2bfloat16(3.0f);
  const __nv_bfloat162 wide = __floats2bfloat162_rn(0.5f, -8.0f);
  __half list[2] = {h, __float2half(65504.0f)};
  out[threadIdx.x] = __half2float(h) + __low2float(pair) + __bfloat162float(b) + __low2float(wide) +
                     __half2float(list[threadIdx.x % 2]);  // store
}

int main() {
  float* out;
  cudaMallocManaged(&out, 32 * sizeof(float));
  halves<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  std::printf("%g\n", out[2]);
  return out[2] != 3.5f - 0.25f + 3.0f + 0.5f + 3.5f;
}
