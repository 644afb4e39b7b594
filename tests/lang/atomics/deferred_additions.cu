// SPDX-License-Identifier: Apache-2.0
// What many blocks add at few places arrives, however it is summed up on the way: by all lanes, by
// some, at places side by side, at more places than are kept, beside what must not be put off.
#include "../check.h"

constexpr unsigned kBlocks = 301;

HD int value(unsigned i) {
  return (int)(check::mix(i + 3) % 2001) - 1000;
}

struct Sums {
  int all, some, first, less;
  unsigned long long wide;
  float single;
  double twice;
};

// One kernel each, for behind a deferred addition come only those of its kind.
__global__ void add_all(Sums* sums) {
  atomicAdd(&sums->all, value(check::gid()));
}
__global__ void add_some(Sums* sums) {
  const unsigned i = check::gid();
  if (i % 7 == 3) atomicAdd(&sums->some, value(i));
}
__global__ void add_first(Sums* sums) {
  __shared__ int total;
  if (check::tid() == 0) total = 0;
  __syncthreads();
  atomicAdd(&total, value(check::gid()));
  __syncthreads();
  if (check::tid() == 0) atomicAdd(&sums->first, total);
}
__global__ void subtract(Sums* sums) {
  atomicSub(&sums->less, value(check::gid()));
}
__global__ void add_wide(Sums* sums) {
  atomicAdd(&sums->wide, (unsigned long long)(long long)value(check::gid()) << 20);
}
// Multiples of a quarter: exact in any order.
__global__ void add_single(Sums* sums) {
  atomicAdd(&sums->single, (float)(value(check::gid()) % 16) * 0.25f);
}
__global__ void add_double(Sums* sums) {
  atomicAdd(&sums->twice, (double)value(check::gid()) * 0.125);
}
// Two kinds, the first of which is not deferred.
__global__ void add_both(Sums* sums) {
  atomicAdd(&sums->all, value(check::gid()));
  atomicAdd(&sums->single, (float)(value(check::gid()) % 16) * 0.25f);
}

void test_sums(const check::Shape& s) {
  Sums want{}, got, *sums = check::device_array<Sums>(1);
  check::cuda(cudaMemset(sums, 0, sizeof want), "zero");
  const dim3 block(s.x, s.y, s.z);
  add_all<<<kBlocks, block>>>(sums);
  add_some<<<kBlocks, block>>>(sums);
  add_first<<<kBlocks, block>>>(sums);
  subtract<<<kBlocks, block>>>(sums);
  add_wide<<<kBlocks, block>>>(sums);
  add_single<<<kBlocks, block>>>(sums);
  add_double<<<kBlocks, block>>>(sums);
  add_both<<<kBlocks, block>>>(sums);
  check::cuda(cudaMemcpy(&got, sums, sizeof got, cudaMemcpyDeviceToHost), "sums");
  for (unsigned i = 0; i < kBlocks * s.threads(); ++i) {
    const int v = value(i);
    want.all += 2 * v;
    if (i % 7 == 3) want.some += v;
    want.first += v;
    want.less -= v;
    want.wide += (unsigned long long)(long long)v << 20;
    want.single += 2 * ((float)(v % 16) * 0.25f);
    want.twice += (double)v * 0.125;
  }
  check::equal(got.all, want.all, "all lanes");
  check::equal(got.some, want.some, "some lanes");
  check::equal(got.first, want.first, "the first thread");
  check::equal(got.less, want.less, "subtraction");
  check::equal(got.wide, want.wide, "64 bits");
  check::that(got.single == want.single, "float");
  check::that(got.twice == want.twice, "double");
  cudaFree(sums);
}

// Side by side, lanes that differ from block to block; `n` places, more than are kept if n is
// large.
template <class T>
__global__ void add_in_row(T* places, unsigned n) {
  for (unsigned i = check::tid(); i < n; i += check::block_threads()) {
    if ((i + blockIdx.x) % 3 != 0) atomicAdd(&places[i], (T)value(i * kBlocks + blockIdx.x));
  }
}
// A warp's lanes add at the places of its lanes: warps that run as one meet there.
__global__ void add_by_lane(int* places) {
  atomicAdd(&places[check::lane()], value(check::gid()));
}
// Rows that begin anywhere.
__global__ void add_apart(int* places, int row, unsigned rows) {
  for (unsigned k = 0; k < rows; ++k) {
    atomicAdd(&places[k * row + check::tid()], value(check::gid() + k));
  }
}

template <class T>
void test_rows(const check::Shape& s, unsigned n) {
  T *places = check::device_array<T>(n), *got = (T*)malloc(n * sizeof(T));
  check::cuda(cudaMemset(places, 0, n * sizeof(T)), "zero");
  add_in_row<<<kBlocks, dim3(s.x, s.y, s.z)>>>(places, n);
  check::cuda(cudaMemcpy(got, places, n * sizeof(T), cudaMemcpyDeviceToHost), "rows");
  for (unsigned i = 0; i < n; ++i) {
    T want = 0;
    for (unsigned b = 0; b < kBlocks; ++b) {
      if ((i + b) % 3 != 0) want += (T)value(i * kBlocks + b);
    }
    check::equal(got[i], want, "places in a row");
  }
  cudaFree(places);
  free(got);
}

void test_shared_places(const check::Shape& s) {
  constexpr unsigned kRows = 5;
  const unsigned n = s.threads(), row = n + 9, total = kRows * row;
  int *places = check::device_array<int>(total), *got = (int*)malloc(total * 4);
  check::cuda(cudaMemset(places, 0, total * 4), "zero");
  add_by_lane<<<kBlocks, dim3(s.x, s.y, s.z)>>>(places);
  check::cuda(cudaMemcpy(got, places, 32 * 4, cudaMemcpyDeviceToHost), "lanes");
  for (unsigned lane = 0; lane < 32; ++lane) {
    int want = 0;
    for (unsigned i = 0; i < kBlocks * n; ++i) want += i % n % 32 == lane ? value(i) : 0;
    check::equal(got[lane], want, "places of lanes");
  }
  check::cuda(cudaMemset(places, 0, total * 4), "zero");
  add_apart<<<kBlocks, dim3(s.x, s.y, s.z)>>>(places, row, kRows);
  check::cuda(cudaMemcpy(got, places, total * 4, cudaMemcpyDeviceToHost), "rows");
  for (unsigned k = 0; k < kRows; ++k) {
    for (unsigned t = 0; t < row; ++t) {
      int want = 0;
      for (unsigned b = 0; b < kBlocks && t < n; ++b) want += value(b * n + t + k);
      check::equal(got[k * row + t], want, "rows that begin anywhere");
    }
  }
  cudaFree(places);
  free(got);
}

// --- what must not wait

// The last block sees what all have added.
__global__ void last_block(int* total, unsigned* done, int* seen) {
  atomicAdd(total, value(check::gid()));
  __threadfence();
  __syncthreads();
  if (check::tid() != 0) return;
  if (atomicAdd(done, 1u) == gridDim.x - 1) *seen = atomicAdd(total, 0);
}
// The first addition at a place is done at once: only a second one could be deferred.
__device__ void add_twice(int* place, int v) {
  atomicAdd(place, v - 3);
  atomicAdd(place, 3);
}
// A thread sees its own addition, and overwrites it.
__global__ void then_load(int* places, int* seen) {
  const unsigned t = check::tid();
  if (blockIdx.x != 7) return;
  add_twice(&places[t], value(t));
  seen[t] = *(volatile int*)&places[t];
}
__global__ void then_store(int* places) {
  const unsigned t = check::tid();
  if (blockIdx.x != 7) return;
  add_twice(&places[t], value(t));
  places[t] = (int)t;
}
__global__ void then_maximum(int* places) {
  const unsigned t = check::tid();
  if (blockIdx.x != 7) return;
  add_twice(&places[t], -5);
  atomicMax(&places[t], 0);
}
// The other threads of the block see it behind a barrier.
__global__ void then_neighbour(int* places, int* seen) {
  const unsigned t = check::tid(), n = check::block_threads();
  if (blockIdx.x != 7) return;
  add_twice(&places[t], value(t));
  __syncthreads();
  seen[t] = places[(t + 1) % n];
}

void test_order(const check::Shape& s) {
  const unsigned n = s.threads();
  int *memory = check::device_array<int>(2 * n + 3), *got = (int*)malloc(2 * n * 4);
  int *places = memory, *seen = memory + n, *total = memory + 2 * n;
  const dim3 block(s.x, s.y, s.z);
  const auto zero = [&] { check::cuda(cudaMemset(memory, 0, (2 * n + 3) * 4), "zero"); };
  const auto get = [&] {
    check::cuda(cudaMemcpy(got, memory, 2 * n * 4, cudaMemcpyDeviceToHost), "places");
  };
  zero();
  last_block<<<kBlocks, block>>>(total, (unsigned*)total + 1, total + 2);
  int want = 0, sums[3];
  for (unsigned i = 0; i < kBlocks * n; ++i) want += value(i);
  check::cuda(cudaMemcpy(sums, total, 12, cudaMemcpyDeviceToHost), "sums");
  check::equal(sums[0], want, "sum");
  check::equal(sums[2], want, "what the last block sees");
  zero();
  then_load<<<kBlocks, block>>>(places, seen);
  get();
  for (unsigned t = 0; t < n; ++t) check::equal(got[n + t], value(t), "then a load");
  zero();
  then_store<<<kBlocks, block>>>(places);
  get();
  for (unsigned t = 0; t < n; ++t) check::equal(got[t], (int)t, "then a store");
  zero();
  then_maximum<<<kBlocks, block>>>(places);
  get();
  for (unsigned t = 0; t < n; ++t) check::equal(got[t], 0, "then a maximum");
  zero();
  then_neighbour<<<kBlocks, block>>>(places, seen);
  get();
  for (unsigned t = 0; t < n; ++t) check::equal(got[n + t], value((t + 1) % n), "then a neighbour");
  cudaFree(memory);
  free(got);
}

int main() {
  for (const check::Shape& s : check::kShapes) {
    if (!check::wanted(s)) continue;
    test_sums(s);
    test_rows<int>(s, 100);
    test_rows<int>(s, 3001);
    test_rows<unsigned long long>(s, 200);
    test_shared_places(s);
    test_order(s);
  }
  return check::result();
}
