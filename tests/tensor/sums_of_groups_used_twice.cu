// SPDX-License-Identifier: Apache-2.0
// Two groups of products that add to the sums of one, and one that takes its words in another
// order: each gives the bits that its products give one by one, from memory.
#include <cstdio>
#include <cstring>

constexpr int kSide = 2, kLanes = 32, kSteps = 4;

__device__ void multiply(unsigned (&d)[4], const unsigned* a, const unsigned* b) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%0,%1,%2,%3};"
      : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
__host__ __device__ constexpr int other(int word) {
  return word ^ 1;
}

// d: of step s, row i, column j, word w at ((s * 2 + i) * 2 + j) * 4 + w, lane after lane.
__host__ __device__ constexpr int place(int step, int i, int j, int word) {
  return (((step * kSide + i) * kSide + j) * 4 + word) * kLanes;
}

// Steps 1 and 2 add to step 0's sums, step 3 to those of step 2 with words exchanged.
__global__ void together(const unsigned* in, unsigned* out) {
  const int lane = threadIdx.x;
  unsigned a[kSteps][kSide][4], b[kSteps][kSide][2], sum[kSteps][kSide][kSide][4];
#pragma unroll
  for (int s = 0; s < kSteps; ++s)
#pragma unroll
    for (int i = 0; i < kSide; ++i) {
#pragma unroll
      for (int w = 0; w < 4; ++w) a[s][i][w] = in[((s * kSide + i) * 6 + w) * kLanes + lane];
#pragma unroll
      for (int w = 0; w < 2; ++w) b[s][i][w] = in[((s * kSide + i) * 6 + 4 + w) * kLanes + lane];
    }
#pragma unroll
  for (int s = 0; s < kSteps; ++s)
#pragma unroll
    for (int i = 0; i < kSide; ++i)
#pragma unroll
      for (int j = 0; j < kSide; ++j) {
#pragma unroll
        for (int w = 0; w < 4; ++w)
          sum[s][i][j][w] = s == 0 ? 0 : s == 3 ? sum[2][i][j][other(w)] : sum[0][i][j][w];
        multiply(sum[s][i][j], a[s][i], b[s][j]);
      }
#pragma unroll
  for (int s = 0; s < kSteps; ++s)
#pragma unroll
    for (int i = 0; i < kSide; ++i)
#pragma unroll
      for (int j = 0; j < kSide; ++j)
#pragma unroll
        for (int w = 0; w < 4; ++w) out[place(s, i, j, w) + lane] = sum[s][i][j][w];
}

__global__ void alone(const unsigned* in, unsigned* out, int s, int i, int j) {
  const int lane = threadIdx.x;
  unsigned a[4], b[2], sum[4];
  for (int w = 0; w < 4; ++w) a[w] = in[((s * kSide + i) * 6 + w) * kLanes + lane];
  for (int w = 0; w < 2; ++w) b[w] = in[((s * kSide + j) * 6 + 4 + w) * kLanes + lane];
  for (int w = 0; w < 4; ++w) {
    const int from = s == 3 ? place(2, i, j, other(w)) : place(0, i, j, w);
    sum[w] = s == 0 ? 0 : out[from + lane];
  }
  multiply(sum, a, b);
  for (int w = 0; w < 4; ++w) out[place(s, i, j, w) + lane] = sum[w];
}

int main() {
  constexpr int kIn = kSteps * kSide * 6 * kLanes, kOut = kSteps * kSide * kSide * 4 * kLanes;
  unsigned *in, *one, *all;
  if (cudaMallocManaged(&in, kIn * 4) || cudaMallocManaged(&one, kOut * 4) ||
      cudaMallocManaged(&all, kOut * 4))
    return 2;
  unsigned x = 12345;
  for (int k = 0; k < kIn; ++k) {  // bf16 of both signs between 1/2 and 4
    in[k] = 0;
    for (int half = 0; half < 2; ++half) {
      x = x * 1664525u + 1013904223u;
      in[k] |= (x >> 31 << 15 | (0x3f00 + (x >> 8) % 0x180)) << 16 * half;
    }
  }
  together<<<1, kLanes>>>(in, all);
  for (int s = 0; s < kSteps; ++s)
    for (int i = 0; i < kSide; ++i)
      for (int j = 0; j < kSide; ++j) alone<<<1, kLanes>>>(in, one, s, i, j);
  if (cudaDeviceSynchronize()) return 3;
  int wrong = 0;
  for (int k = 0; k < kOut; ++k) wrong += one[k] != all[k] || one[k] == 0;
  std::printf("%d of %d words differ\n", wrong, kOut);
  return wrong != 0;
}
