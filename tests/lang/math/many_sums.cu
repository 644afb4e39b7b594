// SPDX-License-Identifier: Apache-2.0
// heavy: 33
// Loops that carry many sums, more than a CPU has registers for: sums of every type, sums that
// depend on each other, that decide about the exit or are used in part behind the loop. All values
// are small integers, so that floating-point sums are exact.
#include "../check.h"

namespace {

HD unsigned small(const unsigned* in, unsigned k) {
  return in[k] % 16;
}

template <class T, int N>
HD unsigned digest(const T (&sums)[N]) {
  unsigned result = 0;
#pragma unroll
  for (int j = 0; j < N; ++j) result = result * 31 + (unsigned)(long long)sums[j];
  return result;
}

template <class T, int N>
HD void begin(T (&sums)[N], unsigned i, const unsigned* in) {
#pragma unroll
  for (int j = 0; j < N; ++j) sums[j] = (T)small(in, i + j);
}

// What the lanes load, each at its own place, times what all share.
template <class T, int N>
HD unsigned products(unsigned i, const unsigned* in) {
  T sums[N];
  begin(sums, i, in);
  const unsigned trips = in[3] % 20 + 5;
  for (unsigned k = 0; k < trips; ++k) {
    T x = (T)small(in, i + k);
#pragma unroll
    for (int j = 0; j < N; ++j) sums[j] += x * (T)small(in, k * 7 + j);
  }
  return digest(sums);
}

// A square tile: every load is wanted by many sums.
template <class T, int M, int N>
HD unsigned tile(unsigned i, const unsigned* in) {
  T sums[M * N];
  begin(sums, i, in);
#pragma unroll 1
  for (unsigned k = 0; k < 13; ++k) {
    T a[M], b[N];
#pragma unroll
    for (int m = 0; m < M; ++m) a[m] = (T)small(in, i * (m % 3) + k * 9 + m);
#pragma unroll
    for (int n = 0; n < N; ++n) b[n] = (T)small(in, i / 4 + k + n * 5);
#pragma unroll
    for (int m = 0; m < M; ++m) {
#pragma unroll
      for (int n = 0; n < N; ++n) sums[m * N + n] += a[m] * b[n];
    }
  }
  return digest(sums);
}
// i * 2 + 12 * 9 + M must lie within the inputs.
template <class T, int M, int N>
HD unsigned near_tile(unsigned i, const unsigned* in) {
  return tile<T, M, N>(i % 300, in);
}

HD unsigned mixed_types(unsigned i, const unsigned* in) {
  float f[8];
  double d[8];
  int s[8];
  unsigned long long w[8];
  unsigned char c[6];
  begin(f, i, in);
  begin(d, i + 1, in);
  begin(s, i + 2, in);
  begin(w, i + 3, in);
  begin(c, i + 4, in);
  const unsigned trips = in[1] % 9 + 3;
  for (unsigned k = 0; k < trips; ++k) {
    const unsigned x = small(in, i + k), y = in[i + 2 * k];
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      f[j] += (float)(x * small(in, k + j));
      d[j] -= (double)x * (double)(y % 64) + j;
      s[j] ^= (int)(y >> j);
      w[j] = w[j] * 3 + ((unsigned long long)y << j);
      if (j < 6) c[j] = (unsigned char)(c[j] * 5 + y + j);
    }
  }
  return digest(f) + digest(d) * 3 + digest(s) * 5 + digest(w) * 7 + digest(c) * 11;
}

// Not sums: maxima, products, selections, that a lane takes or leaves.
HD unsigned other_operations(unsigned i, const unsigned* in) {
  unsigned v[40];
  begin(v, i, in);
  const unsigned trips = in[2] % 15 + 2;
  for (unsigned k = 0; k < trips; ++k) {
    const unsigned x = in[i + k], y = in[k * 3];
#pragma unroll
    for (int j = 0; j < 40; ++j) {
      if (j % 5 == 0) v[j] = v[j] > x ? v[j] : x;
      if (j % 5 == 1) v[j] = v[j] * (x | 1) + y;
      if (j % 5 == 2 && (x >> j % 32 & 1)) v[j] += y;
      if (j % 5 == 3 && (y >> j % 32 & 1)) v[j] = x - v[j];
      if (j % 5 == 4) v[j] = (v[j] << 3 | v[j] >> 29) ^ x;
    }
  }
  return digest(v);
}

// The new value of one sum goes into the next: one chain, that cannot be cut.
template <class T, int N>
HD unsigned chain(unsigned i, const unsigned* in) {
  T v[N];
  begin(v, i, in);
  const unsigned trips = in[4] % 11 + 3;
  for (unsigned k = 0; k < trips; ++k) {
    v[0] += (T)in[i + k];
#pragma unroll
    for (int j = 1; j < N; ++j) v[j] += v[j - 1] * (T)(j + 1);
  }
  return digest(v);
}

// Pairs and triples depend on each other, in the old and in the new value; the rest are alone.
HD unsigned groups(unsigned i, const unsigned* in) {
  unsigned v[48];
  begin(v, i, in);
  const unsigned trips = in[5] % 17 + 2;
  for (unsigned k = 0; k < trips; ++k) {
    const unsigned x = in[i + k];
#pragma unroll
    for (int j = 0; j < 48; j += 6) {
      const unsigned old = v[j];
      v[j] = v[j + 1] + x;
      v[j + 1] = old * 3 + k;
      v[j + 2] += v[j + 3] ^ x;
      v[j + 3] += v[j + 4] * 5;
      v[j + 4] += v[j + 2];
      v[j + 5] += in[k + j];
    }
  }
  return digest(v);
}

// Every value moves on by one place: each phi names another phi.
HD unsigned rotation(unsigned i, const unsigned* in) {
  unsigned v[24], sums[24];
  begin(v, i, in);
  begin(sums, i + 7, in);
  const unsigned trips = in[6] % 37 + 1;
#pragma unroll 1
  for (unsigned k = 0; k < trips; ++k) {
    const unsigned first = v[0];
#pragma unroll
    for (int j = 0; j < 24; ++j) {
      sums[j] += v[j] * (k + 1);
      v[j] = j == 23 ? first : v[(j + 1) % 24];
    }
  }
  return digest(v) * 3 + digest(sums);
}

// Neighbouring loads stay in registers for the next trips.
HD unsigned delay_line(unsigned i, const unsigned* in) {
  unsigned window[9], sums[20];
  begin(sums, i, in);
#pragma unroll
  for (int j = 0; j < 9; ++j) window[j] = in[i + j];
  const unsigned trips = in[7] % 12 + 4;
#pragma unroll 1
  for (unsigned k = 0; k < trips; ++k) {
#pragma unroll
    for (int j = 0; j < 20; ++j) sums[j] += window[j % 9] * in[k + j];
#pragma unroll
    for (int j = 0; j < 8; ++j) window[j] = window[j + 1];
    window[8] = in[i + k + 9];
  }
  return digest(sums) + digest(window);
}

// A sum that all lanes share decides about the end.
HD unsigned uniform_sum_exits(unsigned i, const unsigned* in) {
  unsigned v[33], k = 0;
  begin(v, i, in);
  unsigned spent = in[8] % 8;
  while (spent < 150 && k < 60) {
    spent += small(in, k);
#pragma unroll
    for (int j = 0; j < 33; ++j) v[j] += in[i + k] * (spent + j);
    ++k;
  }
  return digest(v) + spent * 17 + k;
}

// A lane's own sum does.
HD unsigned own_sum_exits(unsigned i, const unsigned* in) {
  float v[33];
  unsigned k = 0;
  begin(v, i, in);
  do {
    const float x = (float)small(in, i + k);
#pragma unroll
    for (int j = 0; j < 33; ++j) v[j] += x * (float)(j % 4 + 1);
    ++k;
  } while (v[2] < 120.0f && k < 40);
  return digest(v) + k;
}

// Which way the loop goes on is decided inside it, by uniform values; the end has two conditions.
HD unsigned branches_inside(unsigned i, const unsigned* in) {
  unsigned v[40], k = 0, odd = 0;
  begin(v, i, in);
  for (;; ++k) {
    const unsigned x = in[i + k], y = in[k];
    if (y & 1) {
      ++odd;
#pragma unroll
      for (int j = 0; j < 40; ++j) v[j] += x * (j + 1);
    } else {
#pragma unroll
      for (int j = 0; j < 40; j += 2) v[j] ^= x >> j % 8;
    }
    if (k > 30 || odd > 12) break;
  }
  return digest(v) + odd * 5 + k;
}

HD unsigned lanes_leave_apart(unsigned i, const unsigned* in) {
  float v[28];
  begin(v, i, in);
  const unsigned trips = in[i] % 14;
  for (unsigned k = 0; k < trips; ++k) {
    const float x = (float)small(in, i + k);
#pragma unroll
    for (int j = 0; j < 28; ++j) v[j] += x * (float)small(in, k + j);
  }
  return digest(v);
}

// Some lanes have no work at all, as behind a bounds check.
HD unsigned behind_a_check(unsigned i, const unsigned* in) {
  float v[28];
  begin(v, i, in);
  if (in[i] % 3 != 0) {
    const unsigned trips = in[9] % 9 + 2;
    for (unsigned k = 0; k < trips; ++k) {
      const float x = (float)small(in, i + k);
#pragma unroll
      for (int j = 0; j < 28; ++j) v[j] += x * (float)small(in, k * 2 + j);
    }
  }
  return digest(v);
}

// What the last trip computed, apart from the sums and out of several of them.
HD unsigned last_values(unsigned i, const unsigned* in) {
  unsigned v[40], last = 0, both = 0, k = 0;
  begin(v, i, in);
  const unsigned trips = in[10] % 13 + 1;
#pragma unroll 1
  do {
    last = in[i + k] ^ k;
#pragma unroll
    for (int j = 0; j < 40; ++j) v[j] += last * (j + 3);
    both = v[1] * 3 + v[38] + in[k];
    ++k;
  } while (k < trips);
  return digest(v) + last * 7 + both * 13 + k;
}

// Zero trips, one trip; few sums of many are wanted.
HD unsigned few_trips(unsigned i, const unsigned* in) {
  unsigned result = 0;
#pragma unroll 1
  for (unsigned trips = in[11] % 2; trips < 4; ++trips) {
    unsigned v[40];
    begin(v, i, in);
#pragma unroll 1
    for (unsigned k = 1; k < trips; ++k) {
#pragma unroll
      for (int j = 0; j < 40; ++j) v[j] += in[i + k] * (j + k);
    }
    result = result * 7 + (trips % 2 ? digest(v) : v[3] + v[39]);
  }
  return result;
}

// The second loop begins with what the first one computed; both are in an outer loop, which carries
// the sums on.
HD unsigned loops_in_a_row(unsigned i, const unsigned* in) {
  unsigned v[32], w[32];
  begin(v, i, in);
  begin(w, i + 1, in);
  const unsigned trips = in[12] % 5 + 2;
#pragma unroll 1
  for (unsigned outer = 0; outer < 3; ++outer) {
#pragma unroll 1
    for (unsigned k = 0; k < trips; ++k) {
#pragma unroll
      for (int j = 0; j < 32; ++j) v[j] += in[i + k + outer] * (j + 1);
    }
#pragma unroll 1
    for (unsigned k = 0; k < trips + outer; ++k) {
#pragma unroll
      for (int j = 0; j < 32; ++j) w[j] += (v[j] >> 3) * in[k + j];
    }
#pragma unroll
    for (int j = 0; j < 32; ++j) v[j] ^= w[31 - j];
  }
  return digest(v) + digest(w) * 3;
}

// A matrix product of odd sizes in thread tiles, from shared memory, with bounds checks.
constexpr unsigned kTile = 5, kColumns = 37, kAcross = (kColumns + kTile - 1) / kTile;
constexpr unsigned kDepth = 11, kStep = 4, kMaxRows = (1024 / kAcross + 2) * kTile;

HD float left(const unsigned* in, unsigned row, unsigned k) {
  return (float)small(in, (row * 5 + k * 3) % 1000);
}
HD float right(const unsigned* in, unsigned k, unsigned column) {
  return (float)small(in, k * kColumns + column);
}

__global__ void product(const unsigned* in, unsigned* out) {
  __shared__ float a[kStep][kMaxRows], b[kStep][kAcross * kTile];
  const unsigned t = check::tid(), n = check::block_threads(), i = check::gid();
  const unsigned first = (i - t) / kAcross * kTile;  // row of the block
  const unsigned row = i / kAcross * kTile - first, column = i % kAcross * kTile;
  float sums[kTile][kTile] = {};
  for (unsigned k0 = 0; k0 < kDepth; k0 += kStep) {
    for (unsigned e = t; e < kStep * kMaxRows; e += n) {
      const unsigned k = e % kStep, r = e / kStep;
      a[k][r] = k0 + k < kDepth ? left(in, first + r, k0 + k) : 0.0f;
    }
    for (unsigned e = t; e < kStep * kAcross * kTile; e += n) {
      const unsigned k = e / (kAcross * kTile), c = e % (kAcross * kTile);
      b[k][c] = k0 + k < kDepth && c < kColumns ? right(in, k0 + k, c) : 0.0f;
    }
    __syncthreads();
#pragma unroll 1
    for (unsigned k = 0; k < kStep; ++k) {
#pragma unroll
      for (unsigned y = 0; y < kTile; ++y) {
#pragma unroll
        for (unsigned x = 0; x < kTile; ++x) sums[y][x] += a[k][row + y] * b[k][column + x];
      }
    }
    __syncthreads();
  }
  unsigned result = 0;
#pragma unroll
  for (unsigned y = 0; y < kTile; ++y) {
#pragma unroll
    for (unsigned x = 0; x < kTile; ++x) {
      if (column + x < kColumns) result = result * 31 + (unsigned)sums[y][x];
    }
  }
  out[i] = result;
}

unsigned expected_product(const check::Thread& t, const unsigned* in) {
  unsigned result = 0;
  for (unsigned y = 0; y < kTile; ++y) {
    for (unsigned x = 0; x < kTile; ++x) {
      const unsigned row = t.global / kAcross * kTile + y, column = t.global % kAcross * kTile + x;
      if (column >= kColumns) continue;
      float sum = 0;
      for (unsigned k = 0; k < kDepth; ++k) sum += left(in, row, k) * right(in, k, column);
      result = result * 31 + (unsigned)sum;
    }
  }
  return result;
}

}  // namespace

int main() {
  check::each<products<float, 8>>("8 float sums");
  check::each<products<float, 24>>("24 float sums");
  check::each<products<float, 40>>("40 float sums");
  check::each<products<double, 20>>("20 double sums");
  check::each<products<int, 33>>("33 int sums");
  check::each<products<unsigned char, 40>>("40 byte sums");
  check::each<near_tile<float, 8, 8>>("8x8 tile of floats");
  check::each<near_tile<double, 3, 7>>("3x7 tile of doubles");
  check::each<mixed_types>("sums of mixed types");
  check::each<other_operations>("other operations than sums");
  check::each<chain<unsigned, 32>>("a chain of sums");
  check::each<chain<unsigned long long, 20>>("a chain of 64-bit sums");
  check::each<groups>("groups of sums");
  check::each<rotation>("rotation");
  check::each<delay_line>("delay line");
  check::each<uniform_sum_exits>("a uniform sum decides about the exit");
  check::each<own_sum_exits>("a lane's sum decides about its exit");
  check::each<branches_inside>("uniform branches inside");
  check::each<lanes_leave_apart>("lane-dependent trip counts");
  check::each<behind_a_check>("behind a check");
  check::each<last_values>("values of the last trip");
  check::each<few_trips>("no trip and one trip");
  check::each<loops_in_a_row>("loops in a row");
  check::run<unsigned>(
      "matrix product",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { product<<<g, b>>>(in, out); },
      expected_product);
  return check::result();
}
