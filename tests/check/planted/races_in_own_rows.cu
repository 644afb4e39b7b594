// SPDX-License-Identifier: Apache-2.0
// Races beside what compiled code notes by itself: rows of global memory of which each lane touches
// its own cell, operations that all lanes of a warp come to, barriers that all warps come to.
#include "planted.h"

constexpr int kThreads = 64, kCount = 256;

// The row of the next warp, of this block or of the next one.
__global__ void next_row(float* y, float* z) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  y[i] = i;                               // ERROR race
  z[i] = y[PLANT((i + 32) % kCount, i)];  // ERROR race
}

// One cell of a row, before and after it has been noted.
__global__ void one_cell(float* y, float* z) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i == 0) z[0] = y[PLANT(kThreads + 3, 0)];                        // ERROR race
  y[i] = i;                                                            // ERROR race
  if (i == kThreads * 3) z[1] = y[PLANT(kThreads + 4, kThreads * 3)];  // ERROR race
}

// Cells of another size are other lanes'.
__global__ void wider_cells(float* y, float4* z) {
  const int i = threadIdx.x;
  y[i] = i;  // ERROR race
  PLANT((void)0, __syncthreads());
  z[i] = reinterpret_cast<float4*>(y)[i];  // ERROR race
}

// More places in the program than a row has notes for.
__global__ void many_places(float* y, float* z) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  float sum = y[i];
  __syncwarp();
  y[i] = sum + 1;  // ERROR race
  __syncwarp();
  sum += y[i];
  __syncwarp();
  y[i] = sum;                             // ERROR race
  z[i] = y[PLANT((i + 32) % kCount, i)];  // ERROR race
}

// Rows of a block's other warp, behind a barrier: known, if the notes tell when they were made.
__global__ void behind_barriers(float* y, float* z) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  __syncthreads();
  y[i] = i;  // ERROR race
  PLANT((void)0, __syncthreads());
  z[i] = y[i ^ 32];  // ERROR race
  __syncthreads();
  y[i] = z[i];
}

// The same for lanes of a warp, and an operation that all of them come to.
template <class Meet>
__device__ void exchange(float* y, float* z, Meet meet) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  y[i] = i;  // ERROR race
  meet();
  z[i] = y[i ^ 1];  // ERROR race
}
__global__ void behind_shuffle(float* y, float* z) {
  exchange(y, z, [] { PLANT(0, __shfl_sync(~0u, static_cast<int>(threadIdx.x), 0)); });
}
__global__ void behind_many_votes(int rounds, float* y, float* z) {
  exchange(y, z, [&] {
    unsigned all = ~0u;
#pragma unroll 1
    for (int k = 0; k < rounds; ++k) all &= PLANT(~0u, __ballot_sync(~0u, k >= 0));
    if (all == 0) z[0] = 0;
  });
}
__global__ void shared_behind_shuffle(float* z) {
  __shared__ int data[kThreads];
  const int i = threadIdx.x;
  data[i] = i;  // ERROR race
  const int first = PLANT(i & ~31, __shfl_sync(~0u, i, 0));
  z[blockIdx.x * kThreads + i] = data[i ^ 1] + first;  // ERROR race
}

// Warps that come by two barriers, both plain; the second half writes what the first one reads.
__global__ void two_barriers(float* z) {
  __shared__ int data[kThreads];
  const int i = threadIdx.x;
  data[i] = i;
  if (i < 32) {
    z[blockIdx.x * kThreads + i] = 1;
    __syncthreads();
    z[blockIdx.x * kThreads + i] += data[i + PLANT(32, 0)];  // ERROR race
  } else {
    __syncthreads();
    data[i] = 7;  // ERROR race
  }
}

// A warp that ends early is not missed, and knows nothing of what comes later.
__global__ void early_end(float* z) {
  __shared__ int data[kThreads];
  const int i = threadIdx.x;
  data[i] = i;  // ERROR race
  if (i >= 32) {
    z[blockIdx.x * kThreads + i] = data[PLANT(i - 32, i)];
    return;
  }
  __syncthreads();
  z[blockIdx.x * kThreads + i] = data[i + 32];
}

// All blocks add to the same row, and look at what was there; or one of them stores.
__global__ void adds_in_rows(int* y, int* old) {
  for (int round = 0; round < 3; ++round) atomicAdd(&y[threadIdx.x], round);
  old[blockIdx.x * 32 + threadIdx.x] = atomicAdd(&y[threadIdx.x], 1);
}
__global__ void adds_and_stores_in_rows(int* y) {
  if (blockIdx.x == PLANT(1, 9)) {
    y[threadIdx.x] = threadIdx.x;  // ERROR race
  } else {
    atomicAdd(&y[threadIdx.x], 1);  // ERROR race
  }
}

int main() {
  auto* y = make<float>(4 * kCount);
  auto* z = make<float>(4 * kCount);
  next_row<<<kCount / kThreads, kThreads>>>(y, z);
  one_cell<<<kCount / kThreads, kThreads>>>(y, z);
  wider_cells<<<1, kThreads>>>(y, reinterpret_cast<float4*>(z));
  many_places<<<kCount / kThreads, kThreads>>>(y, z);
  behind_barriers<<<kCount / kThreads, kThreads>>>(y, z);
  behind_shuffle<<<kCount / kThreads, kThreads>>>(y, z);
  behind_many_votes<<<kCount / kThreads, kThreads>>>(40, y, z);
  shared_behind_shuffle<<<kCount / kThreads, kThreads>>>(z);
  two_barriers<<<kCount / kThreads, kThreads>>>(z);
  early_end<<<kCount / kThreads, kThreads>>>(z);
  // Rows that earlier launches have noted are nobody's any more.
  for (int k = 0; k < 3; ++k) next_row<<<kCount / kThreads, kThreads>>>(z, y);
  adds_in_rows<<<4, 32>>>(make<int>(32), make<int>(128));
  adds_and_stores_in_rows<<<4, 32>>>(make<int>(32));
  good(cudaDeviceSynchronize());
  cudaFree(y);
  cudaFree(z);
}
