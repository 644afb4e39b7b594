// SPDX-License-Identifier: Apache-2.0
#include "advice.h"

#ifdef MENDED
constexpr int kPadding = 1;
#else
constexpr int kPadding = 0;
#endif

__global__ void transpose(const float* in, float* out) {
  __shared__ float tile[32][32 + kPadding];
  const int base = blockIdx.x * 1024;
  tile[threadIdx.y][threadIdx.x] = in[base + threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[base + threadIdx.y * 32 + threadIdx.x] =
      tile[threadIdx.x][threadIdx.y];  // ADVICE bank-conflicts 0.9 tile[threadIdx.x][threadIdx.y]
}

__global__ void pairs(const float* in, float* out) {
  __shared__ float row[512];
  const int i = threadIdx.x;
  row[i] = in[blockIdx.x * 256 + i];
  row[i + 256] = 1;
  __syncthreads();
#ifdef MENDED
  out[blockIdx.x * 256 + i] = row[i] + row[i + 256];
#else
  float sum = 0;
  for (int k = 0; k < 2; ++k)
    sum += row[2 * i + k * (in[0] > 3)];  // ADVICE bank-conflicts 0.3 row[2 * i
  out[blockIdx.x * 256 + i] = sum;
#endif
}

__constant__ float table[256];

__global__ void constants(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef MENDED
  out[i] = in[i] * table[blockIdx.x % 256];
#else
  out[i] = in[i] * table[threadIdx.x];  // ADVICE serialised-constant 0.9 table[threadIdx.x]
#endif
}

int main() {
  auto *in = device_array<float>(1 << 21), *out = device_array<float>(1 << 21);
  transpose<<<2000, dim3(32, 32)>>>(in, out);
  pairs<<<8000, 256>>>(in, out);
  constants<<<8000, 256>>>(in, out);
  return finished();
}
