// SPDX-License-Identifier: Apache-2.0
// also: three-threads
// mode: fiber
// Between a lane's lock and the end stand operations of lanes that name each other. Each lane comes
// to them when it has had the lock, and they meet there: all lanes of a warp, some that a mask or a
// ballot names, those with one key, those of a tile, whose first lane holds the lock for all, and
// all of a warp at a matrix product. On the way there a lane may call functions of its own.
#include <cooperative_groups.h>
#include <mma.h>

#include "../check.h"
namespace cg = cooperative_groups;

struct Lock {
  int word;
  unsigned sum, order;
  __device__ void take() {
    while (atomicCAS(&word, 0, 1) != 0) __nanosleep(20);
    __threadfence();
  }
  __device__ void give() {
    __threadfence();
    atomicExch(&word, 0);
  }
  __device__ void add(unsigned value) {
    take();
    *(volatile unsigned*)&sum = *(volatile unsigned*)&sum + value;
    give();
  }
};
__device__ Lock locks[4];

__global__ void all_lanes(const unsigned* in, unsigned* out) {
  unsigned word = 0;
  for (unsigned k = 0; k < 3; ++k) {
    locks[(check::gid() + k) % 4].add(1);
    word = word * 3 + __shfl_xor_sync(~0u, in[check::tid()], k + 1);
  }
  out[check::gid()] = word;
}

__global__ void upper_half(const unsigned* in, unsigned* out) {
  const unsigned lane = check::tid() % 32;
  unsigned word = in[check::tid()];
  if (lane >= 16) {
    locks[0].add(1);
    word += __shfl_sync(0xffff0000u, word, 16 + (lane + 1) % 16) + lane;
  }
  out[check::gid()] = word;
}

__global__ void who_votes(const unsigned* in, unsigned* out) {
  const unsigned word = in[check::tid()];
  const unsigned odd = __ballot_sync(~0u, word & 1);
  unsigned got = 0;
  if (word & 1) {
    for (unsigned k = 0; k < 2 + word % 2; ++k) {
      locks[k].add(word % 4);
      got += __popc(__ballot_sync(odd, word & (2 << k)));
    }
  }
  out[check::gid()] = got;
}

__global__ void one_key(const unsigned* in, unsigned* out) {
  const unsigned word = in[check::tid()], lane = check::tid() % 32;
  const unsigned group = __match_any_sync(~0u, word % 4);
  if (lane == __ffs(group) - 1u) locks[word % 4].add(__popc(group));
  __syncwarp(group);
  out[check::gid()] = __reduce_add_sync(group, lane);
}

__global__ void tiles(const unsigned* in, unsigned* out) {
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  unsigned word = in[check::tid()];
  for (unsigned k = 0; k < 2; ++k) {
    if (tile.thread_rank() == 0) locks[k].take();
    tile.sync();
    if (tile.thread_rank() == 7)
      *(volatile unsigned*)&locks[k].order = *(volatile unsigned*)&locks[k].order + 1;
    __threadfence();
    word += tile.shfl(word, k + 3);
    if (tile.thread_rank() == 0) locks[k].give();
  }
  out[check::gid()] = word;
}

__host__ __device__ __noinline__ unsigned halves(unsigned word) {
  return word < 2 ? word : halves(word / 2) * 3 + (word & 1);
}

__global__ void calls(const unsigned* in, unsigned* out) {
  unsigned word = in[check::tid()];
  locks[word % 4].add(1);
  out[check::gid()] = halves(word);
}

__global__ void product(const unsigned* in, unsigned* out) {
  using namespace nvcuda::wmma;
  __shared__ __half factors[2][256];
  __shared__ float sums[2][256];
  const unsigned lane = check::tid() % 32, warp = check::tid() / 32;
  for (unsigned k = lane; k < 256; k += 32)
    factors[warp][k] = __float2half(k % 17 == 0 ? (float)(in[warp * 32 + k / 16] & 15) : 0.f);
  __syncwarp();
  locks[0].add(1);
  fragment<matrix_a, 16, 16, 16, __half, row_major> a;
  fragment<matrix_b, 16, 16, 16, __half, col_major> b;
  fragment<accumulator, 16, 16, 16, float> c;
  load_matrix_sync(a, factors[warp], 16);
  load_matrix_sync(b, factors[warp], 16);
  fill_fragment(c, 1.f);
  mma_sync(c, a, b, c);
  store_matrix_sync(sums[warp], c, 16, mem_row_major);
  __syncwarp();
  out[check::gid()] = (unsigned)sums[warp][lane % 16 * 17];
}

constexpr unsigned kBlocks = 6, kThreads = 64;

unsigned input(unsigned i) {
  return i % kThreads * 2654435761u >> 7;
}

// `sum`, `order`: what all locks together must have.
template <class Kernel, class Want>
void run(const char* what, Kernel kernel, unsigned sum, unsigned order, Want want) {
  unsigned words[kThreads], out[kBlocks * kThreads];
  for (unsigned i = 0; i < kThreads; ++i) words[i] = input(i);
  auto* in = check::device_array<unsigned>(kThreads);
  auto* to = check::device_array<unsigned>(kBlocks * kThreads);
  Lock found[4] = {};
  cudaMemcpy(in, words, sizeof(words), cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(locks, found, sizeof(found));
  kernel<<<kBlocks, kThreads>>>(in, to);
  check::cuda(cudaMemcpy(out, to, sizeof(out), cudaMemcpyDeviceToHost), what);
  check::cuda(cudaMemcpyFromSymbol(found, locks, sizeof(found)), what);
  unsigned sums = 0, orders = 0;
  for (const auto& lock : found) sums += lock.sum, orders += lock.order;
  check::equal(sums, sum * kBlocks, what);
  check::equal(orders, order * kBlocks, what);
  for (unsigned i = 0; i < kBlocks * kThreads; ++i) check::equal(out[i], want(i), what);
}

int main() {
  run("all lanes", all_lanes, 3 * kThreads, 0,
      [](unsigned i) { return (input(i ^ 1) * 3 + input(i ^ 2)) * 3 + input(i ^ 3); });
  run("upper half", upper_half, kThreads / 2, 0, [](unsigned i) {
    const unsigned lane = i % 32, next = i - lane + 16 + (lane + 1) % 16;
    return lane < 16 ? input(i) : input(i) + input(next) + lane;
  });
  unsigned odd = 0;
  for (unsigned i = 0; i < kThreads; ++i) odd += input(i) & 1 ? 3 * (input(i) % 4) : 0;
  run("who votes", who_votes, odd, 0, [](unsigned i) {
    unsigned got = 0;
    for (unsigned k = 0; k < 3; ++k) {
      for (unsigned j = i / 32 * 32; j < i / 32 * 32 + 32; ++j)
        got += (input(j) & 1) && (input(j) & (2 << k));
    }
    return input(i) & 1 ? got : 0;
  });
  run("one key", one_key, kThreads, 0, [](unsigned i) {
    unsigned got = 0;
    for (unsigned j = i / 32 * 32; j < i / 32 * 32 + 32; ++j)
      got += input(j) % 4 == input(i) % 4 ? j % 32 : 0;
    return got;
  });
  run("tiles", tiles, 0, 2 * kThreads / 8, [](unsigned i) {
    const unsigned tile = i / 8 * 8, of3 = input(tile + 3), of4 = input(tile + 4);
    return input(i) + of3 + of4 + of3;
  });
  run("calls", calls, kThreads, 0, [](unsigned i) { return halves(input(i)); });
  run("product", product, kThreads, 0, [](unsigned i) {
    const unsigned factor = input(i / 32 * 32 + i % 16) & 15;
    return factor * factor + 1;
  });
  return check::result();
}
