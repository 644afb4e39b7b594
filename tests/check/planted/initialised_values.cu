// SPDX-License-Identifier: Apache-2.0
// Right programs in which undefined values are on their way and decide nothing.
#include "planted.h"

template <class T>
T* unwritten(int count) {
  T* memory = nullptr;
  good(cudaMalloc(&memory, count * sizeof(T)));
  return memory;
}

// Blocks are loaded whole; what lies behind the end is dropped after it has travelled.
__global__ void block_load(float* y, const float* x, int n) {
  __shared__ float tile[128];
  float item[4];
  for (int k = 0; k < 4; ++k) item[k] = x[k * 32 + threadIdx.x];
  for (int k = 0; k < 4; ++k) tile[k * 32 + threadIdx.x] = item[k] * 2;
  __syncwarp();
  for (int k = 0; k < 4; ++k) item[k] = tile[threadIdx.x * 4 + k];
  for (int k = 0; k < 4; ++k) {
    if (int(threadIdx.x) * 4 + k < n) y[threadIdx.x * 4 + k] = item[k];
  }
}

// Sums of a warp in which lanes with nothing are left out.
__global__ void partial_sum(float* y, const float* x, int n) {
  float v = x[threadIdx.x];
  for (int step = 1; step < 32; step *= 2) {
    const float other = __shfl_up_sync(~0u, v, step);
    if (threadIdx.x >= step) v += other;
  }
  if (threadIdx.x < n) y[threadIdx.x] = v;
}

// The other half of the condition decides.
__global__ void and_or(int* y, const int* x, int n) {
  if (threadIdx.x < n && x[threadIdx.x] > 3) y[threadIdx.x] = 1;
  if (threadIdx.x >= n || x[threadIdx.x] == 3) y[threadIdx.x + 32] = 1;
  if ((threadIdx.x < n) & (x[threadIdx.x] == 5)) y[threadIdx.x + 64] = 1;
}

// Bits that are masked away; a flag beside bits that nobody has set.
struct Flags {
  unsigned used : 1, rest : 31;
};
__global__ void set_flags(Flags* x) {
  x[threadIdx.x].used = threadIdx.x & 1;
}
__global__ void look_at_flags(int* y, const Flags* x) {
  if (x[threadIdx.x].used) y[threadIdx.x] = 1;
}
// Bits that are copied to another place of a word.
struct Nibbles {
  unsigned a : 4, b : 4, c : 11, d : 13;
};
__global__ void copy_nibbles(Nibbles* to, const Nibbles* from) {
  to[threadIdx.x].b = from[threadIdx.x].a;
  to[threadIdx.x].c = from[threadIdx.x].c;
}
__global__ void masked(unsigned* y, const unsigned char* bytes) {
  const unsigned word = *reinterpret_cast<const unsigned*>(bytes + 4 * threadIdx.x);
  y[threadIdx.x] = (word & 0xff) + (word & 0xff00) * 0;
}
__global__ void first_bytes(unsigned char* bytes) {
  bytes[4 * threadIdx.x] = threadIdx.x;
}

// Multiplied by nothing that is undefined; cleared by xor with itself.
__global__ void cleared(unsigned* y, const unsigned* x) {
  unsigned v = x[threadIdx.x];
  v ^= v;
  y[threadIdx.x] = v;
}

// A local array of which only a part is used, a table that is searched up to its end.
__global__ void local_stack(int* y, const int* x, int n) {
  int stack[32], top = 0;
  for (int i = 0; i < n; ++i) stack[top++] = x[i] + threadIdx.x;
  int sum = 0;
  while (top > 0) sum += stack[--top];
  y[threadIdx.x] = sum;
}
struct Point {
  float x, y, z, unused;
};
__global__ void local_copy(Point* y, int n) {
  Point points[4];
  for (int i = 0; i < 4; ++i) {
    points[(i + n) & 3].x = i;
    points[(i + n) & 3].y = points[(i + n) & 3].z = threadIdx.x;
  }
  y[threadIdx.x] = points[n & 3];
}
__device__ __noinline__ void fill(int* to, int count) {
  for (int i = 0; i < count; ++i) to[i] = i;
}
__device__ int depth(int n, int* path) {
  path[n] = n;
  return n == 0 ? path[0] + path[3] : depth(n - 1, path);
}
__global__ void by_others(int* y, int n) {
  int path[8], given[8];
  fill(given, n);
  double whole;
  const double part = modf(n + 0.5, &whole);
  float s, c;
  sincosf(part, &s, &c);
  int exponent;
  const float mantissa = frexpf(c, &exponent);
  y[threadIdx.x] = depth(5, path) + given[n - 1] + whole + (s > 2) + exponent * (mantissa > 2);
}

// Of lanes behind the end, which the mask does not name, a sum takes nothing.
__global__ void sum_of_some(int* y, int n) {
  const int i = threadIdx.x;
  const unsigned mask = __ballot_sync(~0u, i < n);
  int sum = i;
  if (i >= n) return;
  for (int step = 16; step > 0; step /= 2) {
    const int other = __shfl_down_sync(mask, sum, step);
    if (i + step < n) sum += other;
  }
  const int first = __shfl_up_sync(mask, sum, 1, 8);
  if (i == 0) printf("%d %s\n", sum, "of some");
  y[i] = first + __shfl_sync(mask, sum, 0);
}

// The same where the mask names them, but the sum takes nothing of them.
__global__ void sum_of_those_that_are_there(int* y, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  int sum = i;
  for (int step = 16; step > 0; step /= 2) {
    const int other = __shfl_down_sync(~0u, sum, step);
    if (i + step < n) sum += other;
  }
  if (i == 0) atomicAdd(y, sum);
  if (i / 32 == 0) y[i] = __shfl_xor_sync(~0u, sum, 1) + 1;
}

int main() {
  float *x = unwritten<float>(128), *y = unwritten<float>(256);
  good(cudaMemset(x, 0, 20 * sizeof(float)));
  block_load<<<1, 32>>>(y, x, 20);
  partial_sum<<<1, 32>>>(y, x, 20);
  int* integers = unwritten<int>(128);
  and_or<<<1, 32>>>(integers, reinterpret_cast<int*>(x), 20);
  Flags* flags = unwritten<Flags>(32);
  set_flags<<<1, 32>>>(flags);
  look_at_flags<<<1, 32>>>(integers, flags);
  copy_nibbles<<<1, 32>>>(unwritten<Nibbles>(32), unwritten<Nibbles>(32));
  unsigned char* bytes = unwritten<unsigned char>(128);
  first_bytes<<<1, 32>>>(bytes);
  masked<<<1, 32>>>(reinterpret_cast<unsigned*>(integers), bytes);
  cleared<<<1, 32>>>(reinterpret_cast<unsigned*>(integers), reinterpret_cast<unsigned*>(y));
  local_stack<<<1, 32>>>(integers, reinterpret_cast<int*>(x), 20);
  local_copy<<<1, 32>>>(unwritten<Point>(32), 3);
  by_others<<<1, 32>>>(integers, 7);
  sum_of_some<<<1, 32>>>(integers, 21);
  sum_of_those_that_are_there<<<1, 64>>>(integers, 40);
  good(cudaDeviceSynchronize());
  std::printf("done\n");
}
