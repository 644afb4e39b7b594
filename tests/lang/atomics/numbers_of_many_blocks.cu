// SPDX-License-Identifier: Apache-2.0
// Warps of all blocks ask one counter for numbers: each number is given once, in one piece a warp,
// and what a thread had before it asked it has afterwards. With counters of one for all blocks, for
// each column and row of blocks; downwards; from several rounds, twice, or only in some blocks; at
// grids whose rows do not come out even.
#include "../check.h"

enum Way { kUp, kDown, kWide, kPerColumn, kPerRow, kTwice, kRounds, kSome, kStoresFirst };
struct Taken {
  unsigned number, count, value;
};

// The thread's number; `count` is what its warp asks for.
template <class T, Way kWay>
__device__ T ask(T* counters, unsigned count) {
  T* counter = counters;
  if (kWay == kPerColumn) counter += blockIdx.x;
  if (kWay == kPerRow) counter += blockIdx.y;
  T first = 0;
  if (check::lane() == 0) {
    first = kWay == kDown ? atomicSub(counter, count) - count : atomicAdd(counter, (T)count);
  }
  return __shfl_sync(check::warp_mask(), first, 0);
}

template <class T, Way kWay>
__global__ void kernel(const unsigned* in, T* counters, Taken* out, unsigned* trace) {
  const unsigned t = check::tid(), threads = check::block_threads(), lane = check::lane();
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const unsigned i = block * threads + t, value = in[i] * 3 + blockIdx.x;
  if (kWay == kSome && blockIdx.x % 3 == 1) return;
  if (kWay == kStoresFirst) trace[i] = value ^ 5;
  const unsigned rounds = kWay == kRounds ? 3 : 1;
  for (unsigned r = 0; r < rounds; ++r) {
    const unsigned kept = __ballot_sync(check::warp_mask(), (value >> r) % 3 != 0);
    T number = ask<T, kWay>(counters, __popc(kept));
    if (kWay == kTwice) number += ask<T, kWay>(counters + 1, __popc(kept)) - number;
    const unsigned mine = number + __popc(kept & ((1u << lane) - 1));
    if ((value >> r) % 3 != 0) out[mine] = {mine, i * rounds + r, value};
  }
}

template <class T, Way kWay>
void test(const char* what, dim3 grid, dim3 block) {
  const unsigned threads = block.x * block.y * block.z, blocks = grid.x * grid.y * grid.z;
  const unsigned n = threads * blocks, rounds = kWay == kRounds ? 3 : 1;
  const unsigned places = kWay == kPerColumn ? grid.x : kWay == kPerRow ? grid.y : 1;
  auto* in = check::device_array<unsigned>(n);
  auto* trace = check::device_array<unsigned>(n);
  auto* out = check::device_array<Taken>(n * rounds * places);
  auto* counters = check::device_array<T>(places + 1);
  unsigned* values = new unsigned[n];
  for (unsigned i = 0; i < n; ++i) values[i] = check::mix(i) % 1000;
  check::cuda(cudaMemcpy(in, values, n * sizeof *in, cudaMemcpyHostToDevice), what);
  // Whom the numbers belong to, by place; `have` of them.
  unsigned* have = new unsigned[places]();
  for (unsigned i = 0; i < n; ++i) {
    const unsigned b = i / threads, x = b % grid.x, y = b / grid.x % grid.y;
    if (kWay == kSome && x % 3 == 1) continue;
    const unsigned place = kWay == kPerColumn ? x : kWay == kPerRow ? y : 0;
    for (unsigned r = 0; r < rounds; ++r) have[place] += ((values[i] * 3 + x) >> r) % 3 != 0;
  }
  T* starts = new T[places + 1]();
  unsigned all = 0;
  for (unsigned p = 0; p < places; ++p) {
    starts[p] = all;
    all += have[p];
    if (kWay == kDown) starts[p] = all;
  }
  check::cuda(cudaMemcpy(counters, starts, (places + 1) * sizeof(T), cudaMemcpyHostToDevice), what);
  kernel<T, kWay><<<grid, block>>>(in, counters, out, trace);
  Taken* got = new Taken[n * rounds * places];
  check::cuda(cudaMemcpy(got, out, all * sizeof *got, cudaMemcpyDeviceToHost), what);
  bool* seen = new bool[n * rounds]();
  unsigned wrong = 0;
  for (unsigned k = 0; k < all; ++k) {
    const unsigned i = got[k].count / rounds, x = i / threads % grid.x;
    const bool right = i < n && got[k].number == k && got[k].value == values[i] * 3 + x &&
                       !seen[got[k].count] && (got[k].value >> got[k].count % rounds) % 3 != 0;
    wrong += !right;
    if (i < n) seen[got[k].count] = true;
    // The numbers of a warp follow each other in the order of its lanes.
    const unsigned before = k ? got[k - 1].count / rounds : 0;
    if (right && k && i / threads == before / threads && rounds == 1 &&
        i % threads / 32 == before % threads / 32) {
      wrong += i < before;
    }
  }
  T ends[256];
  check::cuda(cudaMemcpy(ends, counters, places * sizeof(T), cudaMemcpyDeviceToHost), what);
  for (unsigned p = 0; p < places; ++p) {
    wrong += ends[p] != (kWay == kDown ? starts[p] - have[p] : starts[p] + have[p]);
  }
  if (kWay == kStoresFirst) {
    check::cuda(cudaMemcpy(values, trace, n * sizeof *values, cudaMemcpyDeviceToHost), what);
    for (unsigned i = 0; i < n; ++i) {
      wrong += values[i] != ((check::mix(i) % 1000 * 3 + i / threads % grid.x) ^ 5);
    }
  }
  if (wrong) {
    std::printf("FAIL %s: grid %ux%ux%u, block %ux%ux%u: %u of %u numbers wrong\n", what, grid.x,
                grid.y, grid.z, block.x, block.y, block.z, wrong, all);
    check::that(false, what);
  }
  for (void* p : {(void*)in, (void*)trace, (void*)out, (void*)counters}) cudaFree(p);
  delete[] values, delete[] have, delete[] starts, delete[] got, delete[] seen;
}

int main() {
  for (const check::Shape& s : check::kShapes) {
    if (!check::wanted(s)) continue;
    const dim3 block(s.x, s.y, s.z);
    const unsigned some = s.threads() > 500 ? 5 : 70;
    for (dim3 grid : {dim3(1), dim3(2), dim3(7), dim3(8), dim3(9), dim3(some), dim3(131, 1),
                      dim3(5, 3, 2), dim3(17, 4)}) {
      test<unsigned, kUp>("upwards", grid, block);
    }
    for (dim3 grid : {dim3(9), dim3(some), dim3(6, 3)}) {
      test<unsigned, kDown>("downwards", grid, block);
      test<unsigned long long, kWide>("64 bits", grid, block);
      test<unsigned, kPerColumn>("a counter for each column of blocks", grid, block);
      test<unsigned, kPerRow>("a counter for each row of blocks", grid, block);
      test<unsigned, kTwice>("two counters", grid, block);
      test<unsigned, kRounds>("three rounds", grid, block);
      test<unsigned, kSome>("only some blocks ask", grid, block);
      test<unsigned, kStoresFirst>("stores before it asks", grid, block);
    }
  }
  return check::result();
}
