// SPDX-License-Identifier: Apache-2.0
// Right programs whose local variables have no value at first, or never and nobody minds.
#include "planted.h"

__global__ void set_later(float* y, const float* x, int n) {
  float v, w;
  if (threadIdx.x < n) {
    v = x[threadIdx.x];
    w = v * v;
  }
  __syncthreads();
  if (threadIdx.x < n) y[threadIdx.x] = v + w;
}

// Set and used under conditions that go together.
__global__ void together(int* y, const int* x, int n) {
  bool found = false;
  int where;
  for (int i = 0; i < n; ++i) {
    if (x[i] == int(threadIdx.x)) {
      found = true;
      where = i;
    }
  }
  if (found) y[where] = threadIdx.x;
}

__global__ void both_ways(int* y, int n) {
  int v;
  if (threadIdx.x & 1)
    v = 1;
  else
    v = n;
  y[threadIdx.x] = v;
}

struct Item {
  char kind;
  double value;
  float spare[2];
};
__global__ void copies(Item* y) {
  Item item;
  item.kind = 'a';
  item.value = threadIdx.x;
  y[threadIdx.x] = item;
  Item other = item;
  other.kind = 'b';
  y[threadIdx.x + 32] = other;
}

__global__ void vector(float4* y) {
  float4 v;
  v.x = v.y = v.z = threadIdx.x;
  y[threadIdx.x] = v;
}

union Bits {
  float number;
  unsigned bits;
};
__global__ void united(unsigned* y) {
  Bits b;
  b.number = threadIdx.x;
  y[threadIdx.x] = b.bits;
}

// The last value is loaded ahead of the loop's end.
__global__ void loop(int* y, const int* x, int n) {
  int now = 0, next;
  for (int i = 0; i < n; ++i) {
    if (i > 0) now += next;
    if (i + 1 < n) next = x[i];
  }
  y[threadIdx.x] = now;
}

// Only some lanes have a value to give, and only theirs are taken.
__global__ void shuffles(int* y, const int* x) {
  int v;
  if ((threadIdx.x & 3) == 0) v = x[threadIdx.x];
  v = __shfl_sync(~0u, v, threadIdx.x & ~3);
  y[threadIdx.x] = v;
}

__device__ bool try_read(const int* x, int i, int n, int* out) {
  if (i >= n) return false;
  *out = x[i];
  return true;
}
__global__ void out_parameter(int* y, const int* x, int n) {
  int v;
  if (try_read(x, threadIdx.x, n, &v)) y[threadIdx.x] = v * 2;
  int scratch[40];
  for (int i = 0; i < n; ++i) scratch[i] = i;
  y[threadIdx.x] += scratch[n / 2];
}

int main() {
  int* y = make<int>(1000);
  int* x = make<int>(64);
  float* f = make<float>(1000);
  set_later<<<1, 32>>>(f, f, 20);
  together<<<1, 32>>>(y, x, 7);
  both_ways<<<1, 32>>>(y, 7);
  Item* items = nullptr;
  good(cudaMalloc(&items, 64 * sizeof(Item)));
  copies<<<1, 32>>>(items);
  vector<<<1, 32>>>(reinterpret_cast<float4*>(f));
  united<<<1, 32>>>(reinterpret_cast<unsigned*>(y));
  loop<<<1, 32>>>(y, x, 9);
  shuffles<<<1, 32>>>(y, x);
  out_parameter<<<1, 32>>>(y, x, 20);
  good(cudaDeviceSynchronize());
  std::printf("done\n");
}
