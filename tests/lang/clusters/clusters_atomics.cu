// SPDX-License-Identifier: Apache-2.0
// Atomic operations on distributed shared memory: several blocks of a cluster, the owner among
// them, on one address and on many, with and without a use of the old values, of integers and
// floats.
#include "clusters.h"

namespace cg = cooperative_groups;
using clusters::Shape;

// Every thread adds to counters of several blocks; its own block's also directly.
__global__ void __launch_bounds__(1024) sums(const unsigned* in, unsigned* out) {
  __shared__ unsigned counts[32], highest, one_place;
  __shared__ unsigned long long wide;
  __shared__ float real;
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned t = check::tid(), i = clusters::gid(), size = cluster.num_blocks();
  if (t < 32) counts[t] = 0;
  for (unsigned k = t; k < 32; k += check::block_threads()) counts[k] = 0;
  if (t == 0) highest = one_place = 0, wide = 0, real = 0;
  cluster.sync();
  for (unsigned to = 0; to < size; ++to) {
    // Skewed: most lanes meet in a few places.
    const unsigned place = in[i + to] % 5 ? in[i + to] % 3 : in[i + to] % 32;
    atomicAdd(cluster.map_shared_rank(counts, to) + place, in[i] % 10 + to);
    atomicMax(cluster.map_shared_rank(&highest, to), in[i] ^ to);
  }
  atomicAdd(&counts[t % 32], 1);
  atomicAdd(cluster.map_shared_rank(counts, in[i] % size) + in[i + 1] % 32, 2);
  atomicAdd(cluster.map_shared_rank(&one_place, 0), in[i] % 7);
  if (in[i] % 4 == 1) atomicAdd(cluster.map_shared_rank(&wide, size - 1), in[i] * 1ull << 20);
  atomicAdd(cluster.map_shared_rank(&real, (t + 1) % size), (float)(in[i] % 16));
  cluster.sync();
  unsigned r = highest + one_place * 3 + (unsigned)(wide >> 20) + (unsigned)real * 5;
  for (unsigned k = 0; k < 32; ++k) r = r * 31 + counts[k];
  out[i] = r;
}

unsigned sums_want(const Shape& s, const check::Thread& t, const unsigned* in) {
  static unsigned result, known = ~0u;
  static const unsigned* known_in = nullptr;
  if (known_in == in && known == t.block) return result;
  const clusters::Place p = clusters::place(s, t.block);
  const unsigned n = t.block_threads;
  unsigned counts[32] = {}, highest = 0, one_place = 0, real = 0;
  unsigned long long wide = 0;
  for (unsigned rank = 0; rank < p.size; ++rank) {
    for (unsigned k = 0; k < n; ++k) {
      const unsigned i = clusters::neighbour(s, t.block, rank) * n + k;
      const unsigned x = in[i + p.rank];
      counts[x % 5 ? x % 3 : x % 32] += in[i] % 10 + p.rank;
      if (highest < (in[i] ^ p.rank)) highest = in[i] ^ p.rank;
      if (rank == p.rank) ++counts[k % 32];
      if (in[i] % p.size == p.rank) counts[in[i + 1] % 32] += 2;
      if (p.rank == 0) one_place += in[i] % 7;
      if (p.rank == p.size - 1 && in[i] % 4 == 1) wide += in[i] * 1ull << 20;
      if ((k + 1) % p.size == p.rank) real += in[i] % 16;
    }
  }
  unsigned r = highest + one_place * 3 + (unsigned)(wide >> 20) + real * 5;
  for (unsigned k = 0; k < 32; ++k) r = r * 31 + counts[k];
  known = t.block;
  known_in = in;
  return result = r;
}

// Tickets of one counter of the cluster are all different; exchanges lose nothing; a maximum made
// of compare-and-swap.
__device__ __noinline__ unsigned ticket(unsigned* counter) {
  return atomicAdd(counter, 1);
}

__global__ void __launch_bounds__(1024) tickets(const unsigned* in, unsigned* out) {
  extern __shared__ unsigned taken[];  // of the cluster's threads, in the block of rank 0
  __shared__ unsigned next, again, sum, most;
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned t = check::tid(), i = clusters::gid(), all = cluster.num_threads();
  for (unsigned k = t; k < all; k += check::block_threads()) taken[k] = 0;
  if (t == 0) next = again = sum = most = 0;
  cluster.sync();
  const unsigned mine = atomicAdd(cluster.map_shared_rank(&next, 0), 1);
  const unsigned other = ticket(cluster.map_shared_rank(&again, 0));
  atomicAdd(cluster.map_shared_rank(taken, 0) + mine, 1);
  atomicOr(cluster.map_shared_rank(taken, 0) + other, 256);
  unsigned* high = cluster.map_shared_rank(&most, 0);
  unsigned seen = *high;
  while (seen < in[i]) {
    const unsigned old = atomicCAS(high, seen, in[i]);
    if (old == seen) break;
    seen = old;
  }
  cluster.sync();
  if (t == 0) {
    unsigned good = 0;
    for (unsigned k = 0; k < all; ++k) good += cluster.map_shared_rank(taken, 0)[k] == 257;
    sum = good;
  }
  __syncthreads();
  out[i] = sum * 1000 + *high % 1000;
  cluster.sync();
}

// The same counter through a generic pointer that may lead anywhere, through the mapped one and
// directly.
__global__ void __launch_bounds__(1024) mixed(const unsigned* in, unsigned* out, unsigned* room) {
  __shared__ unsigned count;
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned t = check::tid(), i = clusters::gid();
  if (t == 0) count = 0;
  cluster.sync();
  unsigned* somewhere =
      in[i] % 5 == 0 ? room + clusters::block() : cluster.map_shared_rank(&count, 0);
  atomicAdd(somewhere, 1 + t % 3);
  if (cluster.block_rank() == 0) atomicAdd(&count, 3);
  if (in[i] % 2) atomicSub(cluster.map_shared_rank(&count, 0), 2);
  cluster.sync();
  out[i] = *cluster.map_shared_rank(&count, 0);
  cluster.sync();
}

int main() {
  static unsigned* room = check::device_array<unsigned>(64);
  clusters::run<unsigned>(
      "sums",
      [](const Shape& s, dim3 block, const unsigned* in, unsigned* out) {
        return clusters::launch(sums, s, block, 0, false, in, out);
      },
      sums_want);
  clusters::run<unsigned>(
      "tickets",
      [](const Shape& s, dim3 block, const unsigned* in, unsigned* out) {
        const unsigned size = s.cluster.x * s.cluster.y * s.cluster.z;
        const unsigned bytes = size * block.x * block.y * block.z * 4;
        cudaFuncSetAttribute(tickets, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
        return clusters::launch(tickets, s, block, bytes, false, in, out);
      },
      [](const Shape& s, const check::Thread& t, const unsigned* in) {
        const clusters::Place p = clusters::place(s, t.block);
        unsigned most = 0;
        for (unsigned rank = 0; rank < p.size; ++rank) {
          const unsigned first = clusters::neighbour(s, t.block, rank) * t.block_threads;
          for (unsigned k = 0; k < t.block_threads; ++k)
            most = most < in[first + k] ? in[first + k] : most;
        }
        return p.size * t.block_threads * 1000 + most % 1000;
      });
  clusters::run<unsigned>(
      "mixed",
      [](const Shape& s, dim3 block, const unsigned* in, unsigned* out) {
        cudaMemset(room, 0, 64 * 4);
        return clusters::launch(mixed, s, block, 0, false, in, out, room);
      },
      [](const Shape& s, const check::Thread& t, const unsigned* in) {
        const clusters::Place p = clusters::place(s, t.block);
        unsigned sum = 0;
        for (unsigned rank = 0; rank < p.size; ++rank) {
          const unsigned first = clusters::neighbour(s, t.block, rank) * t.block_threads;
          for (unsigned k = 0; k < t.block_threads; ++k) {
            const unsigned x = in[first + k];
            sum += (x % 5 ? 1 + k % 3 : 0) + (rank == 0 ? 3 : 0) - (x % 2 ? 2 : 0);
          }
        }
        return sum;
      });
  return check::result();
}
