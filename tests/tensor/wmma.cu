// SPDX-License-Identifier: Apache-2.0
// heavy: 32
// nvcuda::wmma: every shape and type, both layouts of each operand, against plain loops.
#include <mma.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace nvcuda;

int failures = 0;

// Small whole numbers, so that all sums are exact and a product tells rows from columns.
__host__ __device__ int value(int seed, int i) {
  unsigned x = seed * 7919u + i * 2654435761u;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return static_cast<int>((x >> 20) % 9) - 4;
}

template <typename T>
__host__ __device__ T make(int number) {
  return static_cast<T>(static_cast<float>(number));
}
// Without a sign.
template <>
__host__ __device__ unsigned char make<unsigned char>(int number) {
  return static_cast<unsigned char>(number + 200);
}

template <int M, int N, int K, typename T, typename Memory, typename S, typename LA, typename LB>
__global__ void multiply(S* d, const Memory* a, const Memory* b, const S* c, int lda, int ldb,
                         int ldc, wmma::layout_t layout) {
  wmma::fragment<wmma::matrix_a, M, N, K, T, LA> fa;
  wmma::fragment<wmma::matrix_b, M, N, K, T, LB> fb;
  wmma::fragment<wmma::accumulator, M, N, K, S> fc, fd;
  wmma::load_matrix_sync(fa, a, lda);
  wmma::load_matrix_sync(fb, b, ldb);
  wmma::load_matrix_sync(fc, c, ldc, layout);
  if constexpr (std::is_same_v<T, wmma::precision::tf32>) {
    for (int i = 0; i < fa.num_elements; ++i) fa.x[i] = wmma::__float_to_tf32(fa.x[i]);
  }
  // Each element once, whatever it is.
  for (int i = 0; i < fc.num_elements; ++i) fc.x[i] = fc.x[i] + fc.x[i];
  wmma::fill_fragment(fd, make<S>(1));
  wmma::mma_sync(fd, fa, fb, fd);
  wmma::mma_sync(fd, fa, fb, fd);
  for (int i = 0; i < fd.num_elements; ++i) fd.x[i] = fd.x[i] + fc.x[i];
  wmma::store_matrix_sync(d, fd, ldc, layout);
}

// 1 + 2 * A * B + 2 * C, all of them in wider arrays.
template <int M, int N, int K, typename T, typename Memory, typename S, typename LA, typename LB>
void test(const char* name) {
  const bool a_rows = std::is_same_v<LA, wmma::row_major>,
             b_rows = std::is_same_v<LB, wmma::row_major>;
  const int lda = (a_rows ? K : M) + 16, ldb = (b_rows ? N : K) + 16;
  Memory *a = nullptr, *b = nullptr;
  S *c = nullptr, *d = nullptr;
  cudaMallocManaged(&a, 64 * 64 * sizeof(Memory));
  cudaMallocManaged(&b, 64 * 64 * sizeof(Memory));
  cudaMallocManaged(&c, 64 * 64 * sizeof(S));
  cudaMallocManaged(&d, 64 * 64 * sizeof(S));
  for (int i = 0; i < 64 * 64; ++i)
    a[i] = make<Memory>(value(1, i)), b[i] = make<Memory>(value(2, i));
  for (const bool rows : {true, false}) {
    const int ldc = (rows ? N : M) + 8;
    for (int i = 0; i < 64 * 64; ++i) c[i] = make<S>(value(3, i)), d[i] = make<S>(77);
    multiply<M, N, K, T, Memory, S, LA, LB>
        <<<1, 32>>>(d, a, b, c, lda, ldb, ldc, rows ? wmma::mem_row_major : wmma::mem_col_major);
    if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) std::exit(1);
    for (int line = 0; line < (rows ? M : N); ++line) {
      for (int at = 0; at < ldc; ++at) {
        double want = 77;
        const int i = rows ? line : at, j = rows ? at : line;
        if (i < M && j < N) {
          want = 1 + 2 * static_cast<double>(static_cast<float>(c[line * ldc + at]));
          for (int k = 0; k < K; ++k) {
            want += 2 *
                    static_cast<double>(static_cast<float>(a[a_rows ? i * lda + k : k * lda + i])) *
                    static_cast<double>(static_cast<float>(b[b_rows ? k * ldb + j : j * ldb + k]));
          }
        }
        const double got = static_cast<double>(static_cast<float>(d[line * ldc + at]));
        if (got == want) continue;
        if (++failures < 10) {
          std::fprintf(stderr, "FAIL %s m%dn%dk%d, A by %s, B by %s, %d %d: %g, not %g\n", name, M,
                       N, K, a_rows ? "rows" : "columns", b_rows ? "rows" : "columns", i, j, got,
                       want);
        }
      }
    }
  }
  cudaFree(a), cudaFree(b), cudaFree(c), cudaFree(d);
}

template <int M, int N, int K, typename T, typename Memory, typename S>
void layouts(const char* name) {
  test<M, N, K, T, Memory, S, wmma::row_major, wmma::col_major>(name);
  test<M, N, K, T, Memory, S, wmma::col_major, wmma::row_major>(name);
}
int main() {
  using wmma::col_major, wmma::row_major;
  layouts<16, 16, 16, __half, __half, float>("half, float");
  test<32, 8, 16, __half, __half, float, row_major, row_major>("half, float");
  test<8, 32, 16, __half, __half, float, col_major, col_major>("half, float");
  test<16, 16, 16, __half, __half, __half, row_major, row_major>("half, half");
  test<16, 16, 16, __nv_bfloat16, __nv_bfloat16, float, row_major, col_major>("bf16");
  test<8, 32, 16, __nv_bfloat16, __nv_bfloat16, float, row_major, row_major>("bf16");
  test<16, 16, 16, signed char, signed char, int, row_major, col_major>("s8");
  test<32, 8, 16, unsigned char, unsigned char, int, col_major, row_major>("u8");
  layouts<16, 16, 8, wmma::precision::tf32, float, float>("tf32");
  test<8, 8, 4, double, double, double, row_major, row_major>("double");
  using wmma::fragment;
  static_assert(fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major>::num_elements == 16);
  static_assert(fragment<wmma::matrix_b, 8, 32, 16, __nv_bfloat16, wmma::row_major>::num_elements ==
                16);
  static_assert(fragment<wmma::accumulator, 32, 8, 16, float>::num_elements == 8);
  return failures != 0;
}
