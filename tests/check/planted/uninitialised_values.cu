// SPDX-License-Identifier: Apache-2.0
// Undefined values on their way through registers, warps, shared memory and local arrays. What is
// right here, with and without -DMENDED, is beside what is wrong.
#include "planted.h"

template <class T>
T* unwritten(int count) {
  T* memory = nullptr;
  good(cudaMalloc(&memory, count * sizeof(T)));
  if (PLANT(false, true)) good(cudaMemset(memory, 0, count * sizeof(T)));
  return memory;
}

// Under a further condition: only half of the values is looked at.
__global__ void under_a_condition(int* y, const int* x) {
  const int v = x[threadIdx.x];  // ERROR uninitialised (16,0,0)
  if (threadIdx.x >= 16) {
    if (v > 3) y[threadIdx.x] = 1;
  }
}

// Products and quotients by powers of two, which are shifts.
__global__ void doubled(int* y, const int* x) {
  y[threadIdx.x] = x[threadIdx.x] * 2;  // ERROR uninitialised (0,0,0)
}
__global__ void halved(unsigned* y, const unsigned* x) {
  y[threadIdx.x] = x[threadIdx.x] / 4;  // ERROR uninitialised (0,0,0)
}

// The side of ?: that is taken.
__global__ void chosen(float* y, const float* x, const float* z) {
  const float v = x[threadIdx.x];  // ERROR uninitialised (20,0,0)
  const float w = z[threadIdx.x];
  y[threadIdx.x] = 2 * (threadIdx.x < 20 ? w : v);
}

// What is chosen by it.
__global__ void chooses(float* y, const int* x) {
  y[threadIdx.x] = x[threadIdx.x] > 0 ? 1.5f : 2.5f;  // ERROR uninitialised (0,0,0)
}

// From another lane: lane 31 has nothing.
__global__ void through_a_shuffle(int* y, const int* x) {
  int v = 7;
  if (threadIdx.x == 31) v = x[0];  // ERROR uninitialised (30,0,0)
  v = __shfl_down_sync(~0u, v, 1);
  if (threadIdx.x == 30) y[v & 7] = 1;
}

// Sums of a warp in which one lane has nothing.
__global__ void sum_of_a_warp(float* y, const float* x, int n) {
  float v = threadIdx.x < n ? x[threadIdx.x] : 0;  // ERROR uninitialised (0,0,0)
  for (int step = 16; step > 0; step /= 2) v += __shfl_xor_sync(~0u, v, step);
  y[threadIdx.x] = v;
}

__global__ void vote(int* y, const int* x) {
  const bool any = __any_sync(~0u, x[threadIdx.x] > 3);  // ERROR uninitialised (0,0,0)
  y[threadIdx.x] = any;
}

// Computed before it is stored to shared memory.
__global__ void through_shared(float* y, const float* x) {
  __shared__ float part[64];
  part[threadIdx.x] = x[threadIdx.x] * 2;
  __syncthreads();
  y[threadIdx.x] = part[63 - threadIdx.x] + 1;  // ERROR uninitialised (0,0,0)
}

// Through a pointer of unknown space.
__global__ void through_a_pointer(float* y, const float* x, bool shared) {
  __shared__ float part[32];
  float* to = shared ? part : y;
  to[threadIdx.x] = x[threadIdx.x] + 1;  // ERROR uninitialised (0,0,0)
}

// A byte of a word that is loaded at once.
struct Four {
  unsigned char a, b, c, d;
};
__global__ void one_byte(int* y, Four* x) {
  x[threadIdx.x].a = x[threadIdx.x].b = x[threadIdx.x].d = 1;
  if (PLANT(threadIdx.x != 5, true)) x[threadIdx.x].c = 2;
  const Four f = x[threadIdx.x];  // ERROR uninitialised (5,0,0)
  y[threadIdx.x] = f.a + f.b + f.c + f.d;
}

__global__ void divisor(int* y, const int* x) {
  y[threadIdx.x] = 100 / (x[threadIdx.x] | 1);  // ERROR uninitialised (0,0,0)
}

// Local arrays that are indexed at run time.
__device__ int pick(const int* values, int i) {
  return values[i];  // ERROR uninitialised (0,0,0)
}
__global__ void local_array(int* y, const int* order, int n) {
  int values[16];
  for (int i = 0; i < n; ++i) values[order[i]] = i;
  y[threadIdx.x] = 3 * pick(values, order[15]);
}

// It begins anew in each round.
__global__ void in_a_loop(int* y, const int* order, int n) {
  int sum = 0;
  for (int round = 0; round < 3; ++round) {
    int seen[8];
    const int used = PLANT(round == 0, true) ? 8 : 4;
    for (int i = 0; i < used; ++i) seen[order[i] & 7] = i + round;
    sum += seen[order[n] & 7];  // ERROR uninitialised (0,0,0)
  }
  y[threadIdx.x] = sum;
}

struct Node {
  int next, weight;
};
__global__ void local_structs(int* y, const int* order) {
  Node nodes[8];
  for (int i = 0; i < 8; ++i) {
    nodes[order[i] & 7].next = i;
    if (PLANT(i < 7, true)) nodes[order[i] & 7].weight = i;
  }
  int sum = 0;
  for (int i = 0; i < 8; ++i) sum += nodes[order[i] & 7].weight;  // ERROR uninitialised (0,0,0)
  y[threadIdx.x] = sum;
}

// A mask that nobody has written.
__global__ void mask(int* y, unsigned* masks) {
  if (PLANT(false, true)) masks[threadIdx.x] = ~0u;
  __syncwarp(~0u);
  y[threadIdx.x] = masks[0] & 1 ? 1 : 2;  // ERROR uninitialised (0,0,0)
}

// Where a loop ends: LLVM reads it before the loop.
__global__ void length(int* y, const int* x) {
  int sum = 0;
  for (int i = 0; i < (x[blockIdx.x] & 7); ++i) sum += y[i];  // ERROR uninitialised (0,0,0)
  if (threadIdx.x == 5) y[100] = sum;
}

__global__ void printed(const int* x) {
  if (threadIdx.x == 5) printf("%d\n", x[3]);  // ERROR uninitialised (5,0,0)
}

// From lanes that the mask does not name: they may be anywhere.
__global__ void from_others(int* y) {
  if (threadIdx.x >= 16) return;
  int v = 3 * threadIdx.x;
  v += __shfl_down_sync(0xffff, v, 8, PLANT(32, 16));
  y[threadIdx.x] = v;  // ERROR uninitialised (8,0,0)
}

// From lanes that the mask names, and that go past the sum: the last warp is a part of one.
__global__ void from_ended(int* y, int n) {
  const int i = threadIdx.x;
  if (i < n) {
    int v = 3 * i;
    for (int step = 16; step > 0; step /= 2) v += __shfl_down_sync(~0u, v, step);
    if (i % 32 == 0) atomicAdd(y, v);  // ERROR uninitialised (32,0,0)
  }
}

int main() {
  int* y = make<int>(1000);
  float* f = make<float>(1000);
  float* ones = make<float>(64);
  const float *x = unwritten<float>(64), *z = ones;
  const int* i = unwritten<int>(64);
  under_a_condition<<<1, 32>>>(y, i);
  chosen<<<1, 32>>>(f, x, z);
  chooses<<<1, 32>>>(f, i);
  through_a_shuffle<<<1, 32>>>(y, i);
  sum_of_a_warp<<<1, 32>>>(f, x, 1);
  vote<<<1, 32>>>(y, i);
  through_shared<<<1, 64>>>(f, x);
  through_a_pointer<<<1, 32>>>(f, x, false);
  one_byte<<<1, 32>>>(y, reinterpret_cast<Four*>(unwritten<int>(32)));
  divisor<<<1, 32>>>(y, i);
  doubled<<<1, 32>>>(y, i);
  halved<<<1, 32>>>(reinterpret_cast<unsigned*>(y), unwritten<unsigned>(32));

  int numbers[17];
  for (int k = 0; k < 17; ++k) numbers[k] = k;
  int* order = make<int>(17);
  good(cudaMemcpy(order, numbers, sizeof numbers, cudaMemcpyHostToDevice));
  local_array<<<1, 32>>>(y, order, PLANT(15, 16));
  in_a_loop<<<1, 32>>>(y, order, 6);
  local_structs<<<1, 32>>>(y, order);
  mask<<<1, 32>>>(y, unwritten<unsigned>(32));
  length<<<1, 32>>>(y, i);
  printed<<<1, 32>>>(i);
  from_others<<<1, 32>>>(y);
  from_ended<<<1, 64>>>(y, PLANT(40, 64));
  good(cudaDeviceSynchronize());
  std::printf("done\n");
}
