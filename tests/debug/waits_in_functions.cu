// SPDX-License-Identifier: Apache-2.0
// Threads that wait in a loop which looks by a function, as cuda::barrier and cuda::atomic do where
// nothing is inlined. What they wait for is written by the thread that comes last.
#include <cstdio>

__device__ unsigned load(const volatile unsigned* p) {
  return *p;
}
__device__ bool has_come(const unsigned* p, unsigned n) {
  return load(p) >= n;
}
struct Semaphore {
  unsigned left;
  __device__ bool try_acquire() {
    const unsigned old = atomicAdd(&left, 0u);
    return old != 0 && atomicCAS(&left, old, old - 1) == old;
  }
  __device__ void acquire() {
    while (!try_acquire()) {
    }
  }
};

__global__ void wait(unsigned* out, Semaphore* semaphore) {
  __shared__ unsigned arrived;
  const unsigned t = threadIdx.x;
  if (t == 0) arrived = 0;
  __syncthreads();
  if (t != blockDim.x - 1) {
    while (!has_come(&arrived, 5)) {
    }
  } else {
    for (unsigned k = 0; k < 5; ++k) atomicAdd(&arrived, 1);
  }
  semaphore->acquire();
  out[t] = 3 * t + load(&arrived);
  atomicAdd(&semaphore->left, 1);
}

int main() {
  unsigned* out = nullptr;
  Semaphore* semaphore = nullptr;
  cudaMallocManaged(&out, 70 * sizeof(unsigned));
  cudaMallocManaged(&semaphore, sizeof(Semaphore));
  semaphore->left = 1;
  wait<<<1, 70>>>(out, semaphore);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (unsigned t = 0; t < 70; ++t) {
    if (out[t] == 3 * t + 5) continue;
    std::printf("out[%u] is %u\n", t, out[t]);
    return 1;
  }
  return semaphore->left == 1 ? 0 : 1;
}
