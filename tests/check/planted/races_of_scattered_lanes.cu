// SPDX-License-Identifier: Apache-2.0
// Races beside cells of global memory that are noted without a look at histories: each is touched
// by one thread, wherever its lanes lie; and beside a counter that the history has enough of.
#include <vector>

#include "planted.h"

constexpr int kThreads = 64, kBlocks = 16, kCount = kThreads * kBlocks;

__device__ int own() {
  return static_cast<int>(blockIdx.x * kThreads + threadIdx.x);
}

// `where` is a permutation; of `twice`, two threads of two blocks have the same place.
__global__ void one_place_twice(const int* where, const int* twice, float* y) {
  const int* of = PLANT(twice, where);
  y[of[own()]] = own();  // ERROR race
}

__global__ void another_lane(const int* where, float* y, float* z) {
  y[where[own()]] = own();                              // ERROR race
  z[where[own()]] = y[where[PLANT(own() ^ 1, own())]];  // ERROR race
}

// Known, if the notes tell when they were made.
__global__ void behind_a_meeting(const int* where, float* y, float* z) {
  y[where[own()]] = own();  // ERROR race
  PLANT((void)0, __syncwarp());
  z[where[own()]] = y[where[own() ^ 1]];  // ERROR race
  __syncthreads();
  y[where[own() ^ 33]] = 1;
}

// One of four cells of a lane.
__global__ void part_of_wide(const int* where, float4* y, float* z) {
  y[where[own()]] = float4{1, 2, 3, 4};  // ERROR race
  const int other = PLANT((own() + 32) % kCount, own());
  z[where[own()]] = reinterpret_cast<const float*>(y)[4 * where[other] + 2];  // ERROR race
}

__global__ void in_a_row_of_others(const int* where, float* y, float* z) {
  y[own()] = own();                   // ERROR race
  PLANT(y, z)[where[own()]] = own();  // ERROR race
}

// What a thread has loaded and stored there, and loads again.
__global__ void loads_and_stores(const int* where, float* y) {
  for (int round = 0; round < 3; ++round) {
    const float sum = y[where[own()]];                       // ERROR race
    y[where[PLANT((own() + 1) % kCount, own())]] = sum + 1;  // ERROR race
  }
}

// Kept lanes, side by side behind those of other warps.
__global__ void packed(const int* x, int* y, int* count) {
  const int lane = threadIdx.x % 32;
  const bool keeps = x[own()] % 3 != 0;
  const unsigned kept = __ballot_sync(~0u, keeps);
  int place = 0;
  if (lane == 0) place = atomicAdd(count, __popc(kept));
  place = __shfl_sync(~0u, place, 0) + __popc(kept & ((1u << lane) - 1));
  if (keeps) y[place + PLANT(lane == 31 ? 1 : 0, 0)] = own();  // ERROR race
}

// Whose addition was the last may set the counter back, nobody else. (Both stores are one in the
// end, at no line.)
__global__ void counted(int* count, int* old) {
  if (threadIdx.x == 0) {
    const int before = atomicAdd(count, 1);  // ERROR race
    old[blockIdx.x] = before;
    if (before == kBlocks * 8 - 1) *count = 0;
  }
  if (threadIdx.x == 33 && blockIdx.x == PLANT(kBlocks * 5, kBlocks * 8)) *count = 0;
}

int main() {
  std::vector<int> where(kCount), twice;
  for (int i = 0; i < kCount; ++i) where[i] = (i * 37 + 11) % kCount;
  twice = where;
  twice[kCount - 1] = twice[5];
  auto *right = make<int>(kCount), *wrong = make<int>(kCount);
  good(cudaMemcpy(right, where.data(), kCount * sizeof(int), cudaMemcpyHostToDevice));
  good(cudaMemcpy(wrong, twice.data(), kCount * sizeof(int), cudaMemcpyHostToDevice));
  auto *y = make<float>(4 * kCount), *z = make<float>(kCount);
  // The second time, cells there have been noted before.
  for (int k = 0; k < 2; ++k) {
    one_place_twice<<<kBlocks, kThreads>>>(right, wrong, y);
    another_lane<<<kBlocks, kThreads>>>(right, y, z);
    behind_a_meeting<<<kBlocks, kThreads>>>(right, y, z);
    part_of_wide<<<kBlocks, kThreads>>>(right, reinterpret_cast<float4*>(y), z);
    in_a_row_of_others<<<kBlocks, kThreads>>>(right, y, z);
    loads_and_stores<<<kBlocks, kThreads>>>(right, y);
  }
  packed<<<kBlocks, kThreads>>>(right, make<int>(kCount + 1), make<int>(1));
  counted<<<8 * kBlocks, kThreads>>>(make<int>(1), make<int>(8 * kBlocks));
  good(cudaDeviceSynchronize());
}
