// SPDX-License-Identifier: Apache-2.0
// Barriers of the whole grid: what a block keeps across them (registers, arrays, shared memory),
// warps and threads that have left, blocks that wait for each other in loops of their own, and
// conjugate gradients in one kernel.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cmath>
#include <vector>

#include "../check.h"

namespace cg = cooperative_groups;

struct Place {
  unsigned long long block, thread, blocks, threads;
  unsigned dim, index, valid, rest;
};

template <class... Args>
cudaError_t cooperate(void (*kernel)(Args...), dim3 grid, dim3 block, size_t shared,
                      std::decay_t<Args>... args) {
  void* list[] = {&args...};
  return cudaLaunchCooperativeKernel((const void*)kernel, grid, block, list, shared, nullptr);
}

__global__ void __launch_bounds__(1024) places(const unsigned*, Place* out) {
  const cg::grid_group grid = cg::this_grid();
  const dim3 d = grid.dim_blocks(), b = grid.block_index();
  out[grid.thread_rank()] = {grid.block_rank(), grid.thread_rank(),
                             grid.num_blocks(), grid.num_threads(),
                             d.x * d.y * d.z,   b.x,
                             grid.is_valid(),   0};
}

// Does thread t of its block exit before the barriers? A block's first thread must not.
HD bool leaves(const unsigned* in, unsigned i, unsigned t) {
  return in[i] % 11 == 5 && t != 0;
}

// Every thread reads what a thread of another block wrote before the barrier.
__global__ void __launch_bounds__(1024)
    exchange(const unsigned* in, unsigned* out, unsigned* room) {
  extern __shared__ unsigned mine[];
  const cg::grid_group grid = cg::this_grid();
  const unsigned n = grid.num_threads(), i = grid.thread_rank(), t = check::tid();
  unsigned kept[4], r = in[i];
  for (unsigned k = 0; k < 4; ++k) kept[(k + i) % 4] = in[i] >> k;
  mine[t] = in[i] * 3;
  __syncthreads();
  if (leaves(in, i, t)) {  // counts as arrived
    out[i] = r;
    return;
  }
  for (unsigned k = 0; k < 6; ++k) {
    room[i] = r + k;
    grid.sync();
    const unsigned other = (i * 13 + k * 7 + 1) % n;
    r = r * 5 + (leaves(in, other, other % check::block_threads()) ? 0 : room[other]) +
        kept[(r + k) % 4];
    auto token = grid.barrier_arrive();
    grid.barrier_wait(static_cast<decltype(token)&&>(token));
  }
  out[i] = r + mine[(t + 1) % check::block_threads()];
}

unsigned exchanged(const check::Thread& t, const unsigned* in) {
  const unsigned n = t.blocks * t.block_threads;
  static std::vector<unsigned> now, next;
  static const unsigned* known = nullptr;
  const auto left = [&](unsigned i) { return leaves(in, i, i % t.block_threads); };
  if (known != in || t.global == 0) {
    known = in;
    now.assign(in, in + n);
    next = now;
    for (unsigned k = 0; k < 6; ++k) {
      for (unsigned i = 0; i < n; ++i) {
        if (left(i)) continue;
        const unsigned other = (i * 13 + k * 7 + 1) % n;
        next[i] =
            now[i] * 5 + (left(other) ? 0 : now[other] + k) + (in[i] >> ((now[i] + k - i) % 4));
      }
      now = next;
    }
  }
  if (left(t.global)) return in[t.global];
  return now[t.global] + in[t.block_first + (t.linear + 1) % t.block_threads] * 3;
}

// Only every other warp of each block gets there; the others have left.
__global__ void __launch_bounds__(1024) few(const unsigned* in, unsigned* out, unsigned* room) {
  const unsigned i = check::gid();
  out[i] = in[i];
  if (check::tid() / 32 % 2) return;
  atomicAdd(room, in[i] % 100);
  cg::this_grid().sync();
  out[i] = *room;
}

// A barrier of the grid made by hand, as long as all blocks are resident.
__global__ void __launch_bounds__(1024) by_hand(const unsigned* in, unsigned* out, unsigned* room) {
  const unsigned i = check::gid(), n = gridDim.x * check::block_threads();
  unsigned r = in[i];
  for (unsigned k = 1; k <= 4; ++k) {
    room[1 + i] = r;
    __syncthreads();
    if (check::tid() == 0) {
      __threadfence();
      atomicAdd(room, 1);
      while (*(volatile unsigned*)room < k * 2 * gridDim.x - gridDim.x) {
      }
      __threadfence();
    }
    __syncthreads();
    r = r * 3 + ((volatile unsigned*)room)[1 + (i + 37) % n];
    __syncthreads();
    if (check::tid() == 0) {
      __threadfence();
      atomicAdd(room, 1);
      while (*(volatile unsigned*)room < k * 2 * gridDim.x) {
      }
    }
    __syncthreads();
  }
  out[i] = r;
}

// Solves A x = b, A tridiagonal (4 on the diagonal, -1 beside it): x = 0, r = p = b at the start.
__device__ double dot(cg::grid_group grid, const double* a, const double* b, int n, double* sum) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  double part = 0;
  for (int i = grid.thread_rank(); i < n; i += grid.size()) part += a[i] * b[i];
  part = cg::reduce(tile, part, cg::plus<double>());
  if (tile.thread_rank() == 0) atomicAdd(sum, part);
  grid.sync();
  return *sum;
}

__global__ void solve(double* x, double* r, double* p, double* q, double* sums, int n, int* steps) {
  const cg::grid_group grid = cg::this_grid();
  const int first = grid.thread_rank(), stride = grid.size();
  double rr = dot(grid, r, r, n, sums++);
  int k = 0;
  for (; k < 100 && rr > 1e-20; ++k) {
    for (int i = first; i < n; i += stride) {
      q[i] = 4 * p[i] - (i > 0 ? p[i - 1] : 0) - (i + 1 < n ? p[i + 1] : 0);
    }
    const double alpha = rr / dot(grid, p, q, n, sums++);
    for (int i = first; i < n; i += stride) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
    }
    const double next = dot(grid, r, r, n, sums++);
    for (int i = first; i < n; i += stride) p[i] = r[i] + next / rr * p[i];
    rr = next;
    grid.sync();
  }
  if (first == 0) *steps = k;
}

void conjugate_gradients() {
  constexpr int n = 3000;
  std::vector<double> want(n), b(n), x(n);
  for (int i = 0; i < n; ++i) want[i] = check::mix(i) / 4294967296.0 - 0.5;
  for (int i = 0; i < n; ++i) {
    b[i] = 4 * want[i] - (i ? want[i - 1] : 0) - (i + 1 < n ? want[i + 1] : 0);
  }
  double* all = check::device_array<double>(4 * n + 300);
  int* steps = check::device_array<int>(1);
  check::cuda(cudaMemset(all, 0, (4 * n + 300) * sizeof(double)), "memset");
  cudaMemcpy(all + n, b.data(), n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(all + 2 * n, b.data(), n * sizeof(double), cudaMemcpyHostToDevice);
  check::cuda(
      cooperate(solve, 7, 96, 0, all, all + n, all + 2 * n, all + 3 * n, all + 4 * n, n, steps),
      "conjugate gradients");
  check::cuda(cudaMemcpy(x.data(), all, n * sizeof(double), cudaMemcpyDeviceToHost), "copy");
  int count = 0;
  cudaMemcpy(&count, steps, sizeof count, cudaMemcpyDeviceToHost);
  double worst = 0;
  for (int i = 0; i < n; ++i) worst = std::fmax(worst, std::fabs(x[i] - want[i]));
  check::that(worst < 1e-9 && count > 5 && count < 60, "conjugate gradients find the solution");
}

int main() {
  static unsigned* room = check::device_array<unsigned>(8192);
  check::run<Place>(
      "places",
      [](dim3 g, dim3 b, const unsigned* in, Place* out) {
        check::cuda(cooperate(places, g, b, 0, in, out), "places");
      },
      [](const check::Thread& t, const unsigned*) {
        const unsigned long long threads = t.blocks * t.block_threads;
        return Place{t.block, t.global, t.blocks, threads, t.blocks, t.block, 1, 0};
      });
  check::run<Place>(
      "a launch that is not cooperative",
      [](dim3 g, dim3 b, const unsigned* in, Place* out) { places<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned*) {
        const unsigned long long threads = t.blocks * t.block_threads;
        return Place{t.block, t.global, t.blocks, threads, t.blocks, t.block, 0, 0};
      });
  check::run<unsigned>(
      "exchange",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        check::cuda(cooperate(exchange, g, b, b.x * b.y * b.z * 4, in, out, room), "exchange");
      },
      exchanged);
  check::run<unsigned>(
      "few warps",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        cudaMemset(room, 0, 4);
        check::cuda(cooperate(few, g, b, 0, in, out, room), "few warps");
      },
      [](const check::Thread& t, const unsigned* in) {
        if (t.warp % 2) return in[t.global];
        unsigned sum = 0;
        for (unsigned i = 0; i < t.blocks * t.block_threads; ++i) {
          const bool there = i % t.block_threads / 32 % 2 == 0;
          sum += there ? in[i] % 100 : 0;
        }
        return sum;
      });
  check::run<unsigned>(
      "a barrier made by hand",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        cudaMemset(room, 0, 4);
        check::cuda(cooperate(by_hand, g, b, 0, in, out, room), "by hand");
      },
      [](const check::Thread& t, const unsigned* in) {
        unsigned before[5][5], n = t.blocks * t.block_threads;
        for (unsigned k = 0; k < 5; ++k) before[0][k] = in[(t.global + 37 * k) % n];
        for (unsigned s = 1; s < 5; ++s) {
          for (unsigned k = 0; k + s < 5; ++k)
            before[s][k] = before[s - 1][k] * 3 + before[s - 1][k + 1];
        }
        return before[4][0];
      });
  conjugate_gradients();
  return check::result();
}
