// SPDX-License-Identifier: Apache-2.0
// Right programs that touch bytes which nobody has written: nothing is to be found.
#include <vector>

#include "planted.h"

struct Pair {
  char tag;
  int value;
};
struct Point {
  float x, y, z, unused;
};

__global__ void make_pairs(Pair* y) {
  y[threadIdx.x].tag = 'a';
  y[threadIdx.x].value = threadIdx.x;
}
__global__ void copy_pairs(Pair* y, const Pair* x) {
  y[threadIdx.x] = x[threadIdx.x];
}
__global__ void sum_pairs(int* y, const Pair* x) {
  y[threadIdx.x] = x[threadIdx.x].tag + x[threadIdx.x].value;
}

// The last element of each vector is nobody's.
__global__ void make_points(Point* p) {
  p[threadIdx.x].x = p[threadIdx.x].y = p[threadIdx.x].z = threadIdx.x;
}
__global__ void lengths(float* y, const float4* p) {
  const float4 v = p[threadIdx.x];
  y[threadIdx.x] = v.x * v.x + v.y * v.y + v.z * v.z;
}
__global__ void copy_points(float4* y, const float4* p) {
  __shared__ float4 tile[32];
  tile[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  y[threadIdx.x] = tile[31 - threadIdx.x];
}

// What is behind the end is loaded and dropped.
__global__ void dropped(float* y, const float* x, int n) {
  const float v = x[threadIdx.x];
  y[threadIdx.x] = threadIdx.x < n ? v * 2 : 0;
}
__global__ void next_is_loaded_early(float* y, const float* x, int n) {
  float next = x[0], sum = 0;
  for (int i = 0; i < n; ++i) {
    const float now = next;
    next = x[i + 1];
    sum += now;
  }
  y[threadIdx.x] = sum;
}
// A part of a word is written, the rest kept.
struct Bits {
  unsigned low : 5, middle : 11, high : 16;
};
__global__ void set_bits(Bits* b) {
  b[threadIdx.x].middle = threadIdx.x;
}
__global__ void use_bits(int* y, const Bits* b) {
  y[threadIdx.x] = b[threadIdx.x].middle + 1;
}
__global__ void reduce(float* y, const float* x) {
  __shared__ float part[64];
  part[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  for (int step = 16; step > 0; step /= 2) {
    if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) *y = part[0];
}
__global__ void exchange(int* y) {
  atomicExch(y, 3);
}

template <class T>
T* unwritten(int count) {
  T* memory = nullptr;
  good(cudaMalloc(&memory, count * sizeof(T)));
  return memory;
}

int main() {
  Pair *a = unwritten<Pair>(32), *b = unwritten<Pair>(32);
  int* integers = unwritten<int>(32);
  make_pairs<<<1, 32>>>(a);
  copy_pairs<<<1, 32>>>(b, a);
  sum_pairs<<<1, 32>>>(integers, b);
  Pair held[32];
  good(cudaMemcpy(held, b, sizeof held, cudaMemcpyDeviceToHost));

  float4 *p = unwritten<float4>(32), *q = unwritten<float4>(32);
  float* y = unwritten<float>(64);
  make_points<<<1, 32>>>(reinterpret_cast<Point*>(p));
  copy_points<<<1, 32>>>(q, p);
  lengths<<<1, 32>>>(y, q);

  float* x = unwritten<float>(64);
  std::vector<float> host(64, 1);
  good(cudaMemcpy(x, host.data(), 20 * sizeof(float), cudaMemcpyHostToDevice));
  dropped<<<1, 32>>>(y, x, 20);
  next_is_loaded_early<<<1, 32>>>(y, x, 20);
  good(cudaMemset(x, 0, 32 * sizeof(float)));
  reduce<<<1, 32>>>(y, x);

  // The host's own copy has no holes, whatever was copied to its place.
  good(cudaMemcpy(host.data(), x, 64 * sizeof(float), cudaMemcpyDeviceToHost));
  good(cudaMemcpy(x, host.data(), 64 * sizeof(float), cudaMemcpyHostToDevice));
  dropped<<<1, 64>>>(y, x, 64);

  Bits* bits = unwritten<Bits>(32);
  set_bits<<<1, 32>>>(bits);
  use_bits<<<1, 32>>>(integers, bits);
  exchange<<<1, 1>>>(unwritten<int>(1));
  good(cudaDeviceSynchronize());
  good(cudaMemcpy(host.data(), y, sizeof(float), cudaMemcpyDeviceToHost));
  std::printf("done\n");
}
