// SPDX-License-Identifier: Apache-2.0
// nvcuda::wmma::experimental: integers of four bits, and single bits; bmma_sync has two names.
#include <mma.h>

#include <cstdio>

using namespace nvcuda;
namespace precision = wmma::experimental::precision;

template <typename T>
__global__ void multiply(int* d, const unsigned* a, const unsigned* b) {
  wmma::fragment<wmma::matrix_a, 8, 8, 32, T, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 8, 8, 32, T, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 8, 8, 32, int> sum;
  wmma::load_matrix_sync(fa, a, 64);
  wmma::load_matrix_sync(fb, b, 64);
  wmma::fill_fragment(sum, 5);
  wmma::mma_sync(sum, fa, fb, sum);
  wmma::store_matrix_sync(d, sum, 8, wmma::mem_row_major);
}
__global__ void count(int* d, const unsigned* a, const unsigned* b, bool both) {
  wmma::fragment<wmma::matrix_a, 8, 8, 128, precision::b1, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 8, 8, 128, precision::b1, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 8, 8, 128, int> sum;
  wmma::load_matrix_sync(fa, a, 128);
  wmma::load_matrix_sync(fb, b, 128);
  wmma::fill_fragment(sum, 3);
  if (both) {
    wmma::bmma_sync(sum, fa, fb, sum, wmma::experimental::bmmaBitOpAND);
  } else {
    wmma::experimental::bmma_sync(sum, fa, fb, sum);
  }
  wmma::store_matrix_sync(d, sum, 8, wmma::mem_col_major);
}

int main() {
  unsigned *a = nullptr, *b = nullptr;
  int* d = nullptr;
  int failures = 0;
  cudaMallocManaged(&a, 64 * 4);
  cudaMallocManaged(&b, 64 * 4);
  cudaMallocManaged(&d, 64 * 4);
  for (unsigned i = 0; i < 64; ++i) a[i] = i * 2654435761u, b[i] = (i + 100) * 2246822519u;
  const auto check = [&](const char* what, int row, int column, int got, int want) {
    if (got == want) return;
    if (++failures < 10)
      std::fprintf(stderr, "FAIL %s %d %d: %d, not %d\n", what, row, column, got, want);
  };
  for (const bool with_sign : {true, false}) {
    if (with_sign) {
      multiply<precision::s4><<<1, 32>>>(d, a, b);
    } else {
      multiply<precision::u4><<<1, 32>>>(d, a, b);
    }
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    for (int i = 0; i < 8; ++i) {
      for (int j = 0; j < 8; ++j) {
        int want = 5;
        for (int k = 0; k < 32; ++k) {
          int x = a[i * 8 + k / 8] >> k % 8 * 4 & 15, y = b[j * 8 + k / 8] >> k % 8 * 4 & 15;
          if (with_sign) x = (x ^ 8) - 8, y = (y ^ 8) - 8;
          want += x * y;
        }
        check(with_sign ? "s4" : "u4", i, j, d[i * 8 + j], want);
      }
    }
  }
  for (const bool both : {false, true}) {
    count<<<1, 32>>>(d, a, b, both);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    for (int i = 0; i < 8; ++i) {
      for (int j = 0; j < 8; ++j) {
        int want = 3;
        for (int k = 0; k < 4; ++k) {
          const unsigned x = a[i * 4 + k], y = b[j * 4 + k];
          want += __builtin_popcount(both ? x & y : x ^ y);
        }
        check(both ? "and" : "xor", i, j, d[j * 8 + i], want);
      }
    }
  }
  return failures != 0;
}
