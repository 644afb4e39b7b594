// SPDX-License-Identifier: Apache-2.0
// Local variables that are used before they have a value.
#include "planted.h"

__global__ void sum(float* y, const float* x, int n) {
  float total PLANT(, = 0);
  for (int i = 0; i < n; ++i) total += x[i];
  y[threadIdx.x] = total;  // ERROR uninitialised (0,0,0)
}

// Set on one way only.
__global__ void one_way(float* y, const float* x, int n) {
  float v;
  if (PLANT(threadIdx.x < n, true)) v = x[threadIdx.x];
  y[threadIdx.x] = v;  // ERROR uninitialised (20,0,0)
}

// In a function that is inlined, through a reference.
__device__ void read_if(bool there, const int* from, int& to) {
  if (there) to = *from;
}
__global__ void through_a_reference(int* y, const int* x) {
  int v PLANT(, = 0);
  read_if(threadIdx.x & 1, x + threadIdx.x, v);
  if (v > 2) y[threadIdx.x] = 1;  // ERROR uninitialised (0,0,0)
}

// A loop that may not run.
__global__ void loop(int* y, const int* x, int n) {
  int last;
  for (int i = 0; i < PLANT(int(threadIdx.x), 3); ++i) last = x[i];
  y[(last & 1) * 32 + threadIdx.x] = 1;  // ERROR uninitialised (0,0,0)
}

// A switch without a default.
__global__ void choice(int* y, const int* x) {
  int v PLANT(, = 5);
  switch (x[threadIdx.x]) {
    case 1:
      v = 10;
      break;
    case 2:
      v = 20;
      break;
  }
  y[threadIdx.x] = v * 2;  // ERROR uninitialised (0,0,0)
}

struct Range {
  int begin, end;
};
__device__ Range range_of(int n) {
  Range r;
  r.begin = n;
  if (PLANT(n > 100, true)) r.end = n + 4;
  return r;
}
__global__ void member(int* y) {
  const Range r = range_of(threadIdx.x);
  for (int i = r.begin; i < r.end; ++i) y[i + 28 * threadIdx.x] = 1;  // ERROR uninitialised (0,0,0)
}

// An element of a small array that the compiler keeps in registers.
__global__ void element(float* y, const float* x) {
  float window[3];
  window[0] = x[0];
  if (PLANT(false, true)) window[1] = x[1];
  window[2] = x[2];
  y[threadIdx.x] = window[0] + window[1] + window[2];  // ERROR uninitialised (0,0,0)
}

// It goes to another lane first.
__global__ void shuffled(int* y) {
  int v;
  if (PLANT(threadIdx.x != 4, true)) v = threadIdx.x;
  v = __shfl_sync(~0u, v, (threadIdx.x + 1) & 31);
  y[threadIdx.x] = v + 1;  // ERROR uninitialised (3,0,0)
}

// Through shared memory.
__global__ void shared(int* y, const int* x, int n) {
  __shared__ int part[32];
  int v;
  if (PLANT(threadIdx.x < n, true)) v = x[threadIdx.x];
  part[threadIdx.x] = v;
  __syncthreads();
  y[threadIdx.x] = part[31 - threadIdx.x] + 1;  // ERROR uninitialised (0,0,0)
}

__global__ void address(int* y, int n) {
  int other;
  if (PLANT(n > 100, true)) other = n;
  const int at = n > 5 ? other : 3;
  y[(at & 1) * 32 + threadIdx.x] = 1;  // ERROR uninitialised (0,0,0)
}

__global__ void counter(int* count) {
  int more PLANT(, = 1);
  if (count == nullptr) more = 2;
  atomicAdd(count, more);  // ERROR uninitialised (0,0,0)
}

__global__ void shape(int* y) {
  const dim3 size;
  bool wide PLANT(, = false);
  if (y == nullptr) wide = true;
  y[threadIdx.x] = size.x + (wide ? 1 : 2);  // ERROR uninitialised (0,0,0)
}

int main() {
  int* y = make<int>(1000);
  float* f = make<float>(1000);
  float* x = make<float>(64);
  int* i = make<int>(64);
  sum<<<1, 32>>>(f, x, 4);
  one_way<<<1, 32>>>(f, x, 20);
  through_a_reference<<<1, 32>>>(y, i);
  loop<<<1, 32>>>(y, i, 3);
  choice<<<1, 32>>>(y, i);
  member<<<1, 32>>>(y);
  element<<<1, 32>>>(f, x);
  shuffled<<<1, 32>>>(y);
  shared<<<1, 32>>>(y, i, 31);
  address<<<1, 32>>>(y, 6);
  counter<<<1, 32>>>(y);
  shape<<<1, 32>>>(y);
  good(cudaDeviceSynchronize());
  std::printf("done\n");
}
