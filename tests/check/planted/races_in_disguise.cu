// SPDX-License-Identifier: Apache-2.0
// The same few mistakes behind templates, structs, groups, carved memory and scopes that are too
// small.
#include <cooperative_groups.h>
#include <cuda_fp16.h>

#include "planted.h"

namespace cg = cooperative_groups;

// The last steps of a sum without __syncwarp, as it was written before Volta.
template <int kThreads>
__device__ void sum_last_warp(float* data, int i) {
  for (int d = 16; d > 0; d /= 2) {
    float other = i < d ? data[i + d] : 0;  // ERROR race
    PLANT((void)0, __syncwarp());
    if (i < d) data[i] += other;  // ERROR race
    PLANT((void)0, __syncwarp());
  }
}
__global__ void legacy_sum(float* y) {
  __shared__ float data[32];
  data[threadIdx.x] = threadIdx.x;
  __syncwarp();
  sum_last_warp<32>(data, threadIdx.x);
  if (threadIdx.x == 0) *y = data[0];
}

// A step of a scan that reads and writes one array.
__global__ void scan_in_place(int* y) {
  __shared__ int data[128];
  const int i = threadIdx.x;
  data[i] = i;
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    int before = i >= d ? data[i - d] : 0;  // ERROR race
    PLANT((void)0, __syncthreads());
    data[i] += before;  // ERROR race
    __syncthreads();
  }
  y[i] = data[i];
}

// Of two buffers the one is written that others still read.
__global__ void double_buffer(int* y) {
  __shared__ int buffer[2][64];
  const int i = threadIdx.x;
  int sum = 0;
  for (int round = 0; round < 4; ++round) {
    buffer[PLANT(0, round % 2)][i] = i + round;  // ERROR race
    __syncthreads();
    sum += buffer[PLANT(0, round % 2)][63 - i];  // ERROR race
  }
  y[i] = sum;
}

// Two arrays in dynamic shared memory that overlap.
__global__ void carved(int* y) {
  extern __shared__ char memory[];
  int* keys = reinterpret_cast<int*>(memory);
  short* ranks = reinterpret_cast<short*>(keys + PLANT(60, 64));
  keys[threadIdx.x] = threadIdx.x;   // ERROR race
  ranks[threadIdx.x] = threadIdx.x;  // ERROR race
  __syncthreads();
  y[threadIdx.x] = keys[threadIdx.x] + ranks[threadIdx.x];
}

// Tiles of 16 threads that use what the other tile wrote.
__global__ void tiles_of_16(int* y) {
  __shared__ int data[32];
  auto tile = cg::tiled_partition<PLANT(16, 32)>(cg::this_thread_block());
  data[threadIdx.x] = threadIdx.x;  // ERROR race
  tile.sync();
  y[threadIdx.x] = data[31 - threadIdx.x];  // ERROR race
}

// Bytes of one word by different threads are no race; both halves by one are.
__global__ void halves_of_a_word(__half* y) {
  __shared__ __half2 data[32];
  auto* halves = reinterpret_cast<__half*>(data);
  halves[threadIdx.x] = __float2half(threadIdx.x);  // ERROR race
  PLANT((void)0, __syncthreads());
  if (threadIdx.x < 32) {
    data[threadIdx.x] = __half2half2(__float2half(1));  // ERROR race
  }
  __syncthreads();
  y[threadIdx.x] = halves[threadIdx.x];
}

// Counting without atomics, and with those of too small a scope.
__global__ void counts_in_shared(int* y) {
  __shared__ int count[4];
  if (threadIdx.x < 4) count[threadIdx.x] = 0;
  __syncthreads();
  if (PLANT(true, false)) {
    count[threadIdx.x % 4]++;  // ERROR race
  } else {
    atomicAdd(&count[threadIdx.x % 4], 1);
  }
  __syncthreads();
  if (threadIdx.x < 4) y[threadIdx.x] = count[threadIdx.x];
}
__global__ void scope_of_a_block(int* count) {
  if (PLANT(true, false)) {
    atomicAdd_block(count, 1);  // ERROR race-scope
  } else {
    atomicAdd(count, 1);
  }
}

// What one block tells another needs a fence that reaches it.
struct Mailbox {
  int message;
  volatile int full;
};
__global__ void mailbox(Mailbox* box, int* y) {
  if (blockIdx.x == 0) {
    box->message = 42;  // ERROR race
    PLANT(__threadfence_block(), __threadfence());
    atomicExch(const_cast<int*>(&box->full), 1);
  } else {
    while (atomicAdd(const_cast<int*>(&box->full), 0) == 0) {
    }
    __threadfence();
    *y = box->message;  // ERROR race
  }
}

// Each thread updates its neighbour's cell, too.
struct Cell {
  int mass, force;
};
__device__ void push(Cell& cell, int by) {
  cell.force += by;  // ERROR race
}
__global__ void forces(Cell* cells, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  push(cells[i], 1);
  if (PLANT(true, false)) push(cells[(i + 1) % n], -1);
}

// One thread prepares, all use it; the barrier stands behind the first use.
__global__ void prepared_by_one(int* y) {
  __shared__ int base;
  if (threadIdx.x == 0) base = y[0];  // ERROR race
  PLANT((void)0, __syncthreads());
  const int first = base;  // ERROR race
  __syncthreads();
  y[threadIdx.x] = first + base;
}

// Half of the threads meet at one named barrier, half at another.
__global__ void named_barriers(int* y) {
  __shared__ int data[64];
  data[threadIdx.x] = threadIdx.x;  // ERROR race
  const int id = threadIdx.x < 32 ? 1 : PLANT(2, 1);
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(PLANT(32, 64)) : "memory");
  y[threadIdx.x] = data[63 - threadIdx.x];  // ERROR race
}

// Each warp writes what it keeps side by side, 21 of 32; the next warp begins at the last of them.
__global__ void kept_side_by_side(int* y) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned kept = __ballot_sync(~0u, lane % 3 != 0);
  const int place = warp * PLANT(20, 21) + __popc(kept & ((1u << lane) - 1));
  if (lane % 3 != 0) y[place] = threadIdx.x;  // ERROR race (31,0,0)
}

// The same at places that an atomic operation gives, in an array that another thread looks at.
__global__ void asked_for_places(int* y, int* count) {
  const int lane = threadIdx.x % 32;
  const unsigned kept = __ballot_sync(~0u, lane % 2 != 0);
  int first = 0;
  if (lane == 0) first = atomicAdd(count, __popc(kept));
  first = __shfl_sync(~0u, first, 0);
  if (lane % 2 != 0) y[first + __popc(kept & ((1u << lane) - 1))] = threadIdx.x;  // ERROR race
  if (PLANT(blockIdx.x == 1 && threadIdx.x == 0, false)) y[255] = y[3];           // ERROR race
}

// The last block sets the counter back, which only it may.
__global__ void sets_back(int* y, int* count) {
  int before = 0;
  if (PLANT(blockIdx.x == 5 && threadIdx.x == 1, false)) *count = 7;  // ERROR race
  if (threadIdx.x == 0) before = atomicAdd(count, 1);                 // ERROR race
  if (before == gridDim.x - 1) *count = 0;
  if (threadIdx.x == 0) y[blockIdx.x] = before;
}

// Many blocks ask for places, and one looks at the counter.
__global__ void looks_at_the_counter(int* y, int* count) {
  int place = 0;
  if (threadIdx.x == 0) place = atomicAdd(count, 1);  // ERROR race
  if (threadIdx.x == 0) y[place] = blockIdx.x;
  if (PLANT(blockIdx.x == 60 && threadIdx.x == 1, false)) y[255] = *count;  // ERROR race
}

// Atomic to others of their size only.
__device__ void add_high(unsigned long long* pair, unsigned more) {
#ifdef MENDED
  atomicAdd(pair, static_cast<unsigned long long>(more) << 32);
#else
  atomicAdd(reinterpret_cast<unsigned*>(pair) + 1, more);  // ERROR race
#endif
}
__global__ void atomics_of_two_sizes(unsigned long long* pair) {
  if (threadIdx.x == 0) atomicAdd(pair, 1);  // ERROR race
  if (threadIdx.x == 32) add_high(pair, 2);
}

int main() {
  int* y = make<int>(256);
  legacy_sum<<<1, 32>>>(make<float>(1));
  scan_in_place<<<1, 128>>>(y);
  double_buffer<<<1, 64>>>(y);
  carved<<<1, 64, 64 * 6>>>(y);
  tiles_of_16<<<1, 32>>>(y);
  halves_of_a_word<<<1, 64>>>(make<__half>(64));
  counts_in_shared<<<1, 64>>>(y);
  scope_of_a_block<<<2, 1>>>(make<int>(1));
  mailbox<<<2, 1>>>(make<Mailbox>(1), y);
  forces<<<2, 32>>>(make<Cell>(64), 64);
  prepared_by_one<<<1, 64>>>(y);
  named_barriers<<<1, 64>>>(y);
  kept_side_by_side<<<1, 64>>>(y);
  asked_for_places<<<2, 64>>>(y, make<int>(1));
  sets_back<<<64, 32>>>(y, make<int>(1));
  looks_at_the_counter<<<64, 32>>>(y, make<int>(1));
  atomics_of_two_sizes<<<1, 64>>>(make<unsigned long long>(1));
  good(cudaDeviceSynchronize());
  std::printf("done\n");
}
