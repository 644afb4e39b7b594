// SPDX-License-Identifier: Apache-2.0
// What tests/profile/count-waits counts: waits whose length no count of instructions tells, and
// what the driver does for a kernel. Each kernel runs as 2 blocks of 2 warps.
#include <cooperative_groups.h>
#include <curand_kernel.h>

#include <cstdio>

namespace cg = cooperative_groups;
constexpr int kBlocks = 2, kThreads = 64;

// Of a warp the last lane waits longest: 1000 cycles and 31 times 10.
__global__ void cycles(int* out) {
  const long long begin = clock64();
  while (clock64() - begin < 1000 + 10 * (threadIdx.x % 32)) {
  }
  out[threadIdx.x] = 1;
}
// As the samples have it, whose clock is of 32 bits.
__global__ void short_clock(int* out, clock_t count) {
  const clock_t start = clock();
  clock_t gone = 0;
  while (gone < count) gone = clock() - start;
  out[threadIdx.x] = 1;
}
// The end is a reading.
__global__ void until(int* out) {
  const long long end = clock64() + 50000000;
  while (clock64() < end) {
  }
  out[threadIdx.x] = 1;
}
__device__ unsigned long long timer() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}
__global__ void nanoseconds(int* out) {
  const auto begin = timer();
  while (timer() - begin < 3000) {
  }
  out[threadIdx.x] = 1;
}
__global__ void sleeps(int* out) {
  __nanosleep(100 + threadIdx.x % 32);
  out[threadIdx.x] = 1;
}

// The second block looks for what the first one writes; how often does not count.
__global__ void looks(volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) *flag = 1;
  } else if (threadIdx.x % 32 == 0) {
    while (*flag == 0) {
    }
  }
  out[threadIdx.x] = 1;
}
// Each block waits for the one before it.
__global__ void block_chain(volatile int* flags, int* out) {
  if (threadIdx.x == 0) {
    while (blockIdx.x != 0 && flags[blockIdx.x - 1] == 0) {
    }
    flags[blockIdx.x] = 1;
  }
  out[threadIdx.x] = 1;
}
// Each block has said something before.
__global__ void look_back(volatile int* flags, int* out) {
  if (threadIdx.x == 0) {
    flags[blockIdx.x] = 1;
    while (blockIdx.x != 0 && flags[blockIdx.x - 1] == 0) {
    }
    flags[blockIdx.x] = 2;
  }
  out[threadIdx.x] = 1;
}
// One thread of each warp.
__global__ void locks(int* lock, int* sum) {
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    *(volatile int*)sum = *(volatile int*)sum + 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}
// Each failure means that another thread has gone on: counted as it comes.
__global__ void retries(int* sum) {
  int seen = *sum, before;
  do {
    before = seen;
    seen = atomicCAS(sum, before, before + 1);
  } while (seen != before);
}

__global__ void grid_barriers(int* out) {
  auto grid = cg::this_grid();
  for (int i = 0; i < 3; ++i) {
    out[grid.thread_rank()] += i;
    grid.sync();
  }
}
__global__ void __cluster_dims__(2) cluster_barriers(int* out) {
  auto cluster = cg::this_cluster();
  out[cluster.thread_rank()] = 1;
  cluster.sync();
  out[cluster.thread_rank()] += 1;
  cluster.sync();
}
// Of each warp 8 lanes.
__global__ void heap(int* out) {
  if (threadIdx.x % 32 < 8) {
    int* own = (int*)malloc(16);
    int* other = new int[4];
    if (own && other) *own = *other = threadIdx.x;
    free(own);
    out[threadIdx.x] = other != nullptr;
  }
}
// Of each warp 4 lanes, to an empty text.
__global__ void prints(int* out) {
  if (threadIdx.x % 32 < 4) printf("%s", "");
  out[threadIdx.x] = 1;
}
// The first state skips a sequence, the second one nothing, the third one both, the fourth a
// sequence of MRG32k3a.
__global__ void states(unsigned* out) {
  curandStateXORWOW_t a, b, c;
  curandStateMRG32k3a_t d;
  curand_init(1234, threadIdx.x + 1, 0, &a);
  curand_init(1234, 0, 0, &b);
  curand_init(1234, threadIdx.x + 2, 5, &c);
  curand_init(1234, threadIdx.x + 1, 0, &d);
  out[blockIdx.x * blockDim.x + threadIdx.x] = curand(&a) ^ curand(&b) ^ curand(&c) ^ curand(&d);
}
__global__ void fills(int* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}
__global__ void doubles(int* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}

int main() {
  int *out, *words, *managed, *filled;
  cudaMalloc(&out, 4096), cudaMalloc(&words, 4096);
  cudaMemset(words, 0, 4096);
  cycles<<<kBlocks, kThreads>>>(out);
  short_clock<<<kBlocks, kThreads>>>(out, 2000);
  until<<<kBlocks, kThreads>>>(out);
  nanoseconds<<<kBlocks, kThreads>>>(out);
  sleeps<<<kBlocks, kThreads>>>(out);
  looks<<<kBlocks, kThreads>>>(words, out);
  block_chain<<<kBlocks, kThreads>>>(words + 256, out);
  look_back<<<kBlocks, kThreads>>>(words + 320, out);
  locks<<<kBlocks, kThreads>>>(words + 64, words + 128);
  retries<<<kBlocks, kThreads>>>(words + 192);
  void* arguments[] = {&out};
  cudaLaunchCooperativeKernel((void*)grid_barriers, kBlocks, kThreads, arguments);
  cluster_barriers<<<kBlocks, kThreads>>>(out);
  heap<<<kBlocks, kThreads>>>(out);
  prints<<<kBlocks, kThreads>>>(out);
  states<<<kBlocks, kThreads>>>((unsigned*)out);
  // Each moves once, for the first kernel that touches it.
  cudaMallocManaged(&managed, 4096), cudaMallocManaged(&filled, 4096);
  for (int k = 0; k < 3; ++k) doubles<<<kBlocks, kThreads>>>(managed);
  fills<<<kBlocks, kThreads>>>(filled);
  doubles<<<kBlocks, kThreads>>>(filled);
  const auto status = cudaDeviceSynchronize();
  int sums[2];
  cudaMemcpy(sums, words + 128, 4, cudaMemcpyDefault);
  cudaMemcpy(sums + 1, words + 192, 4, cudaMemcpyDefault);
  if (sums[0] != 4 || sums[1] != kBlocks * kThreads) std::printf("%d %d\n", sums[0], sums[1]);
  return status != cudaSuccess || sums[0] != 4 || sums[1] != kBlocks * kThreads;
}
