// SPDX-License-Identifier: Apache-2.0
// Accesses of 1, 2, 4 and 8 bytes side by side and gathered, under masks of all densities: no lane
// that is not active may be written, whatever masked instructions the CPU has. In shared memory and
// in arrays of a thread's own, where others' elements may be written back, they stay as they are.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int kThreads = 96;  // three warps: all, some and no lanes active

template <class T>
__device__ T twice(T x) {
  return static_cast<T>(x + x);
}

// Many gathers: from some number on they are made in another way.
template <class T>
__global__ void copy(const T* in, T* out, const unsigned* masks, const int* places) {
  const int i = threadIdx.x;
  if (!(masks[i / 32] >> (i % 32) & 1)) return;
  const T here = in[i];
  T sum = here;
#pragma unroll
  for (int k = 0; k < 12; ++k) sum = static_cast<T>(sum + in[places[i] + k * 7]);
  out[i] = twice(here);
  out[kThreads + i] = sum;
}

// The last warp's vectors reach over the end of the tile.
template <class T>
__global__ void keep(const T* in, T* out, const unsigned* masks, int turn) {
  __shared__ T tile[kThreads + 5];
  __shared__ T behind[kThreads];
  const int i = threadIdx.x;
  const bool active = masks[i / 32] >> (i % 32) & 1;
  T own[4] = {in[i], in[i + 1], in[i + 2], in[i + 3]};
  for (int k = i; k < kThreads + 5; k += kThreads) tile[k] = static_cast<T>(99);
  behind[i] = in[i];
  __syncthreads();
  if (active) tile[i + 5] = twice(in[i]);
  if (active) own[turn & 3] = static_cast<T>(7);
  __syncthreads();
  if (active) behind[i] = static_cast<T>(tile[i + turn] + 1);
  if (!active) own[turn + 1 & 3] = static_cast<T>(9);
  __syncthreads();
  out[i] = behind[i];
  out[kThreads + i] = static_cast<T>(own[turn & 3] + own[turn + 1 & 3]);
}

int failures = 0;

template <class T>
void expect(T seen, T wanted, int thread, unsigned mask) {
  if (seen == wanted) return;
  if (failures++ < 10) {
    std::printf("%d bytes, thread %d, mask %x: %g instead of %g\n", (int)sizeof(T), thread, mask,
                (double)seen, (double)wanted);
  }
}

template <class T>
void try_type(const unsigned* host_masks) {
  constexpr int kIn = 2 * kThreads;
  T* in;
  T* out;
  unsigned* masks;
  int* places;
  cudaMallocManaged(&in, kIn * sizeof(T));
  cudaMallocManaged(&out, 2 * kThreads * sizeof(T));
  cudaMallocManaged(&masks, 3 * sizeof(unsigned));
  cudaMallocManaged(&places, kThreads * sizeof(int));
  for (int i = 0; i < kIn; ++i) in[i] = static_cast<T>(i * 37 % 100 + 1);
  for (int i = 0; i < 2 * kThreads; ++i) out[i] = static_cast<T>(99);
  for (int i = 0; i < kThreads; ++i) places[i] = i * 29 % 100;
  for (int w = 0; w < 3; ++w) masks[w] = host_masks[w];
  copy<<<1, kThreads>>>(in, out, masks, places);
  if (cudaDeviceSynchronize() != cudaSuccess) ++failures;
  for (int i = 0; i < kThreads; ++i) {
    const bool active = host_masks[i / 32] >> (i % 32) & 1;
    T sum = in[i];
    for (int k = 0; k < 12; ++k) sum = static_cast<T>(sum + in[places[i] + k * 7]);
    const unsigned mask = host_masks[i / 32];
    expect(out[i], static_cast<T>(active ? in[i] + in[i] : 99), i, mask);
    expect(out[kThreads + i], active ? sum : static_cast<T>(99), i, mask);
  }
  constexpr int kTurn = 5;
  keep<<<1, kThreads>>>(in, out, masks, kTurn);
  if (cudaDeviceSynchronize() != cudaSuccess) ++failures;
  for (int i = 0; i < kThreads; ++i) {
    const bool active = host_masks[i / 32] >> (i % 32) & 1;
    const unsigned mask = host_masks[i / 32];
    expect(out[i], static_cast<T>(active ? in[i] + in[i] + 1 : in[i]), i, mask);
    expect(out[kThreads + i], static_cast<T>(active ? 7 + in[i + 2] : in[i + 1] + 9), i, mask);
  }
  cudaFree(in);
  cudaFree(out);
  cudaFree(masks);
  cudaFree(places);
}

int main() {
  const unsigned masks[][3] = {{~0u, 0x80000001u, 0}, {0x55555555u, ~0u, 0x00ff00f1u}};
  for (const auto& each : masks) {
    try_type<unsigned char>(each);
    try_type<short>(each);
    try_type<float>(each);
    try_type<double>(each);
    try_type<long long>(each);
  }
  std::printf(failures ? "FAILED\n" : "ok\n");
  return failures != 0;
}
