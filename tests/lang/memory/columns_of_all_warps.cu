// SPDX-License-Identifier: Apache-2.0
// Loops in which all warps read the same columns of shared memory: two, four or eight elements
// apart, forwards and backwards, as often as known or not, written anew in every round, by other
// warps or by the warp itself just before.
#include <iterator>

#include "../check.h"

namespace {

constexpr check::Shape kWarpShapes[] = {{64, 1, 1},  {128, 1, 1}, {32, 5, 1},
                                        {256, 1, 1}, {31, 32, 1}, {1000, 1, 1}};
constexpr unsigned kRows = 12, kColumns = 128, kRounds = 5;

HD unsigned small(unsigned value) {
  return value % 64;
}
HD unsigned cell(const unsigned* in, unsigned round, unsigned k, unsigned column) {
  return small(in[(round * 31 + k * 7 + column) % check::kExtraInputs]);
}

__device__ void fill(float (&tile)[kRows][kColumns], const unsigned* in, unsigned round) {
  for (unsigned e = check::tid(); e < kRows * kColumns; e += check::block_threads())
    tile[e / kColumns][e % kColumns] = (float)cell(in, round, e / kColumns, e % kColumns);
}

// Each thread has rows of its own and columns that it shares with a lane of every warp.
__global__ void forwards(const unsigned* in, unsigned* out) {
  __shared__ float tile[kRows][kColumns];
  const unsigned t = check::tid(), i = check::gid();
  float sums[4] = {};
  for (unsigned round = 0; round < kRounds; ++round) {
    fill(tile, in, round);
    __syncthreads();
#pragma unroll 1
    for (unsigned k = 0; k < kRows; ++k) {
      const float own = (float)small(in[i + k + round]);
      for (unsigned j = 0; j < 4; ++j) sums[j] += own * tile[k][t % 32 * 4 + j];
    }
    __syncthreads();
  }
  out[i] = (unsigned)(sums[0] + 3 * sums[1] + 5 * sums[2] + 7 * sums[3]);
}

unsigned expected_forwards(const check::Thread& t, const unsigned* in) {
  unsigned sum = 0;
  for (unsigned round = 0; round < kRounds; ++round) {
    for (unsigned k = 0; k < kRows; ++k) {
      for (unsigned j = 0; j < 4; ++j) {
        sum += (2 * j + 1) * small(in[t.global + k + round]) *
               cell(in, round, k, t.linear % 32 * 4 + j);
      }
    }
  }
  return sum;
}

// Half a warp's columns twice, the rows from the last one to the first, by a pointer; then some of
// the rows once more.
__global__ void backwards(const unsigned* in, unsigned* out) {
  __shared__ float tile[kRows][kColumns];
  const unsigned t = check::tid(), i = check::gid();
  fill(tile, in, 0);
  __syncthreads();
  float first = 0, second = 0;
  const float* row = &tile[kRows - 1][t % 16 * 8];
#pragma unroll 1
  for (unsigned k = kRows; k-- > 0; row -= kColumns) first += (float)small(in[i + k]) * row[3];
#pragma unroll 1
  for (unsigned k = 1; k < kRows; k += 3) second += (float)small(in[i + k]) * tile[k][t % 16 * 2];
  __syncthreads();
  out[i] = (unsigned)(first + 3 * second);
}

unsigned expected_backwards(const check::Thread& t, const unsigned* in) {
  unsigned first = 0, second = 0;
  for (unsigned k = 0; k < kRows; ++k) {
    first += small(in[t.global + k]) * cell(in, 0, k, t.linear % 16 * 8 + 3);
    if (k % 3 == 1) second += small(in[t.global + k]) * cell(in, 0, k, t.linear % 16 * 2);
  }
  return first + 3 * second;
}

// Some warps go through the loop, others do not, and in some rounds none; as often as a parameter
// says.
__global__ void some_warps(const unsigned* in, unsigned* out, unsigned rows) {
  __shared__ float tile[kRows][kColumns];
  const unsigned t = check::tid(), i = check::gid();
  float sum = 0, all = 0;
  for (unsigned round = 0; round < kRounds; ++round) {
    fill(tile, in, round);
    __syncthreads();
    if ((t / 32 + round) % 3 == 1) {
#pragma unroll 1
      for (unsigned k = 0; k < kRows; ++k) sum += (float)small(in[i + k]) * tile[k][t % 32 * 2];
    }
#pragma unroll 1
    for (unsigned k = 0; k < rows; ++k) all += (float)small(in[i + k]) * tile[k][t % 32 * 2];
    __syncthreads();
  }
  out[i] = (unsigned)(sum + 3 * all);
}

unsigned expected_some_warps(const check::Thread& t, const unsigned* in) {
  unsigned sum = 0;
  for (unsigned round = 0; round < kRounds; ++round) {
    for (unsigned k = 0; k < kRows; ++k) {
      const unsigned part = small(in[t.global + k]) * cell(in, round, k, t.linear % 32 * 2);
      if ((t.linear / 32 + round) % 3 == 1) sum += part;
      if (k < kRows - 2) sum += 3 * part;
    }
  }
  return sum;
}

// All warps write the same to the same places, and each reads what it wrote.
__global__ void own_writes(const unsigned* in, unsigned* out) {
  __shared__ float tile[kRows][64];
  const unsigned t = check::tid(), i = check::gid();
  for (unsigned e = t; e < kRows * 64; e += check::block_threads()) tile[e / 64][e % 64] = -1000;
  __syncthreads();
  float sum = 0;
  const unsigned lane = t % 32, lanes = min(32u, check::block_threads() - t / 32 * 32);
  for (unsigned e = lane; e < kRows * 64; e += lanes) tile[e / 64][e % 64] = (float)(e % 61);
  __syncwarp(check::warp_mask());
#pragma unroll 1
  for (unsigned k = 0; k < kRows; ++k) sum += (float)small(in[i + k]) * tile[k][lane * 2];
  __syncthreads();
  out[i] = (unsigned)sum;
}

unsigned expected_own_writes(const check::Thread& t, const unsigned* in) {
  unsigned sum = 0;
  for (unsigned k = 0; k < kRows; ++k)
    sum += small(in[t.global + k]) * ((k * 64 + t.linear % 32 * 2) % 61);
  return sum;
}

template <class Launch, class Want>
void test(const char* what, Launch launch, Want want) {
  check::run<unsigned>(what, launch, want);
  for (const auto& shape : kWarpShapes) {
    // Two full warps, and 32 of which the last is not.
    const bool one_of_few =
        &shape == std::begin(kWarpShapes) || &shape + 1 == std::end(kWarpShapes);
    if (check::restricted() && !one_of_few) continue;
    check::run_shape<unsigned>(what, shape, 3, launch, want);
  }
}

}  // namespace

int main() {
  const auto plain = [](auto kernel) {
    return [=](dim3 g, dim3 b, const unsigned* in, unsigned* out) { kernel<<<g, b>>>(in, out); };
  };
  test("forwards", plain(forwards), expected_forwards);
  test("backwards", plain(backwards), expected_backwards);
  const auto rows = [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
    some_warps<<<g, b>>>(in, out, kRows - 2);
  };
  test("some warps", rows, expected_some_warps);
  test("own writes", plain(own_writes), expected_own_writes);
  return check::result();
}
