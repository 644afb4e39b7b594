// SPDX-License-Identifier: Apache-2.0
// What nvcuda::wmma does on a GPU: which elements of a matrix each lane holds, and the product of
// random matrices, in hexadecimal.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "../fragments.cuh"
#include "check.h"

using namespace nvcuda;

template <typename T>
__device__ T number(int i) {
  if constexpr (std::is_same_v<T, __half>) return __int2half_rn(i);
  if constexpr (std::is_same_v<T, __nv_bfloat16>) return __int2bfloat16_rn(i);
  if constexpr (std::is_arithmetic_v<T>) return static_cast<T>(i);
}

// Rows and columns, one after the other, as numbers in the matrix: out[2][32][elements].
template <typename Fragment, typename T, typename Layout>
__global__ void places(int* out, T* matrix, int rows, int columns) {
  for (int pass = 0; pass < 2; ++pass) {
    __syncwarp();
    if (threadIdx.x == 0) {
      for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < columns; ++c) {
          const bool by_rows = std::is_same_v<Layout, wmma::row_major>;
          matrix[by_rows ? r * columns + c : c * rows + r] = number<T>(pass ? c : r);
        }
      }
    }
    __syncwarp();
    const int stride = std::is_same_v<Layout, wmma::row_major> ? columns : rows;
    Fragment f;
    if constexpr (requires { wmma::load_matrix_sync(f, matrix, stride, wmma::mem_row_major); }) {
      wmma::load_matrix_sync(
          f, matrix, stride,
          std::is_same_v<Layout, wmma::row_major> ? wmma::mem_row_major : wmma::mem_col_major);
    } else {
      wmma::load_matrix_sync(f, matrix, stride);
    }
    for (int i = 0; i < f.num_elements; ++i) {
      out[(pass * 32 + threadIdx.x) * f.num_elements + i] =
          static_cast<int>(static_cast<float>(f.x[i]));
    }
  }
}

template <typename Fragment, typename T, typename Layout>
void tell(const char* name, int rows, int columns) {
  const int n = Fragment::num_elements;
  int* out = nullptr;
  T* matrix = nullptr;
  CHECK(cudaMallocManaged(&out, 64 * n * sizeof(int)));
  CHECK(cudaMallocManaged(&matrix, rows * columns * sizeof(T)));
  places<Fragment, T, Layout><<<1, 32>>>(out, matrix, rows, columns);
  CHECK(cudaDeviceSynchronize());
  std::printf("%s %s: %d x %d, %d elements, %d bytes\n", name,
              std::is_same_v<Layout, wmma::row_major> ? "row" : "col", rows, columns, n,
              static_cast<int>(sizeof(Fragment)));
  for (int lane = 0; lane < 32; ++lane) {
    std::printf("  %2d:", lane);
    for (int i = 0; i < n; ++i) std::printf(" %d,%d", out[lane * n + i], out[(32 + lane) * n + i]);
    std::printf("\n");
  }
}

template <int M, int N, int K, typename AB, typename Memory>
void operands(const std::string& name) {
  using namespace wmma;
  tell<fragment<matrix_a, M, N, K, AB, row_major>, Memory, row_major>((name + " A").c_str(), M, K);
  tell<fragment<matrix_a, M, N, K, AB, col_major>, Memory, col_major>((name + " A").c_str(), M, K);
  tell<fragment<matrix_b, M, N, K, AB, row_major>, Memory, row_major>((name + " B").c_str(), K, N);
  tell<fragment<matrix_b, M, N, K, AB, col_major>, Memory, col_major>((name + " B").c_str(), K, N);
}
template <int M, int N, int K, typename C>
void sums(const std::string& name) {
  using namespace wmma;
  tell<fragment<accumulator, M, N, K, C>, C, row_major>((name + " C").c_str(), M, N);
}

template <int M, int N, int K, typename AB, typename Memory, typename C, typename LA, typename LB>
__global__ void product(C* d, const Memory* a, const Memory* b, const C* c) {
  using namespace wmma;
  fragment<matrix_a, M, N, K, AB, LA> fa;
  fragment<matrix_b, M, N, K, AB, LB> fb;
  fragment<accumulator, M, N, K, C> fc;
  load_matrix_sync(fa, a, std::is_same_v<LA, row_major> ? K : M);
  load_matrix_sync(fb, b, std::is_same_v<LB, row_major> ? N : K);
  load_matrix_sync(fc, c, N, mem_row_major);
  mma_sync(fc, fa, fb, fc);
  store_matrix_sync(d, fc, N, mem_row_major);
}

template <int M, int N, int K, typename AB, typename Memory, typename C, Type AB_TYPE, Type C_TYPE>
void products(const char* name) {
  using namespace wmma;
  Memory *a = nullptr, *b = nullptr;
  C *c = nullptr, *d = nullptr;
  CHECK(cudaMallocManaged(&a, M * K * sizeof(Memory)));
  CHECK(cudaMallocManaged(&b, N * K * sizeof(Memory)));
  CHECK(cudaMallocManaged(&c, M * N * sizeof(C)));
  CHECK(cudaMallocManaged(&d, M * N * sizeof(C)));
  for (int values : {0, 1, 2, 5}) {
    const auto fill = [&](void* to, Type type, int which, int count, std::size_t size) {
      for (int i = 0; i < count; ++i) {
        const unsigned long long e = element(type, static_cast<Values>(values), which == 2,
                                             mix(values * 100000 + which * 10000 + i));
        std::memcpy(static_cast<char*>(to) + i * size, &e, size);
      }
    };
    fill(a, AB_TYPE, 0, M * K, sizeof(Memory));
    fill(b, AB_TYPE, 1, N * K, sizeof(Memory));
    fill(c, C_TYPE, 2, M * N, sizeof(C));
    const auto show = [&](const char* layouts) {
      CHECK(cudaDeviceSynchronize());
      std::printf("%s %s values %d:", name, layouts, values);
      for (int i = 0; i < M * N; ++i) {
        unsigned long long bits = 0;
        std::memcpy(&bits, d + i, sizeof(C));
        std::printf(" %llx", bits);
      }
      std::printf("\n");
    };
    product<M, N, K, AB, Memory, C, row_major, col_major><<<1, 32>>>(d, a, b, c);
    show("row col");
    product<M, N, K, AB, Memory, C, col_major, row_major><<<1, 32>>>(d, a, b, c);
    show("col row");
  }
}

template <int M, int N, int K>
void sixteen() {
  const auto s = "m" + std::to_string(M) + "n" + std::to_string(N) + "k" + std::to_string(K) + " ";
  operands<M, N, K, __half, __half>(s + "half");
  operands<M, N, K, __nv_bfloat16, __nv_bfloat16>(s + "bf16");
  operands<M, N, K, signed char, signed char>(s + "s8");
  sums<M, N, K, __half>(s + "half");
  sums<M, N, K, float>(s + "float");
  sums<M, N, K, int>(s + "int");
  products<M, N, K, __half, __half, float, Type::f16, Type::f32>((s + "half float").c_str());
  products<M, N, K, __half, __half, __half, Type::f16, Type::f16>((s + "half half").c_str());
  products<M, N, K, __nv_bfloat16, __nv_bfloat16, float, Type::bf16, Type::f32>(
      (s + "bf16 float").c_str());
  products<M, N, K, signed char, signed char, int, Type::s8, Type::s32>((s + "s8 int").c_str());
  products<M, N, K, unsigned char, unsigned char, int, Type::u8, Type::s32>((s + "u8 int").c_str());
}

int main() {
  sixteen<16, 16, 16>();
  sixteen<32, 8, 16>();
  sixteen<8, 32, 16>();
  operands<16, 16, 8, wmma::precision::tf32, float>("m16n16k8 tf32");
  sums<16, 16, 8, float>("m16n16k8 float");
  products<16, 16, 8, wmma::precision::tf32, float, float, Type::tf32, Type::f32>(
      "m16n16k8 tf32 float");
  operands<8, 8, 4, double, double>("m8n8k4 double");
  sums<8, 8, 4, double>("m8n8k4 double");
  products<8, 8, 4, double, double, double, Type::f64, Type::f64>("m8n8k4 double double");
}
