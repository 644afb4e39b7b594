// SPDX-License-Identifier: Apache-2.0
// A kernel of several blocks with a struct, a template, a recursive function, shared memory and a
// device variable.
#include <cstdio>

struct Scale {
  float factor;
  int offset;
  int steps[3];
};

__device__ int table[4] = {10, 20, 30, 40};

template <class T>
__device__ T twice(T value) {
  T result = value + value;  // in twice
  return result;
}

__device__ int factorial(int n) {
  if (n <= 1) return 1;  // in factorial
  return n * factorial(n - 1);
}

struct Counter {
  int count = 0;
  __device__ void add(int more) {
    count += more;  // in add
  }
};

__global__ void work(int* out, Scale scale, int n) {
  __shared__ int tile[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;  // first
  tile[threadIdx.x] = 3 * i;
  __syncthreads();                                      // barrier
  int other = tile[31 - threadIdx.x];                   // behind
  int local[4] = {other, i, 7, -i};                     // array
  Counter counter;                                      // counter
  counter.add(5 + local[2]);                            // add
  int sum = twice(other) + factorial(threadIdx.x % 5);  // calls
  if (i < n) {
    out[i] = sum + table[i & 3] + scale.steps[1] + counter.count;  // store
  }
}

int main() {
  int* d;
  cudaMalloc(&d, 128 * sizeof(int));
  Scale scale{1.5f, -4, {3, 5, 8}};
  work<<<4, 32>>>(d, scale, 128);  // launch
  int h[128];
  if (cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  int wrong = 0;
  const int factorials[] = {1, 1, 2, 6, 24}, device[] = {10, 20, 30, 40};
  for (int i = 0; i < 128; ++i) {
    const int mirror = i / 32 * 32 + 31 - i % 32;
    wrong += h[i] != 6 * mirror + factorials[i % 32 % 5] + device[i & 3] + 5 + 12;
  }
  std::printf("wrong: %d\n", wrong);
  return wrong != 0;
}
