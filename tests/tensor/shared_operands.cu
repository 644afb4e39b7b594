// SPDX-License-Identifier: Apache-2.0
// Products that share operands are computed together: each gives the bits that it gives alone, for
// numbers near one, of all sizes, zeros, denormals, infinities and NaNs, where operands form no
// full rectangle, sums go on across a barrier, a sum is asked for twice, and only some warps
// multiply. also: avx2 baseline
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <random>
#include <vector>

constexpr int kRows = 3, kColumns = 4, kSteps = 2;

struct Bf16 {
  static constexpr int kWordsA = 4, kWordsB = 2;
  static __device__ void multiply(unsigned (&d)[4], const unsigned* a, const unsigned* b) {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, "
        "{%8,%9}, {%0,%1,%2,%3};"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
};
struct F16 {
  static constexpr int kWordsA = 2, kWordsB = 1;
  static __device__ void multiply(unsigned (&d)[4], const unsigned* a, const unsigned* b) {
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, "
        "{%0,%1,%2,%3};"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(b[0]));
  }
};
struct Tf32 {
  static constexpr int kWordsA = 4, kWordsB = 2;
  static __device__ void multiply(unsigned (&d)[4], const unsigned* a, const unsigned* b) {
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, "
        "{%8,%9}, {%0,%1,%2,%3};"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
};

// Words of a warp's lanes: operand by operand.
__device__ void load(unsigned* words, const unsigned* from, int operand, int count, int lane) {
  for (int w = 0; w < count; ++w) words[w] = from[(operand * count + w) * 32 + lane];
}

// Which pairs are multiplied: all, or not the last of the last row, and the first one twice.
__host__ __device__ bool is_there(bool full, int i, int j) {
  return full || i != kRows - 1 || j != kColumns - 1;
}

template <class T, bool FULL>
__global__ void together(const unsigned* a, const unsigned* b, const unsigned* c, unsigned* d) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp == 1) return;
  unsigned sum[kRows][kColumns][4];
#pragma unroll
  for (int i = 0; i < kRows; ++i)
#pragma unroll
    for (int j = 0; j < kColumns; ++j) load(sum[i][j], c, i * kColumns + j, 4, lane);
#pragma unroll
  for (int step = 0; step < kSteps; ++step) {
    unsigned of_a[kRows][T::kWordsA], of_b[kColumns][T::kWordsB];
#pragma unroll
    for (int i = 0; i < kRows; ++i) load(of_a[i], a, step * kRows + i, T::kWordsA, lane);
#pragma unroll
    for (int j = 0; j < kColumns; ++j) load(of_b[j], b, step * kColumns + j, T::kWordsB, lane);
    unsigned twice[4] = {sum[0][0][0], sum[0][0][1], sum[0][0][2], sum[0][0][3]};
#pragma unroll
    for (int i = 0; i < kRows; ++i)
#pragma unroll
      for (int j = 0; j < kColumns; ++j)
        if (is_there(FULL, i, j)) T::multiply(sum[i][j], of_a[i], of_b[j]);
    if (!FULL) {
      T::multiply(twice, of_a[0], of_b[0]);
      for (int w = 0; w < 4; ++w) d[(kRows * kColumns * 4 + step * 4 + w) * 32 + lane] = twice[w];
      __syncthreads();
    }
  }
#pragma unroll
  for (int i = 0; i < kRows; ++i)
#pragma unroll
    for (int j = 0; j < kColumns; ++j)
      for (int w = 0; w < 4; ++w) d[((i * kColumns + j) * 4 + w) * 32 + lane] = sum[i][j][w];
}

// One product a round.
template <class T>
__global__ void alone(const unsigned* a, const unsigned* b, const unsigned* c, unsigned* d,
                      unsigned* after_first) {
  const int lane = threadIdx.x;
#pragma unroll 1
  for (int pair = 0; pair < kRows * kColumns; ++pair) {
    unsigned sum[4];
    load(sum, c, pair, 4, lane);
#pragma unroll 1
    for (int step = 0; step < kSteps; ++step) {
      unsigned of_a[T::kWordsA], of_b[T::kWordsB];
      load(of_a, a, step * kRows + pair / kColumns, T::kWordsA, lane);
      load(of_b, b, step * kColumns + pair % kColumns, T::kWordsB, lane);
      T::multiply(sum, of_a, of_b);
      if (pair == 0)
        for (int w = 0; w < 4; ++w) after_first[(step * 4 + w) * 32 + lane] = sum[w];
    }
    for (int w = 0; w < 4; ++w) d[(pair * 4 + w) * 32 + lane] = sum[w];
  }
}

std::mt19937 random_words(24);

uint32_t bits_of(float x) {
  uint32_t bits;
  memcpy(&bits, &x, 4);
  return bits;
}
// A float whose upper half is a good bf16; as two halves, two numbers for f16.
uint32_t word(int kind) {
  const auto number = [](int range) {
    const float size = ldexpf(float(random_words() % 65536) / 32768 - 1,
                              range ? int(random_words() % (2 * range)) - range : 0);
    return bits_of(size);
  };
  static const uint32_t special[] = {0x0000, 0x8000, 0x0001, 0x8001, 0x007f, 0x0080, 0x3f80,
                                     0xbf80, 0x3c00, 0x0400, 0x7f80, 0xff80, 0x7fc0, 0x7c00};
  const auto some = [&] { return special[random_words() % (random_words() % 4 ? 10 : 14)]; };
  if (kind == 0) return number(0);
  if (kind == 1) return number(12);
  if (kind == 2) return number(120);
  if (kind == 3) return random_words() % 3 ? 0 : number(1);
  if (kind == 4) return some() << 16 | some();
  return random_words();
}
uint32_t two_halves(uint32_t word) {
  // 0x3c00 and its neighbours: halves near one.
  return (word & 0x83ff83ff) | 0x38003800;
}

template <class T, bool FULL>
int differences(const char* name, int kind) {
  const auto fill = [&](std::vector<uint32_t>& words, bool halves) {
    for (auto& w : words) w = halves && kind < 2 ? two_halves(word(kind)) : word(kind);
  };
  constexpr bool kHalves = T::kWordsA == 2;
  std::vector<uint32_t> a(kSteps * kRows * T::kWordsA * 32), b(kSteps * kColumns * T::kWordsB * 32),
      c(kRows * kColumns * 4 * 32);
  fill(a, kHalves), fill(b, kHalves), fill(c, false);
  const size_t words = c.size(), extra = kSteps * 4 * 32;
  unsigned *da, *db, *dc, *got, *want;
  cudaMalloc(&da, a.size() * 4), cudaMalloc(&db, b.size() * 4), cudaMalloc(&dc, c.size() * 4);
  cudaMalloc(&got, (words + extra) * 4), cudaMalloc(&want, (words + extra) * 4);
  cudaMemcpy(da, a.data(), a.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), b.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dc, c.data(), c.size() * 4, cudaMemcpyHostToDevice);
  // With a barrier, nobody may have left.
  together<T, FULL><<<1, FULL ? 96 : 32>>>(da, db, dc, got);
  alone<T><<<1, 32>>>(da, db, dc, want, want + words);
  std::vector<uint32_t> x(words + extra), y(words + extra);
  cudaMemcpy(x.data(), got, x.size() * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(y.data(), want, y.size() * 4, cudaMemcpyDeviceToHost);
  int differ = 0;
  for (size_t at = 0; at < (FULL ? words : words + extra); ++at) {
    const int pair = int(at / 128);
    const bool multiplied =
        pair >= kRows * kColumns || is_there(FULL, pair / kColumns, pair % kColumns);
    const uint32_t expected = multiplied ? y[at] : c[at];
    if (x[at] != expected && differ++ < 3)
      printf("%s kind %d word %zu: %08x, alone %08x\n", name, kind, at, x[at], expected);
  }
  for (unsigned* p : {da, db, dc, got, want}) cudaFree(p);
  return differ;
}

int main() {
  int differ = 0;
  for (int kind = 0; kind < 6; ++kind) {
    differ += differences<Bf16, true>("bf16", kind) + differences<Bf16, false>("bf16, gaps", kind);
    differ += differences<F16, true>("f16", kind) + differences<F16, false>("f16, gaps", kind);
    differ += differences<Tf32, true>("tf32", kind) + differences<Tf32, false>("tf32, gaps", kind);
  }
  if (cudaDeviceSynchronize() != cudaSuccess) differ = 1;
  printf("%d words differ\n", differ);
  return differ != 0;
}
