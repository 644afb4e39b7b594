// SPDX-License-Identifier: Apache-2.0
// Distributed shared memory: loads and stores of other blocks' shared memory, static and dynamic,
// of several widths, at uniform, affine and random places, under divergence.
#include "clusters.h"

namespace cg = cooperative_groups;
using clusters::Shape;

struct Pair {
  unsigned short a;
  unsigned char b, c;
};

// Static and dynamic memory of the next block; a pointer that is the same for all threads, one that
// differs by thread, and ranks that differ by thread.
__global__ void __launch_bounds__(1024) reads(const unsigned* in, unsigned* out) {
  extern __shared__ unsigned dynamic[];
  __shared__ unsigned fixed[1024];
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned t = check::tid(), n = check::block_threads(), i = clusters::gid();
  const unsigned size = cluster.num_blocks(), next = (cluster.block_rank() + 1) % size;
  fixed[t] = in[i];
  dynamic[t] = in[i] * 3;
  cluster.sync();
  const unsigned* there = cluster.map_shared_rank(fixed, next);
  unsigned r = there[t];
  r = r * 5 + *cluster.map_shared_rank(&fixed[(t + 1) % n], next);
  r = r * 5 + *cluster.map_shared_rank(&dynamic[n - 1 - t], next);
  r = r * 5 + cluster.map_shared_rank(dynamic, in[i] % size)[in[i + 1] % n];
  if (in[i] % 3 == 0) r = r * 5 + cluster.map_shared_rank(fixed, in[i + 2] % size)[t / 2];
  cluster.sync();
  out[i] = r;
}

unsigned reads_want(const Shape& s, const check::Thread& t, const unsigned* in) {
  const clusters::Place p = clusters::place(s, t.block);
  const unsigned n = t.block_threads, i = t.global;
  const auto of = [&](unsigned rank, unsigned thread) {
    return in[clusters::neighbour(s, t.block, rank) * n + thread];
  };
  const unsigned next = (p.rank + 1) % p.size;
  unsigned r = of(next, t.linear);
  r = r * 5 + of(next, (t.linear + 1) % n);
  r = r * 5 + of(next, n - 1 - t.linear) * 3;
  r = r * 5 + of(in[i] % p.size, in[i + 1] % n) * 3;
  if (in[i] % 3 == 0) r = r * 5 + of(in[i + 2] % p.size, t.linear / 2);
  return r;
}

// Writes into all other blocks: words, bytes and halves side by side from different blocks,
// structs.
__global__ void __launch_bounds__(1024) writes(const unsigned* in, unsigned* out) {
  __shared__ unsigned words[1024];
  __shared__ unsigned char bytes[1024 + 15];
  __shared__ Pair pairs[1024];
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned t = check::tid(), n = check::block_threads(), i = clusters::gid();
  const unsigned size = cluster.num_blocks(), rank = cluster.block_rank();
  words[t] = bytes[t] = 0;
  pairs[t] = Pair{};
  cluster.sync();
  for (unsigned to = 0; to < size; ++to) {
    // Threads of block `rank` write the elements that are `rank` modulo the cluster's size.
    if (t % size == rank) {
      cluster.map_shared_rank(words, to)[t] = in[i] + to;
      cluster.map_shared_rank(bytes, to)[t] = in[i] + to;
    }
    if ((t + to) % size == rank) {
      *cluster.map_shared_rank(&pairs[t], to) =
          Pair{(unsigned short)in[i], (unsigned char)(in[i] >> 16), (unsigned char)to};
    }
  }
  cluster.sync();
  const unsigned k = (t + 1) % n;
  out[i] = words[t] + bytes[k] * 7 + pairs[k].a * 11 + pairs[k].b * 13 + pairs[k].c * 17;
}

unsigned writes_want(const Shape& s, const check::Thread& t, const unsigned* in) {
  const clusters::Place p = clusters::place(s, t.block);
  const unsigned n = t.block_threads, k = (t.linear + 1) % n;
  const auto of = [&](unsigned rank, unsigned thread) {
    return in[clusters::neighbour(s, t.block, rank % p.size) * n + thread];
  };
  const unsigned pair = of(k + p.rank, k);
  return of(t.linear, t.linear) + p.rank + (unsigned char)(of(k, k) + p.rank) * 7 +
         (unsigned short)pair * 11 + (unsigned char)(pair >> 16) * 13 + p.rank * 17;
}

// float4 and double, a matrix that is transposed across the cluster, and pointers that functions
// get.
__device__ __noinline__ double sum_of(const double* place, unsigned count) {
  double sum = 0;
  for (unsigned k = 0; k < count; ++k) sum += place[k];
  return sum;
}

__global__ void __launch_bounds__(1024) wide(const unsigned* in, float* out) {
  __shared__ float4 vectors[1024];
  __shared__ double doubles[4];
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned t = check::tid(), n = check::block_threads(), i = clusters::gid();
  const unsigned size = cluster.num_blocks();
  vectors[t] = make_float4(in[i] % 101, in[i] % 103, in[i] % 107, in[i] % 109);
  if (t < 4) doubles[t] = in[i - t] % 1000 + t * 0.25;
  cluster.sync();
  const float4 v = cluster.map_shared_rank(vectors, t % size)[(t * 7 + 1) % n];
  float r = v.x - 2 * v.y + 3 * v.z - 4 * v.w;
  if (n >= 4) r += (float)sum_of(cluster.map_shared_rank(doubles, (t / 3) % size), 4);
  cluster.sync();
  cluster.map_shared_rank(vectors, (cluster.block_rank() + 1) % size)[t] = make_float4(r, 1, 2, r);
  cluster.sync();
  out[i] = vectors[t].x + vectors[n - 1 - t].w * 3;
}

float wide_want(const Shape& s, const check::Thread& t, const unsigned* in) {
  const clusters::Place p = clusters::place(s, t.block);
  const unsigned n = t.block_threads;
  const auto made = [&](unsigned linear) {
    const unsigned before = clusters::neighbour(s, t.block, (p.rank + p.size - 1) % p.size);
    const unsigned x =
        in[clusters::neighbour(s, before, linear % p.size) * n + (linear * 7 + 1) % n];
    float r = (float)(x % 101) - 2.f * (x % 103) + 3.f * (x % 107) - 4.f * (x % 109);
    const unsigned first = in[clusters::neighbour(s, before, linear / 3 % p.size) * n];
    if (n >= 4) r += (float)(first % 1000 * 4 + 1.5);
    return r;
  };
  return made(t.linear) + made(n - 1 - t.linear) * 3;
}

// Which block a pointer leads to, and mapping what is mapped already.
__global__ void __launch_bounds__(1024) ranks(const unsigned* in, unsigned* out) {
  extern __shared__ unsigned dynamic[];
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned t = check::tid(), i = clusters::gid(), size = cluster.num_blocks();
  dynamic[t] = in[i];
  cluster.sync();
  unsigned* first = cluster.map_shared_rank(&dynamic[t], in[i] % size);
  unsigned* second = cluster.map_shared_rank(first, in[i + 1] % size);
  unsigned* own = cluster.map_shared_rank(second, cluster.block_rank());
  unsigned r = cluster.query_shared_rank(first) * 16 + cluster.query_shared_rank(second);
  r = r * 16 + cluster.query_shared_rank(&dynamic[t]);
  r = r * 2 + (own == &dynamic[t]);
  r = r * 2 + !!__isClusterShared(first);
  r = r * 2 + !!__isShared(own);
  r = r * 2 + (!!__isShared(first) == (in[i] % size == cluster.block_rank()));
  r = r * 2 + !__isGlobal(second);
  r = r * 2 + (!__isClusterShared(out) && !!__isGlobal(out));
  r = r + *second;
  cluster.sync();
  out[i] = r;
}

unsigned ranks_want(const Shape& s, const check::Thread& t, const unsigned* in) {
  const clusters::Place p = clusters::place(s, t.block);
  const unsigned a = in[t.global] % p.size, b = in[t.global + 1] % p.size;
  const unsigned r = (((a * 16 + b) * 16 + p.rank) << 6) + 63;
  return r + in[clusters::neighbour(s, t.block, b) * t.block_threads + t.linear];
}

int main() {
  const auto start = [](auto* kernel) {
    return [kernel](const Shape& s, dim3 block, const unsigned* in, auto* out) {
      return clusters::launch(kernel, s, block, block.x * block.y * block.z * 4, false, in, out);
    };
  };
  clusters::run<unsigned>("reads", start(reads), reads_want);
  clusters::run<unsigned>("writes", start(writes), writes_want);
  clusters::run<float>("wide values", start(wide), wide_want);
  clusters::run<unsigned>("ranks of pointers", start(ranks), ranks_want);
  return check::result();
}
