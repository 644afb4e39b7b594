// SPDX-License-Identifier: Apache-2.0
// Loads at clamped indices: neighbours at the border of a line, of a tile and of the threads that
// an if lets through; clamps of clamps, bounds that cross, bounds in the middle of a warp, indices
// that wrap around, and first and last chosen by ?: .
#include "../check.h"

using namespace check;

HD static int lower(int a, int b) {
  return a < b ? a : b;
}
HD static int upper(int a, int b) {
  return a > b ? a : b;
}

// Both neighbours of i in in[first .. last], for the lanes whose own number is odd.
HD static unsigned line(unsigned i, const unsigned* in, int first, int last) {
  const int x = static_cast<int>(i);
  if (in[i] % 2 == 0) return 7;
  return in[lower(x + 1, last)] + 3 * in[upper(x - 1, first)] +
         5 * in[upper(first, lower(x + 5, last))];
}
HD static unsigned by_choice(unsigned i, const unsigned* in, int first, int last) {
  const int x = static_cast<int>(i), left = x == first ? x : x - 1, right = x != last ? x + 1 : x;
  return x == 0 && first != 0 ? 9 : in[left] + 3 * in[right];
}
// i - 1 is the largest number where i is 0.
HD static unsigned wrapping(unsigned i, const unsigned* in, unsigned last) {
  const unsigned before = i - 1;
  return in[before < last ? before : last];
}

__global__ void lines(const unsigned* in, unsigned* out, int first, int last) {
  const unsigned i = gid();
  out[i] = line(i, in, first, last);
}
__global__ void choices(const unsigned* in, unsigned* out, int first, int last) {
  const unsigned i = gid();
  out[i] = by_choice(i, in, first, last);
}
__global__ void wraps(const unsigned* in, unsigned* out, unsigned last) {
  const unsigned i = gid();
  out[i] = wrapping(i, in, last);
}

constexpr int kSide = 16, kSteps = 3;

// A tile that is smoothed in steps, each of which leaves out one more ring of threads.
HD static unsigned smooth(const unsigned* tile, int x, int y, int low, int high) {
  const int n = upper(y - 1, low), s = lower(y + 1, high), w = upper(x - 1, low),
            e = lower(x + 1, high);
  return tile[y * kSide + x] + 3 * tile[n * kSide + x] + 5 * tile[s * kSide + x] +
         7 * tile[y * kSide + w] + 9 * tile[y * kSide + e];
}
HD static bool inside(int x, int y, int step, int low, int high) {
  return x > step && x < kSide - 1 - step && y > step && y < kSide - 1 - step && x >= low &&
         x <= high && y >= low && y <= high;
}
__global__ void tiles(const unsigned* in, unsigned* out, int low, int high) {
  __shared__ unsigned tile[kSide * kSide], next[kSide * kSide];
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y);
  const unsigned t = tid();
  tile[t] = in[gid()];
  __syncthreads();
  for (int step = 0; step < kSteps; ++step) {
    const bool mine = inside(x, y, step, low, high);
    if (mine) next[t] = smooth(tile, x, y, low, high);
    __syncthreads();
    if (mine) tile[t] = next[t];
    __syncthreads();
  }
  out[gid()] = tile[t];
}

static void check_tile(const unsigned* in, const unsigned* out, int low, int high) {
  unsigned tile[kSide * kSide], next[kSide * kSide];
  memcpy(tile, in, sizeof(tile));
  for (int step = 0; step < kSteps; ++step) {
    memcpy(next, tile, sizeof(next));
    for (int i = 0; i < kSide * kSide; ++i) {
      const int x = i % kSide, y = i / kSide;
      if (inside(x, y, step, low, high)) next[i] = smooth(tile, x, y, low, high);
    }
    memcpy(tile, next, sizeof(tile));
  }
  for (int i = 0; i < kSide * kSide; ++i) equal(out[i], tile[i], "a smoothed tile");
}

int main() {
  const int bounds[][2] = {{0, 1023}, {0, 37}, {5, 20}, {20, 5}, {64, 700}};
  for (const auto& [first, last] : bounds) {
    run<unsigned>(
        "neighbours within bounds",
        [=](dim3 grid, dim3 block, const unsigned* in, unsigned* out) {
          lines<<<grid, block>>>(in, out, first, last);
        },
        [=](const Thread& t, const unsigned* in) { return line(t.global, in, first, last); });
    run<unsigned>(
        "first and last by ?:",
        [=](dim3 grid, dim3 block, const unsigned* in, unsigned* out) {
          choices<<<grid, block>>>(in, out, first, last);
        },
        [=](const Thread& t, const unsigned* in) { return by_choice(t.global, in, first, last); });
    const auto high = static_cast<unsigned>(last);
    run<unsigned>(
        "an index that wraps around",
        [=](dim3 grid, dim3 block, const unsigned* in, unsigned* out) {
          wraps<<<grid, block>>>(in, out, high);
        },
        [=](const Thread& t, const unsigned* in) { return wrapping(t.global, in, high); });
  }
  unsigned in[2 * kSide * kSide], out[2 * kSide * kSide];
  for (unsigned i = 0; i < 2 * kSide * kSide; ++i) in[i] = mix(i);
  auto *from = device_array<unsigned>(2 * kSide * kSide),
       *to = device_array<unsigned>(2 * kSide * kSide);
  cuda(cudaMemcpy(from, in, sizeof(in), cudaMemcpyHostToDevice), "cudaMemcpy");
  for (int low = 0; low < 6; ++low) {
    for (int high = 9; high < kSide; ++high) {
      tiles<<<2, dim3(kSide, kSide)>>>(from, to, low, high);
      cuda(cudaMemcpy(out, to, sizeof(out), cudaMemcpyDeviceToHost), "tiles");
      for (int b = 0; b < 2; ++b) {
        check_tile(in + b * kSide * kSide, out + b * kSide * kSide, low, high);
      }
    }
  }
  return result();
}
