// SPDX-License-Identifier: Apache-2.0
// Barriers of a cluster: in loops, arriving and waiting apart, among barriers of the block and of
// the grid, and when threads, warps and blocks have left.
#include "clusters.h"

namespace cg = cooperative_groups;
using clusters::Shape;

// Each thread reads what a thread of another block wrote before the barrier; registers and arrays
// outlive it.
__global__ void __launch_bounds__(1024) exchange(const unsigned* in, unsigned* out) {
  __shared__ unsigned room[1024];
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned t = check::tid(), n = check::block_threads(), i = clusters::gid();
  const unsigned size = cluster.num_blocks(), rank = cluster.block_rank();
  unsigned kept[4], r = in[i];
  for (unsigned k = 0; k < 4; ++k) kept[(k + i) % 4] = in[i] >> k;
  for (unsigned k = 0; k < 6; ++k) {
    room[t] = r + k;
    if (k % 2) {
      cluster.sync();
    } else {
      auto token = cluster.barrier_arrive();
      r = r * 3 + kept[r % 4];
      cluster.barrier_wait(static_cast<decltype(token)&&>(token));
    }
    r = r * 5 + cluster.map_shared_rank(room, (rank + k + t) % size)[(t * 7 + k) % n];
    if (k == 3) __syncthreads();
    __cluster_barrier_arrive_relaxed();
    __cluster_barrier_wait();
  }
  out[i] = r;
}

unsigned exchanged(const Shape& s, const check::Thread& t, const unsigned* in) {
  static unsigned now[16][1024], room[16][1024];
  static const unsigned* known_in = nullptr;
  static unsigned known = ~0u;
  const clusters::Place p = clusters::place(s, t.block);
  const unsigned n = t.block_threads, first = clusters::neighbour(s, t.block, 0);
  if (known_in != in || known != first || t.global == 0) {
    known_in = in;
    known = first;
    const auto kept = [&](unsigned i, unsigned r) { return in[i] >> ((r - i) % 4); };
    const auto index = [&](unsigned rank, unsigned k) {
      return clusters::neighbour(s, t.block, rank) * n + k;
    };
    for (unsigned b = 0; b < p.size; ++b)
      for (unsigned k = 0; k < n; ++k) now[b][k] = in[index(b, k)];
    for (unsigned step = 0; step < 6; ++step) {
      for (unsigned b = 0; b < p.size; ++b) {
        for (unsigned k = 0; k < n; ++k) {
          unsigned& r = now[b][k];
          room[b][k] = r + step;
          if (step % 2 == 0) r = r * 3 + kept(index(b, k), r);
        }
      }
      for (unsigned b = 0; b < p.size; ++b)
        for (unsigned k = 0; k < n; ++k)
          now[b][k] = now[b][k] * 5 + room[(b + step + k) % p.size][(k * 7 + step) % n];
    }
  }
  return now[p.rank][t.linear];
}

// Threads that have left, some at once, some between barriers, count as arrived; so do whole
// blocks.
__global__ void __launch_bounds__(1024) leavers(const unsigned* in, unsigned* out, unsigned* sums) {
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned t = check::tid(), i = clusters::gid(), rank = cluster.block_rank();
  unsigned* sum = sums + cg::this_grid().cluster_rank() * 2;
  out[i] = in[i];
  if (in[i] % 11 == 5) return;  // threads
  if (t / 32 % 3 == 1) return;  // warps
  if (rank % 3 == 1) return;    // blocks
  atomicAdd(sum, in[i] % 100);
  cluster.sync();
  const unsigned r = *sum;
  if (in[i] % 7 == 2 || rank % 4 == 2) {
    out[i] = r;
    return;
  }
  atomicAdd(sum + 1, in[i] % 50);
  auto token = cluster.barrier_arrive();
  cluster.barrier_wait(static_cast<decltype(token)&&>(token));
  out[i] = r * 3 + sum[1];
}

unsigned left(const Shape& s, const check::Thread& t, const unsigned* in) {
  const clusters::Place p = clusters::place(s, t.block);
  unsigned first = 0, second = 0;
  const auto leaves = [](unsigned x, unsigned thread, unsigned rank) {
    return x % 11 == 5 || thread / 32 % 3 == 1 || rank % 3 == 1 ? 1
           : x % 7 == 2 || rank % 4 == 2                        ? 2
                                                                : 0;
  };
  for (unsigned rank = 0; rank < p.size; ++rank) {
    const unsigned begin = clusters::neighbour(s, t.block, rank) * t.block_threads;
    for (unsigned k = 0; k < t.block_threads; ++k) {
      const unsigned x = in[begin + k];
      const int leave = leaves(x, k, rank);
      if (leave != 1) first += x % 100;
      if (leave == 0) second += x % 50;
    }
  }
  const int leave = leaves(in[t.global], t.linear, p.rank);
  return leave == 1 ? in[t.global] : leave == 2 ? first : first * 3 + second;
}

// Who has arrived holds nobody up: before it waits itself, the first thread polls what threads of
// another warp and of another block set behind their wait.
__global__ void __launch_bounds__(1024) arrived(const unsigned* in, unsigned* out) {
  __shared__ unsigned flags[2], room[1024];
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned t = check::tid(), n = check::block_threads(), i = clusters::gid();
  const unsigned size = cluster.num_blocks(), rank = cluster.block_rank();
  if (t == 0) flags[0] = flags[1] = 0;
  cluster.sync();
  unsigned r = 0;
  for (unsigned k = 1; k <= 3; ++k) {
    room[t] = in[i] + k;
    auto token = cluster.barrier_arrive();
    if (t == 0) {
      while (n > 32 && *(volatile unsigned*)&flags[0] != k) {
      }
      while (rank == 0 && size > 1 && *(volatile unsigned*)&flags[1] != k) {
      }
    }
    cluster.barrier_wait(static_cast<decltype(token)&&>(token));
    if (t == n - 1 && n > 32) *(volatile unsigned*)&flags[0] = k;
    if (t == n - 1 && rank == size - 1 && size > 1) {
      *(volatile unsigned*)cluster.map_shared_rank(&flags[1], 0) = k;
    }
    r = r * 5 + cluster.map_shared_rank(room, (rank + k) % size)[(t + k) % n];
    cluster.sync();
  }
  out[i] = r;
}

unsigned arrived_want(const Shape& s, const check::Thread& t, const unsigned* in) {
  const clusters::Place p = clusters::place(s, t.block);
  unsigned r = 0;
  for (unsigned k = 1; k <= 3; ++k) {
    const unsigned from = clusters::neighbour(s, t.block, (p.rank + k) % p.size);
    r = r * 5 + in[from * t.block_threads + (t.linear + k) % t.block_threads] + k;
  }
  return r;
}

// Clusters in a cooperative grid.
__global__ void __launch_bounds__(1024) both(const unsigned* in, unsigned* out, unsigned* sums) {
  __shared__ unsigned mine;
  const cg::cluster_group cluster = cg::this_cluster();
  const cg::grid_group grid = cg::this_grid();
  const unsigned t = check::tid(), i = clusters::gid();
  unsigned r = 0;
  for (unsigned k = 0; k < 3; ++k) {
    if (t == 0) mine = 0;
    cluster.sync();
    atomicAdd(cluster.map_shared_rank(&mine, k % cluster.num_blocks()), in[i] % 100);
    cluster.sync();
    if (cluster.thread_rank() == 0)
      atomicAdd(&sums[k], *cluster.map_shared_rank(&mine, k % cluster.num_blocks()));
    cluster.sync();
    grid.sync();
    r = r * 3 + sums[k];
  }
  out[i] = r;
}

int main() {
  static unsigned* room = check::device_array<unsigned>(64);
  clusters::run<unsigned>(
      "exchange",
      [](const Shape& s, dim3 block, const unsigned* in, unsigned* out) {
        return clusters::launch(exchange, s, block, 0, false, in, out);
      },
      exchanged);
  clusters::run<unsigned>(
      "threads that have left",
      [](const Shape& s, dim3 block, const unsigned* in, unsigned* out) {
        cudaMemset(room, 0, 64 * 4);
        return clusters::launch(leavers, s, block, 0, false, in, out, room);
      },
      left);
  clusters::run<unsigned>(
      "arriving without waiting",
      [](const Shape& s, dim3 block, const unsigned* in, unsigned* out) {
        return clusters::launch(arrived, s, block, 0, false, in, out);
      },
      arrived_want);
  clusters::run<unsigned>(
      "clusters in a cooperative grid",
      [](const Shape& s, dim3 block, const unsigned* in, unsigned* out) {
        cudaMemset(room, 0, 64 * 4);
        return clusters::launch(both, s, block, 0, true, in, out, room);
      },
      [](const Shape&, const check::Thread& t, const unsigned* in) {
        unsigned sum = 0;
        for (unsigned k = 0; k < t.blocks * t.block_threads; ++k) sum += in[k] % 100;
        return (sum * 3 + sum) * 3 + sum;
      });
  return check::result();
}
