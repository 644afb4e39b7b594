// SPDX-License-Identifier: Apache-2.0
#include "advice.h"

__global__ void diverges(float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = i;
#ifdef MENDED
  const int rounds = 10 * (threadIdx.x / 32 + 1);
#else
  const int rounds = 10 * (threadIdx.x % 32 + 1);
#endif
#pragma unroll 1
  for (int k = 0; k < rounds; ++k) value = value * 1.5f + 1;  // ADVICE divergence 0.4 value * 1.5f
  out[i] = value;
}

__global__ void divides(const int* in, int* out, int width) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef MENDED
  out[i] = in[i] / 64;
#else
  out[i] = in[i] / width;  // ADVICE integer-division 0.5 in[i] / width
#endif
}

__global__ void counts(const int* in, int* bins) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef MENDED
  const int sum = __reduce_add_sync(~0u, in[i]);
  if (threadIdx.x % 32 == 0) atomicAdd(bins, sum);
#else
  atomicAdd(bins, in[i] + i);  // ADVICE atomics-on-one-address 0.9 atomicAdd(bins, in[i] + i)
#endif
}

__global__ void indexes(const int* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef MENDED
  float own = in[i] % 2 ? i : 2 * i;
  out[i] = own;
#else
  float own[8];
  for (int k = 0; k < 8; ++k) own[k] = in[i] + k * i;  // ADVICE local-array 0.5 as own[k]
  for (int k = 0; k < 4; ++k) own[(in[i] + k) % 8] += k;
  out[i] = own[in[i] % 8];
#endif
}

int main() {
  auto* in = device_array<int>(1 << 21);
  auto* out = device_array<float>(1 << 21);
  diverges<<<8000, 256>>>(out);
  divides<<<8000, 256>>>(in, device_array<int>(1 << 21), 33);
  counts<<<8000, 256>>>(in, device_array<int>(1));
  indexes<<<8000, 256>>>(in, out);
  return finished();
}
