// SPDX-License-Identifier: Apache-2.0
// nvcuda::wmma: D of another type than C, and integers that saturate.
#include <mma.h>

#include <climits>
#include <cstdio>
#include <cstdlib>

using namespace nvcuda;

int failures = 0;

void expect(const char* what, int i, int j, double got, double want) {
  if (got == want) return;
  if (++failures < 10) std::fprintf(stderr, "FAIL %s, %d %d: %g, not %g\n", what, i, j, got, want);
}

__host__ __device__ int value(int seed, int i) {
  return static_cast<int>((seed * 7919u + i * 2654435761u) >> 24) % 7 - 3;
}

// A by rows, B by columns, K = 16.
template <int M, int N, typename T, typename C, typename D>
__global__ void multiply(D* d, const T* a, const T* b, const C* c, bool saturate) {
  wmma::fragment<wmma::matrix_a, M, N, 16, T, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, M, N, 16, T, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, M, N, 16, C> fc;
  wmma::fragment<wmma::accumulator, M, N, 16, D> fd;
  wmma::load_matrix_sync(fa, a, 16);
  wmma::load_matrix_sync(fb, b, 16);
  wmma::load_matrix_sync(fc, c, N, wmma::mem_row_major);
  wmma::mma_sync(fd, fa, fb, fc, saturate);
  wmma::store_matrix_sync(d, fd, N, wmma::mem_row_major);
}

__global__ void multiply_packed(int* d, const unsigned* a, const unsigned* b, const int* c,
                                bool saturate) {
  wmma::fragment<wmma::matrix_a, 8, 8, 32, wmma::experimental::precision::s4, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 8, 8, 32, wmma::experimental::precision::s4, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 8, 8, 32, int> sum;
  wmma::load_matrix_sync(fa, a, 32);
  wmma::load_matrix_sync(fb, b, 32);
  wmma::load_matrix_sync(sum, c, 8, wmma::mem_row_major);
  wmma::mma_sync(sum, fa, fb, sum, saturate);
  wmma::store_matrix_sync(d, sum, 8, wmma::mem_row_major);
}

template <typename T>
T* managed(int count) {
  void* p = nullptr;
  if (cudaMallocManaged(&p, count * sizeof(T)) != cudaSuccess) std::exit(1);
  return static_cast<T*>(p);
}

void run() {
  if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) std::exit(1);
}

template <int M, int N, typename C, typename D>
void mixed(const char* what) {
  auto *a = managed<__half>(M * 16), *b = managed<__half>(N * 16);
  auto* c = managed<C>(M * N);
  auto* d = managed<D>(M * N);
  for (int i = 0; i < M * 16; ++i) a[i] = __half(static_cast<float>(value(1, i)));
  for (int i = 0; i < N * 16; ++i) b[i] = __half(static_cast<float>(value(2, i)));
  for (int i = 0; i < M * N; ++i) c[i] = C(static_cast<float>(value(3, i) * 16 + i % 5));
  multiply<M, N, __half, C, D><<<1, 32>>>(d, a, b, c, false);
  run();
  for (int i = 0; i < M; ++i) {
    for (int j = 0; j < N; ++j) {
      double want = static_cast<float>(c[i * N + j]);
      for (int k = 0; k < 16; ++k) want += value(1, i * 16 + k) * value(2, j * 16 + k);
      expect(what, i, j, static_cast<float>(d[i * N + j]), want);
    }
  }
}

// The sum as it is, cut to what an integer holds, or wrapped.
double integer(long long sum, bool saturate) {
  if (!saturate) return static_cast<int>(static_cast<unsigned>(sum));
  return static_cast<double>(sum > INT_MAX ? INT_MAX : sum < INT_MIN ? INT_MIN : sum);
}
int near_an_end(int i) {
  return i % 2 ? INT_MAX - i % 11 : INT_MIN + i % 13;
}

template <typename T>
void saturated(const char* what) {
  auto *a = managed<T>(256), *b = managed<T>(256);
  auto *c = managed<int>(256), *d = managed<int>(256);
  for (int i = 0; i < 256; ++i) {
    a[i] = static_cast<T>(value(4, i)), b[i] = static_cast<T>(value(5, i));
    c[i] = near_an_end(i);
  }
  for (const bool saturate : {false, true}) {
    multiply<16, 16, T, int, int><<<1, 32>>>(d, a, b, c, saturate);
    run();
    for (int i = 0; i < 16; ++i) {
      for (int j = 0; j < 16; ++j) {
        long long sum = c[i * 16 + j];
        for (int k = 0; k < 16; ++k) sum += int{a[i * 16 + k]} * int{b[j * 16 + k]};
        expect(what, i, j, d[i * 16 + j], integer(sum, saturate));
      }
    }
  }
}

void packed() {
  auto *a = managed<unsigned>(32), *b = managed<unsigned>(32);
  auto *c = managed<int>(64), *d = managed<int>(64);
  for (unsigned i = 0; i < 32; ++i) a[i] = i * 2654435761u, b[i] = (i + 100) * 2246822519u;
  for (int i = 0; i < 64; ++i) c[i] = near_an_end(i);
  const auto element = [](const unsigned* words, int line, int k) {
    return ((words[line * 4 + k / 8] >> k % 8 * 4 & 15) ^ 8) - 8;
  };
  for (const bool saturate : {false, true}) {
    multiply_packed<<<1, 32>>>(d, a, b, c, saturate);
    run();
    for (int i = 0; i < 8; ++i) {
      for (int j = 0; j < 8; ++j) {
        long long sum = c[i * 8 + j];
        for (int k = 0; k < 32; ++k) {
          sum += static_cast<int>(element(a, i, k)) * static_cast<int>(element(b, j, k));
        }
        expect("s4", i, j, d[i * 8 + j], integer(sum, saturate));
      }
    }
  }
}

int main() {
  mixed<16, 16, float, __half>("half from float");
  mixed<16, 16, __half, float>("float from half");
  mixed<32, 8, __half, float>("float from half, 32 rows");
  mixed<8, 32, float, __half>("half from float, 32 columns");
  saturated<signed char>("s8");
  saturated<unsigned char>("u8");
  packed();
  return failures != 0;
}
