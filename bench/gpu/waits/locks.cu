// SPDX-License-Identifier: Apache-2.0
// Blocks that wait for each other: locks, flags, chains of blocks (look-back), last blocks.
#include "common.h"
__global__ void spin(int* lock, int* data, int rounds, int inside) {
  if (threadIdx.x == 0)
    for (int i = 0; i < rounds; ++i) {
      while (atomicCAS(lock, 0, 1) != 0) {
      }
      __threadfence();
      for (int k = 0; k < inside; ++k) *(volatile int*)data = *(volatile int*)data + 1;
      __threadfence();
      atomicExch(lock, 0);
    }
}
__global__ void ticket(unsigned* next, volatile unsigned* now, int* data, int rounds) {
  if (threadIdx.x == 0)
    for (int i = 0; i < rounds; ++i) {
      const unsigned own = atomicAdd(next, 1);
      while (*now != own) {
      }
      __threadfence();
      *(volatile int*)data = *(volatile int*)data + 1;
      __threadfence();
      *now = own + 1;
    }
}
__global__ void lanes(int* lock, int* data, int rounds) {  // every lane takes the lock once a round
  for (int i = 0; i < rounds; ++i) {
    bool done = false;
    while (!done)
      if (atomicCAS(lock, 0, 1) == 0) {
        *(volatile int*)data = *(volatile int*)data + 1;
        __threadfence();
        atomicExch(lock, 0);
        done = true;
      }
  }
}
__global__ void ping(volatile int* flag, int rounds, u64* cycles) {  // blocks 0 and gridDim.x - 1
  if (threadIdx.x || (blockIdx.x && blockIdx.x != gridDim.x - 1)) return;
  const int me = blockIdx.x != 0;
  const u64 begin = clock64();
  for (int i = 0; i < rounds; ++i) {
    while (*flag != 2 * i + me) {
    }
    *flag = 2 * i + me + 1;
  }
  if (!me) *cycles = clock64() - begin;
}
template <bool fenced>
__global__ void chain(volatile int* flags, int* data) {  // each block waits for the one before it
  if (threadIdx.x == 0) {
    const int b = blockIdx.x;
    if (b)
      while (flags[b - 1] == 0) {
      }
    if (fenced) {
      __threadfence();
      data[b] = (b ? *(volatile int*)(data + b - 1) : 0) + 1;
      __threadfence();
    }
    flags[b] = 1;
  }
  __syncthreads();
}
__global__ void last_block(unsigned* count, int* data, int* out) {
  __shared__ bool last;
  data[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicInc(count, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  if (last && threadIdx.x == 0) *out = ((volatile int*)data)[5];
}
__global__ void no_last(int* data) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}
__global__ void host_poll(volatile int* flag, volatile int* answer, int rounds) {
  for (int i = 1; i <= rounds; ++i) {
    while (*flag < i) {
    }
    *answer = i;
    __threadfence_system();
  }
}
int main() {
  int *d, *flags, *data;
  u64 *cycles, c;
  cudaMalloc(&d, 1024), cudaMalloc(&flags, 4 * 200000), cudaMalloc(&data, 4 * 16 * 1024 * 1024),
      cudaMalloc(&cycles, 8);
  fprintf(stderr, "kind,blocks,threads,what,us,ns_each\n");
  for (int blocks : {1, 2, 4, 8, 16, 32, 66, 132, 264, 528})
    for (int inside : {1, 8}) {
      cudaMemset(d, 0, 1024);
      const double base = us([&] { spin<<<blocks, 32>>>(d, d + 64, 0, inside); });
      const int rounds = 2000 / blocks + 1;
      double t = us([&] { spin<<<blocks, 32>>>(d, d + 64, rounds, inside); });
      fprintf(stderr, "spin,%d,32,inside=%d,%.2f,%.2f\n", blocks, inside, t,
              (t - base) * 1000 / blocks / rounds);
      if (inside > 1) continue;
      t = us([&] {
        cudaMemsetAsync(d, 0, 1024);
        ticket<<<blocks, 32>>>((unsigned*)d, (unsigned*)d + 32, d + 64, rounds);
      });
      fprintf(stderr, "ticket,%d,32,,%.2f,%.2f\n", blocks, t, (t - base) * 1000 / blocks / rounds);
    }
  for (int blocks : {1, 4, 32, 132})
    for (int threads : {1, 2, 8, 32, 64, 256}) {
      if (blocks * threads > 2048) continue;
      cudaMemset(d, 0, 1024);
      const int rounds = 1024 / (blocks * threads) + 1;
      const double t = us([&] { lanes<<<blocks, threads>>>(d, d + 64, rounds); }, 3);
      fprintf(stderr, "lanes,%d,%d,,%.2f,%.2f\n", blocks, threads, t,
              t * 1000 / blocks / threads / rounds);
    }
  for (int blocks : {2, 3, 8, 33, 67, 100, 132}) {
    cudaMemset(d, 0, 1024);
    ping<<<blocks, 32>>>(d, 1000, cycles);
    cudaMemcpy(&c, cycles, 8, cudaMemcpyDefault);
    fprintf(stderr, "ping,%d,32,cycles_there_and_back,%.1f,\n", blocks, c / 1000.0);
  }
  for (int threads : {32, 256, 1024})
    for (int blocks : {2, 132, 264, 1056, 4224, 16896}) {
      double t = us([&] {
        cudaMemsetAsync(flags, 0, 4 * blocks);
        chain<false><<<blocks, threads>>>(flags, data);
      });
      const double none = us([&] {
        cudaMemsetAsync(flags, 0, 4 * blocks);
        no_last<<<blocks, threads>>>(data);
      });
      fprintf(stderr, "chain,%d,%d,,%.2f,%.2f\n", blocks, threads, t, (t - none) * 1000 / blocks);
      t = us([&] {
        cudaMemsetAsync(flags, 0, 4 * blocks);
        chain<true><<<blocks, threads>>>(flags, data);
      });
      fprintf(stderr, "chain_fenced,%d,%d,,%.2f,%.2f\n", blocks, threads, t,
              (t - none) * 1000 / blocks);
      if (blocks * threads > 16 * 1024 * 1024) continue;
      cudaMemset(d, 0, 1024);
      t = us([&] { last_block<<<blocks, threads>>>((unsigned*)d, data, d + 64); });
      const double plain = us([&] { no_last<<<blocks, threads>>>(data); });
      fprintf(stderr, "last_block,%d,%d,without=%.2f,%.2f,\n", blocks, threads, plain, t);
    }
  int* h;
  cudaMallocHost(&h, 512);
  h[0] = h[64] = 0;
  cudaEvent_t a, b;
  cudaEventCreate(&a), cudaEventCreate(&b);
  cudaEventRecord(a);
  host_poll<<<1, 1>>>(h, h + 64, 100);
  cudaEventRecord(b);
  for (int i = 1; i <= 100; ++i) {
    *(volatile int*)h = i;
    while (((volatile int*)h)[64] < i) {
    }
  }
  cudaEventSynchronize(b);
  float ms;
  cudaEventElapsedTime(&ms, a, b);
  fprintf(stderr, "host_ping,1,1,,%.2f,%.1f\n", ms * 1000, ms * 1e6 / 100);
  check("end");
}
