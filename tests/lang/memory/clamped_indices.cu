// SPDX-License-Identifier: Apache-2.0
// Loads at clamped indices: neighbours at the border of a line, of a tile and of the threads that
// an if lets through; clamps of clamps, bounds that cross, bounds in the middle of a warp, indices
// that wrap around, and first and last chosen by ?: . And on a ring and a torus, whose rows end in
// the middle of a warp or not: rows and columns by division, neighbours by %, & and ?: .
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

// Both neighbours on a ring, by signed, unsigned and 64-bit numbers; a width that is no power of
// two makes a mask of the third. What is negative or divided by a negative number goes its own way.
HD static unsigned ring(unsigned i, const unsigned* in, int width) {
  const int x = static_cast<int>(i);
  const auto n = static_cast<unsigned>(width);
  const long long far = x + 7;
  unsigned sum = in[(x + 1) % width] + 3 * in[(x + width - 1) % width] + 5 * in[(i + 2) % n];
  sum += 7 * in[far % width] + 9 * in[(i + 3) & (n - 1)] + 11 * in[(i + 5) >> (width & 7)];
  return sum + 13 * in[300 + (x - 40) % width] + 15 * in[x % -width] + 17 * in[(i + 1) & 127];
}
HD static unsigned torus(unsigned i, const unsigned* in, int width) {
  const int x = static_cast<int>(i) % width, y = static_cast<int>(i) / width;
  const int e = (x + 1) % width, w = x == 0 ? width - 1 : x - 1, s = (y + 1) % 3;
  const unsigned n = static_cast<unsigned>(width), u = i % n, v = i / n;
  return in[y * width + e] + 3 * in[y * width + w] + 5 * in[s * width + x] + 7 * in[v * n + u] +
         9 * in[(v + 1) % 3u * n + (u + n - 1) % n] + 11 * in[y];
}
__global__ void rings(const unsigned* in, unsigned* out, int width, unsigned odd) {
  const unsigned i = gid();
  out[i] = in[i] % 2 > odd ? 1 : ring(i, in, width);
}
__global__ void tori(const unsigned* in, unsigned* out, int width, unsigned odd) {
  const unsigned i = gid();
  out[i] = in[i] % 2 > odd ? 1 : torus(i, in, width);
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
  for (const int width : {1, 7, 31, 32, 33, 64, 100, 257}) {
    for (const unsigned odd : {0u, 1u}) {
      run<unsigned>(
          "a ring",
          [=](dim3 grid, dim3 block, const unsigned* in, unsigned* out) {
            rings<<<grid, block>>>(in, out, width, odd);
          },
          [=](const Thread& t, const unsigned* in) {
            return in[t.global] % 2 > odd ? 1 : ring(t.global, in, width);
          });
      run<unsigned>(
          "a torus",
          [=](dim3 grid, dim3 block, const unsigned* in, unsigned* out) {
            tori<<<grid, block>>>(in, out, width, odd);
          },
          [=](const Thread& t, const unsigned* in) {
            return in[t.global] % 2 > odd ? 1 : torus(t.global, in, width);
          });
    }
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
