// SPDX-License-Identifier: Apache-2.0
// Lanes of a warp update a few cells of shared memory, so that some of them, in every pattern, meet
// in one: no update is lost, and the old values number the threads of a cell without a gap.
#include "../check.h"

constexpr unsigned kCells = 16, kMost = 1024;

enum Pattern { kApart, kSkewed, kTwo, kRandom, kOne };

HD inline unsigned cell(Pattern pattern, unsigned thread, unsigned v) {
  switch (pattern) {
    case kApart:
      return thread % kCells;
    case kSkewed:
      return v % 4 == 0 ? v / 4 % kCells : 3;
    case kTwo:
      return v / 7 % 2 * 9;
    case kOne:
      return 5;
    default:
      return v / 16 % kCells;
  }
}
HD inline bool takes_part(unsigned v, bool divergent) {
  return !divergent || v % 3 != 1;
}

// Threads find their places in an order by cells, as a radix sort does.
template <Pattern pattern, bool divergent>
__global__ void places(const unsigned* in, unsigned* out) {
  __shared__ unsigned count[kCells], next[kCells], owner[kMost];
  const unsigned t = check::tid(), n = check::block_threads(), v = in[check::gid()];
  const unsigned c = cell(pattern, t, v);
  for (unsigned k = t; k < kCells; k += n) count[k] = next[k] = 0;
  __syncthreads();
  unsigned ticket = 0;
  if (takes_part(v, divergent)) {
    atomicAdd(&count[c], 1u);
    ticket = atomicAdd(&next[c], 2u) / 2;
  }
  __syncthreads();
  unsigned place = ticket;
  for (unsigned k = 0; k < c; ++k) place += count[k];
  if (takes_part(v, divergent)) owner[place] = t;
  __syncthreads();
  const bool ok = takes_part(v, divergent) && ticket < count[c] && owner[place] == t;
  out[check::gid()] = ok * 100000 + count[c];
}

struct Cells {
  int difference[kCells];
  unsigned weighed[kCells], low[kCells], bits[kCells], wrapping[kCells];
  unsigned long long wide[kCells], wide_count[kCells];
  float weight[kCells];
  double square[kCells];
};

HD inline unsigned digest(const Cells& cells, unsigned c) {
  return cells.difference[c] + cells.weighed[c] * 3 + cells.low[c] * 5 + cells.bits[c] * 7 +
         cells.wrapping[c] * 11 + (unsigned)(cells.wide[c] >> 20) * 13 +
         (unsigned)(cells.wide_count[c] >> 33) * 17 + (unsigned)cells.weight[c] * 19 +
         (unsigned)cells.square[c] * 23;
}
HD inline void clear(Cells& cells, unsigned c) {
  cells.difference[c] = 7;
  cells.weighed[c] = cells.bits[c] = cells.wrapping[c] = 0;
  cells.low[c] = ~0u;
  cells.wide[c] = cells.wide_count[c] = 0;
  cells.weight[c] = 0;
  cells.square[c] = 0;
}

template <Pattern pattern, bool divergent>
__global__ void sums(const unsigned* in, unsigned* out) {
  __shared__ Cells cells;
  const unsigned t = check::tid(), n = check::block_threads(), v = in[check::gid()];
  const unsigned c = cell(pattern, t, v);
  for (unsigned k = t; k < kCells; k += n) clear(cells, k);
  __syncthreads();
  if (takes_part(v, divergent)) {
    atomicSub(&cells.difference[c], 5);
    atomicAdd(&cells.weighed[c], v);
    atomicMin(&cells.low[c], v);
    atomicXor(&cells.bits[c], v);
    atomicInc(&cells.wrapping[c], 6);
    atomicAdd(&cells.wide[c], (unsigned long long)v << 20);
    atomicAdd(&cells.wide_count[c], 1ull << 33);
    atomicAdd(&cells.weight[c], (float)(v % 64));
    atomicAdd(&cells.square[c], (double)(v % 64 * 2));
  }
  __syncthreads();
  out[check::gid()] = digest(cells, c);
}

// Cells that a byte does not number, of two sizes.
constexpr unsigned kTable = 2048;
HD inline unsigned far_cell(unsigned v) {
  return v % 3 ? v / 8 % kTable : kTable - 1 - v % 2;
}
__global__ void far_cells(const unsigned* in, unsigned* out) {
  __shared__ unsigned count[kTable];
  __shared__ unsigned long long sum[kTable];
  const unsigned t = check::tid(), n = check::block_threads(), v = in[check::gid()];
  for (unsigned k = t; k < kTable; k += n) count[k] = sum[k] = 0;
  __syncthreads();
  atomicAdd(&count[far_cell(v)], 1u);
  atomicAdd(&sum[far_cell(v)], (unsigned long long)v << 8);
  __syncthreads();
  out[check::gid()] = count[far_cell(v)] + 7 * (unsigned)(sum[far_cell(v)] >> 8);
}
unsigned want_far(const check::Thread& t, const unsigned* in) {
  const unsigned mine = far_cell(in[t.global]);
  unsigned long long count = 0, sum = 0;
  for (unsigned k = 0; k < t.block_threads; ++k) {
    const unsigned v = in[t.block_first + k];
    if (far_cell(v) == mine) ++count, sum += v;
  }
  return (unsigned)(count + 7 * sum);
}

template <Pattern pattern, bool divergent>
unsigned want_place(const check::Thread& t, const unsigned* in) {
  unsigned count = 0;
  const unsigned c = cell(pattern, t.linear, in[t.global]);
  for (unsigned k = 0; k < t.block_threads; ++k) {
    const unsigned v = in[t.block_first + k];
    count += takes_part(v, divergent) && cell(pattern, k, v) == c;
  }
  return takes_part(in[t.global], divergent) * 100000 + count;
}

template <Pattern pattern, bool divergent>
unsigned want_sum(const check::Thread& t, const unsigned* in) {
  Cells cells;
  const unsigned c = cell(pattern, t.linear, in[t.global]);
  clear(cells, c);
  for (unsigned k = 0; k < t.block_threads; ++k) {
    const unsigned v = in[t.block_first + k];
    if (!takes_part(v, divergent) || cell(pattern, k, v) != c) continue;
    cells.difference[c] -= 5;
    cells.weighed[c] += v;
    cells.low[c] = v < cells.low[c] ? v : cells.low[c];
    cells.bits[c] ^= v;
    cells.wrapping[c] = cells.wrapping[c] >= 6 ? 0 : cells.wrapping[c] + 1;
    cells.wide[c] += (unsigned long long)v << 20;
    cells.wide_count[c] += 1ull << 33;
    cells.weight[c] += (float)(v % 64);
    cells.square[c] += (double)(v % 64 * 2);
  }
  return digest(cells, c);
}

template <auto kernel, auto want>
void test(const char* name) {
  check::run<unsigned>(
      name, [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { kernel<<<g, b>>>(in, out); },
      want);
}

int main() {
  test<places<kApart, false>, want_place<kApart, false>>("apart");
  test<places<kSkewed, true>, want_place<kSkewed, true>>("skewed, divergent");
  test<places<kTwo, false>, want_place<kTwo, false>>("two cells");
  test<places<kOne, true>, want_place<kOne, true>>("one cell, divergent");
  test<sums<kApart, false>, want_sum<kApart, false>>("sums, apart");
  test<sums<kSkewed, true>, want_sum<kSkewed, true>>("sums, skewed, divergent");
  test<sums<kRandom, false>, want_sum<kRandom, false>>("sums, random");
  test<far_cells, want_far>("many cells");
  return check::result();
}
