// SPDX-License-Identifier: Apache-2.0
// Matrix products of what nobody has written: an element of the result is undefined where anything
// in its row of A, its column of B or its element of C is, and only there.
#include <cuda_fp16.h>
#include <mma.h>

#include "planted.h"

// Lane 4 g + t: of A the rows g and g + 8, of B the column g, of C and D columns 2 t and 2 t + 1.
struct Words {
  unsigned a[2], b;
  float c[4];
};
__device__ void multiply(float (&d)[4], const Words& in) {
  asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, "
      "{%7,%8,%9,%10};"
      : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
      : "r"(in.a[0]), "r"(in.a[1]), "r"(in.b), "f"(in.c[0]), "f"(in.c[1]), "f"(in.c[2]),
        "f"(in.c[3]));
}
__device__ Words ones() {
  return {{0x3c003c00, 0x3c003c00}, 0x3c003c00, {1, 2, 3, 4}};
}

__global__ void row_of_a(float* y, const unsigned* unset) {
  Words in = ones();
  if (threadIdx.x / 4 >= 4 && PLANT(true, false)) in.a[1] = unset[threadIdx.x];
  float d[4];
  multiply(d, in);
  y[threadIdx.x] = d[2];  // ERROR uninitialised (16,0,0)
}
// Rows 12 to 15 are padding.
__global__ void other_rows(float* y, const unsigned* unset) {
  Words in = ones();
  if (threadIdx.x / 4 >= 4) in.a[1] = unset[threadIdx.x];
  float d[4];
  multiply(d, in);
  y[threadIdx.x] = d[0] + d[1];
  if (threadIdx.x / 4 < 4) y[threadIdx.x + 32] = d[2] + d[3];
}
// A row is of four lanes: one of them has what is undefined.
__global__ void one_of_a_row(float* y, const unsigned* unset) {
  Words in = ones();
  if (threadIdx.x == 10 && PLANT(true, false)) in.a[0] = unset[0];
  float d[4];
  multiply(d, in);
  y[threadIdx.x] = d[1];  // ERROR uninitialised (8,0,0)
}

__global__ void column_of_b(float* y, const unsigned* unset) {
  Words in = ones();
  if (threadIdx.x / 4 == 3 && PLANT(true, false)) in.b = unset[threadIdx.x];
  float d[4];
  multiply(d, in);
  y[threadIdx.x] = d[3];  // ERROR uninitialised (1,0,0)
}
__global__ void other_columns(float* y, const unsigned* unset) {
  Words in = ones();
  if (threadIdx.x / 4 == 3) in.b = unset[threadIdx.x];
  float d[4];
  multiply(d, in);
  y[threadIdx.x] = d[0] + d[2];
  if (threadIdx.x % 4 != 1) y[threadIdx.x + 32] = d[1] + d[3];
}

__global__ void element_of_c(float* y, const float* unset) {
  Words in = ones();
  if (threadIdx.x == 21 && PLANT(true, false)) in.c[2] = unset[0];
  float d[4];
  multiply(d, in);
  y[threadIdx.x] = d[2];  // ERROR uninitialised (21,0,0)
}
__global__ void other_elements(float* y, const float* unset) {
  Words in = ones();
  if (threadIdx.x == 21) in.c[2] = unset[0];
  float d[4];
  multiply(d, in);
  y[threadIdx.x] = d[0] + d[1] + d[3];
  if (threadIdx.x != 21) y[threadIdx.x + 32] = d[2];
}

// Sums of halves: two columns share a word.
__global__ void of_halves(unsigned* y, const unsigned* unset) {
  unsigned a[2] = {0x3c003c00, 0x3c003c00}, b = 0x3c003c00, d[2];
  if (threadIdx.x / 4 == 5) b = unset[threadIdx.x];  // column 5, the second one of t = 2
  asm("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4}, {%5,%6};"
      : "=r"(d[0]), "=r"(d[1])
      : "r"(a[0]), "r"(a[1]), "r"(b), "r"(0), "r"(0));
  y[threadIdx.x] = d[1] & PLANT(0xffffffff, 0x0000ffff);  // ERROR uninitialised (2,0,0)
}
__global__ void of_bytes(int* y, const unsigned* unset) {
  unsigned a = 0x01010101, b = 0x01010101;
  if (threadIdx.x / 4 == 6 && PLANT(true, false)) a = unset[threadIdx.x];
  int d[2];
  asm("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0,%1}, {%2}, {%3}, {%4,%5};"
      : "=r"(d[0]), "=r"(d[1])
      : "r"(a), "r"(b), "r"(0), "r"(0));
  y[threadIdx.x] = d[1];  // ERROR uninitialised (24,0,0)
}
__global__ void of_doubles(double* y, const double* unset) {
  double a = 1, b = 1, c[2] = {0, 0}, d[2];
  if (threadIdx.x == 13 && PLANT(true, false)) c[1] = unset[0];
  asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%4,%5};"
      : "=d"(d[0]), "=d"(d[1])
      : "d"(a), "d"(b), "d"(c[0]), "d"(c[1]));
  y[threadIdx.x] = d[1];  // ERROR uninitialised (13,0,0)
}

// A tile of which a row was forgotten, through the fragments of wmma and a sum over two products.
__global__ void a_tile(float* y) {
  using namespace nvcuda::wmma;
  __shared__ __align__(32) half a[16 * 16];
  __shared__ __align__(32) half b[16 * 16];
  for (int i = threadIdx.x; i < 256; i += 32) {
    if (i / 16 != PLANT(9, 16)) a[i] = __float2half(i);
    b[i] = __float2half(1);
  }
  __syncthreads();
  fragment<matrix_a, 16, 16, 16, half, row_major> left;
  fragment<matrix_b, 16, 16, 16, half, col_major> right;
  fragment<accumulator, 16, 16, 16, float> sums;
  fill_fragment(sums, 0.0f);
  load_matrix_sync(left, a, 16);
  load_matrix_sync(right, b, 16);
  mma_sync(sums, left, right, sums);
  mma_sync(sums, left, right, sums);
  store_matrix_sync(y, sums, 16, mem_row_major);  // ERROR uninitialised
}

int main() {
  float *y = make<float>(256), *unset = nullptr;
  good(cudaMalloc(&unset, 1024));
  auto* words = reinterpret_cast<unsigned*>(unset);
  row_of_a<<<1, 32>>>(y, words);
  other_rows<<<1, 32>>>(y, words);
  one_of_a_row<<<1, 32>>>(y, words);
  column_of_b<<<1, 32>>>(y, words);
  other_columns<<<1, 32>>>(y, words);
  element_of_c<<<1, 32>>>(y, unset);
  other_elements<<<1, 32>>>(y, unset);
  of_halves<<<1, 32>>>(reinterpret_cast<unsigned*>(y), words);
  of_bytes<<<1, 32>>>(reinterpret_cast<int*>(y), words);
  of_doubles<<<1, 32>>>(make<double>(32), reinterpret_cast<double*>(unset));
  a_tile<<<1, 32>>>(y);
  good(cudaDeviceSynchronize());
  std::printf("done\n");
}
