// SPDX-License-Identifier: Apache-2.0
// Blocks of a cluster, and clusters, that wait for each other in loops of their own.
#include "clusters.h"

namespace cg = cooperative_groups;
using clusters::Shape;

// Blocks hand a value around the cluster through flags in shared memory that they poll.
__global__ void __launch_bounds__(1024) round_robin(const unsigned* in, unsigned* out) {
  __shared__ unsigned flag, value;
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned t = check::tid(), i = clusters::gid();
  const unsigned size = cluster.num_blocks(), rank = cluster.block_rank();
  if (t == 0) flag = value = 0;
  cluster.sync();
  if (t == 0) {
    volatile unsigned* my_flag = &flag;
    volatile unsigned* my_value = &value;
    volatile unsigned* next_flag = cluster.map_shared_rank(&flag, (rank + 1) % size);
    volatile unsigned* next_value = cluster.map_shared_rank(&value, (rank + 1) % size);
    for (unsigned turn = 1; turn <= 3; ++turn) {
      if (rank != 0 || turn > 1) {
        while (*my_flag != turn - (rank == 0)) {
        }
        __threadfence();
      }
      *next_value = *my_value * 3 + rank + turn;
      __threadfence();
      *next_flag = turn;
    }
    if (rank == 0) {
      while (*my_flag != 3) {
      }
    }
  }
  cluster.sync();
  out[i] = *cluster.map_shared_rank(&value, t % size) + in[i];
  cluster.sync();
}

unsigned handed_round(const Shape& s, const check::Thread& t, const unsigned* in) {
  const unsigned size = clusters::place(s, t.block).size;
  unsigned value[16] = {};
  for (unsigned turn = 1; turn <= 3; ++turn)
    for (unsigned rank = 0; rank < size; ++rank)
      value[(rank + 1) % size] = value[rank] * 3 + rank + turn;
  return value[t.linear % size] + in[t.global];
}

// Clusters that wait for later ones, which need not have begun.
__global__ void __launch_bounds__(1024)
    backwards(const unsigned* in, unsigned* out, unsigned* done) {
  const cg::cluster_group cluster = cg::this_cluster();
  const cg::grid_group grid = cg::this_grid();
  const unsigned id = grid.cluster_rank(), i = clusters::gid();
  if (cluster.thread_rank() == 0) {
    unsigned value = 1;
    if (id + 1 < grid.num_clusters()) {
      while ((value = *(volatile unsigned*)&done[id + 1]) == 0) {
      }
      __threadfence();
    }
    *(volatile unsigned*)&done[id] = value * 3 + id;
  }
  cluster.sync();
  out[i] = in[i] + *(volatile unsigned*)&done[id];
}

unsigned counted_backwards(const Shape& s, const check::Thread& t, const unsigned* in) {
  const clusters::Place p = clusters::place(s, t.block);
  const dim3 n(s.grid.x / s.cluster.x, s.grid.y / s.cluster.y, s.grid.z / s.cluster.z);
  unsigned value = 1;
  for (unsigned id = n.x * n.y * n.z; id-- > clusters::linear(p.cluster, n);)
    value = value * 3 + id;
  return in[t.global] + value;
}

// The same word, by asking a function behind a pointer again and again.
using Look = bool (*)(volatile unsigned*);
__device__ __noinline__ bool is_set(volatile unsigned* word) {
  return *word != 0;
}
__device__ Look looks[1] = {is_set};

// Block r of each cluster waits for block r + 1.
__global__ void __launch_bounds__(1024) asks(const unsigned* in, unsigned* out) {
  __shared__ unsigned value;
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank(), size = cluster.num_blocks();
  if (check::tid() == 0) value = 0;
  cluster.sync();
  if (check::tid() == 0) {
    unsigned behind = 1;
    if (rank + 1 < size) {
      volatile unsigned* word = cluster.map_shared_rank(&value, rank + 1);
      while (!looks[in[0] & 0](word)) {
      }
      behind = *word;
    }
    *(volatile unsigned*)&value = behind * 3 + rank;
  }
  cluster.sync();
  out[clusters::gid()] = value;
}
unsigned asked(const Shape& s, const check::Thread& t, const unsigned*) {
  const auto p = clusters::place(s, t.block);
  unsigned value = 1;
  for (unsigned r = p.size; r-- > p.rank;) value = value * 3 + r;
  return value;
}

int main() {
  static unsigned* room = check::device_array<unsigned>(64);
  clusters::run<unsigned>(
      "flags",
      [](const Shape& s, dim3 block, const unsigned* in, unsigned* out) {
        return clusters::launch(round_robin, s, block, 0, false, in, out);
      },
      handed_round);
  clusters::run<unsigned>(
      "clusters that wait for later ones",
      [](const Shape& s, dim3 block, const unsigned* in, unsigned* out) {
        cudaMemset(room, 0, 64 * 4);
        return clusters::launch(backwards, s, block, 0, false, in, out, room);
      },
      counted_backwards);
  clusters::run<unsigned>(
      "asks",
      [](const Shape& s, dim3 block, const unsigned* in, unsigned* out) {
        return clusters::launch(asks, s, block, 0, false, in, out);
      },
      asked);
  return check::result();
}
