// SPDX-License-Identifier: Apache-2.0
// Bulk copies: an access of the thread that asks for them, which their mbarrier orders. With
// -DMENDED all others wait.
#include "planted.h"

using Barrier = unsigned long long;
constexpr int kCount = 64;
constexpr unsigned kBytes = kCount * sizeof(int);

__device__ unsigned at(const void* p) {
  return (unsigned)__cvta_generic_to_shared(p);
}
__device__ void init(Barrier* b, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(b)), "r"(count) : "memory");
}
__device__ void bring(int* to, const int* from, Barrier* b) {
  asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], %1;" ::"r"(at(b)),
               "r"(kBytes)
               : "memory");
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
          "r"(at(to)),
      "l"(from), "r"(kBytes), "r"(at(b))
      : "memory");
}
__device__ void wait(Barrier* b, unsigned parity) {
  asm volatile(
      "{ .reg .pred p;\n"
      "AGAIN: mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 p, [%0], %1, 1000;\n"
      "  @!p bra AGAIN; }" ::"r"(at(b)),
      "r"(parity)
      : "memory");
}
__device__ void send(int* to, const int* from) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to),
               "r"(at(from)), "r"(kBytes)
               : "memory");
  asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
}

__global__ void not_waited(const int* x, int* y) {
  __shared__ alignas(16) int tile[kCount];
  __shared__ Barrier full;
  if (threadIdx.x == 0) init(&full, 1);
  __syncthreads();
  if (threadIdx.x == 0) bring(tile, x, &full);  // ERROR async-copy
  PLANT((void)0, wait(&full, 0));
  y[threadIdx.x] = tile[kCount - 1 - threadIdx.x];  // ERROR async-copy
}

// The next tile comes while others read the one before.
__global__ void comes_too_early(const int* x, int* y) {
  __shared__ alignas(16) int tile[kCount];
  __shared__ Barrier full;
  if (threadIdx.x == 0) init(&full, 1);
  __syncthreads();
  int sum = 0;
  for (unsigned round = 0; round < 2; ++round) {
    if (threadIdx.x == 0) bring(tile, x + kCount * round, &full);  // ERROR async-copy
    wait(&full, round & 1);                                        // ERROR barrier-misuse (1,0,0)
    sum += tile[kCount - 1 - threadIdx.x];                         // ERROR async-copy
    PLANT((void)0, __syncthreads());
  }
  y[threadIdx.x] = sum;
}

__global__ void written_meanwhile(const int* x, int* y) {
  __shared__ alignas(16) int tile[kCount];
  __shared__ Barrier full;
  if (threadIdx.x == 0) init(&full, 1);
  __syncthreads();
  if (threadIdx.x == 0) bring(tile, x, &full);  // ERROR async-copy
  PLANT((void)0, wait(&full, 0));
  if (threadIdx.x == 40) tile[3] = 7;  // ERROR async-copy
  wait(&full, 0);
  __syncthreads();
  y[threadIdx.x] = tile[threadIdx.x];
}

// What is sent may not have been written.
__global__ void sends_too_early(int* y) {
  __shared__ alignas(16) int tile[kCount];
  tile[threadIdx.x] = threadIdx.x;  // ERROR race
  PLANT((void)0, __syncthreads());
  if (threadIdx.x == 0) send(y, tile);  // ERROR race
}

// Two blocks send to one place.
__global__ void send_to_one(int* y) {
  __shared__ alignas(16) int tile[kCount];
  tile[threadIdx.x] = blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) send(y + PLANT(0, kCount) * blockIdx.x, tile);  // ERROR race
}

// The thread itself, which is ordered with what it asked for, and others behind a barrier.
__global__ void own_use(const int* x, int* y) {
  __shared__ alignas(16) int tile[kCount];
  __shared__ Barrier full;
  if (threadIdx.x == 0) {
    init(&full, 1);
    bring(tile, x, &full);  // ERROR async-copy
    PLANT((void)0, wait(&full, 0));
    y[0] = tile[5];  // ERROR async-copy (0,0,0)
  }
  __syncthreads();
  wait(&full, 0);
  y[threadIdx.x] = tile[threadIdx.x];
}
__global__ void behind_a_barrier(const int* x, int* y) {
  __shared__ alignas(16) int tile[2][kCount];
  __shared__ Barrier full[2];
  if (threadIdx.x == 0) {
    for (int k : {0, 1}) init(&full[k], 1);
    for (int k : {0, 1}) bring(tile[k], x, &full[k]);  // ERROR async-copy
  }
  __syncthreads();
  wait(&full[PLANT(0, 1)], 0);           // not the one that is used first
  const int sum = tile[1][threadIdx.x];  // ERROR async-copy (0,0,0)
  wait(&full[0], 0);
  y[threadIdx.x] = sum + tile[0][threadIdx.x];
}
__device__ void start_to_send(int* to, const int* from) {
  asm volatile(
      "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;\n"
      "cp.async.bulk.commit_group;" ::"l"(to),
      "r"(at(from)), "r"(kBytes)
      : "memory");
}
// The tile is filled again before it has been sent.
__global__ void overwrites(int* y) {
  __shared__ alignas(16) int tile[kCount];
  for (int round = 0; round < 2; ++round) {
    tile[threadIdx.x] = threadIdx.x + round;  // ERROR async-copy (0,0,0)
    __syncthreads();
    if (threadIdx.x == 0) {
      start_to_send(y, tile);  // ERROR async-copy
      PLANT((void)0, ({ asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory"); }));
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

// Of global memory, beside another stream's kernel.
__global__ void brings(const int* x, int* sum) {
  __shared__ alignas(16) int tile[kCount];
  __shared__ Barrier full;
  if (threadIdx.x == 0) init(&full, 1);
  __syncthreads();
  if (threadIdx.x == 0) bring(tile, x, &full);  // ERROR race
  wait(&full, 0);
  atomicAdd(sum, tile[threadIdx.x]);
}
__global__ void fills(int* x) {
  x[threadIdx.x] = threadIdx.x;  // ERROR race
}

int main() {
  int *x = make<int>(2 * kCount), *y = make<int>(2 * kCount);
  not_waited<<<1, kCount>>>(x, y);
  comes_too_early<<<1, kCount>>>(x, y);
  written_meanwhile<<<1, kCount>>>(x, y);
  sends_too_early<<<1, kCount>>>(y);
  send_to_one<<<2, kCount>>>(y);
  own_use<<<1, kCount>>>(x, y);
  behind_a_barrier<<<1, kCount>>>(x, y);
  overwrites<<<1, kCount>>>(y);
  cudaStream_t a = nullptr, b = nullptr;
  good(cudaStreamCreate(&a));
  good(cudaStreamCreate(&b));
  fills<<<1, kCount, 0, a>>>(x);
  brings<<<1, kCount, 0, PLANT(b, a)>>>(x, y);
  good(cudaDeviceSynchronize());
  good(cudaFree(x));
  good(cudaFree(y));
}
