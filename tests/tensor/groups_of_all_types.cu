// SPDX-License-Identifier: Apache-2.0
// Products of integers, bits and halves that share operands, which become one call
// (GroupMatrixProducts), give what each gives alone; the second step adds to the sums of the first.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

void cuda(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "FAIL %s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

// clang-format off
struct Bytes {
  static constexpr int kSums = 4;
  static __device__ void multiply(unsigned* d, const unsigned* a, const unsigned* b) {
    asm("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
};
struct Nibbles {
  static constexpr int kSums = 4;
  static __device__ void multiply(unsigned* d, const unsigned* a, const unsigned* b) {
    asm("mma.sync.aligned.m16n8k64.row.col.s32.s4.u4.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
};
struct Bits {
  static constexpr int kSums = 4;
  static __device__ void multiply(unsigned* d, const unsigned* a, const unsigned* b) {
    asm("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
};
struct Halves {
  static constexpr int kSums = 2;
  static __device__ void multiply(unsigned* d, const unsigned* a, const unsigned* b) {
    asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
        : "+r"(d[0]), "+r"(d[1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
};
// clang-format on

// What a lane holds; as halves, numbers below 4.
__device__ unsigned word(unsigned seed, bool halves) {
  unsigned x = seed * 2654435761u + threadIdx.x * 40503u;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  x ^= x >> 13;
  return halves ? x & 0xbfffbfffu : x;
}
template <class T>
__device__ void begin(unsigned* d, unsigned pair) {
  for (int i = 0; i < T::kSums; ++i) d[i] = word(500 + pair * 4 + i, T::kSums == 2);
  if (T::kSums == 4 && pair == 3) d[0] = 0x7ffffff0u;
}
template <class T>
__device__ void operand(unsigned* to, unsigned seed, int count) {
  for (int i = 0; i < count; ++i) to[i] = word(seed * 8 + i, T::kSums == 2);
}

// Two rows and three columns of operands, in two steps.
template <class T>
__global__ void together(unsigned* out) {
  unsigned a[2][2][4], b[2][3][2], d[6][4];
  for (int step = 0; step < 2; ++step) {
    for (int m = 0; m < 2; ++m) operand<T>(a[step][m], step * 10 + m, 4);
    for (int n = 0; n < 3; ++n) operand<T>(b[step][n], step * 10 + 5 + n, 2);
  }
#pragma unroll
  for (int pair = 0; pair < 6; ++pair) begin<T>(d[pair], pair);
#pragma unroll
  for (int step = 0; step < 2; ++step) {
#pragma unroll
    for (int pair = 0; pair < 6; ++pair) {
      T::multiply(d[pair], a[step][pair / 3], b[step][pair % 3]);
    }
  }
  for (int pair = 0; pair < 6; ++pair) {
    for (int i = 0; i < T::kSums; ++i) out[(pair * 4 + i) * 32 + threadIdx.x] = d[pair][i];
  }
}
template <class T>
__global__ void alone(unsigned* out) {
  const int pair = (int)blockIdx.x;
  unsigned a[4], b[2], d[4];
  begin<T>(d, pair);
#pragma unroll 1
  for (int step = 0; step < 2; ++step) {
    operand<T>(a, step * 10 + pair / 3, 4);
    operand<T>(b, step * 10 + 5 + pair % 3, 2);
    T::multiply(d, a, b);
  }
  for (int i = 0; i < T::kSums; ++i) out[(pair * 4 + i) * 32 + threadIdx.x] = d[i];
}

template <class T>
bool agree(const char* name) {
  constexpr int kWords = 6 * 4 * 32;
  unsigned* out = nullptr;
  cuda(cudaMallocManaged(&out, 2 * kWords * sizeof(unsigned)), "malloc");
  for (int i = 0; i < 2 * kWords; ++i) out[i] = 7;
  together<T><<<1, 32>>>(out);
  alone<T><<<6, 32>>>(out + kWords);
  cuda(cudaDeviceSynchronize(), name);
  int different = 0, values = 0;
  for (int i = 0; i < kWords; ++i) {
    different += out[i] != out[kWords + i];
    values += out[i] != out[0];
  }
  if (different || values < 300)
    std::printf("FAIL %s: %d differ, %d seen\n", name, different, values);
  return !different && values >= 300;
}

int main() {
  bool good = agree<Bytes>("bytes");
  good &= agree<Nibbles>("nibbles");
  good &= agree<Bits>("bits");
  good &= agree<Halves>("halves");
  return good ? 0 : 1;
}
