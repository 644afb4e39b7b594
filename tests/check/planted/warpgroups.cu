// SPDX-License-Identifier: Apache-2.0
// What wgmma reads in shared memory by descriptors, and products of what nobody has written, by
// wgmma and mma.sp: an element of the result is undefined where anything in its row of A, its
// column of B or its element of C is, and only there.
#include <cstdint>

#include "planted.h"

constexpr int kK = 16;

// No swizzle: eight lines of 16 bytes, then the same of the next 8 k, then the next eight lines.
__device__ int place(int line, int k) {
  return line / 8 * 128 + k / 8 * 64 + line % 8 * 8 + k % 8;
}
__device__ std::uint64_t descriptor(const void* p, unsigned leading = 128, unsigned stride = 256) {
  const unsigned address = __cvta_generic_to_shared(p);
  return address >> 4 | std::uint64_t(leading >> 4) << 16 | std::uint64_t(stride >> 4) << 32;
}

__device__ void begin() {
  __syncthreads();
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
__device__ void end() {
  asm volatile("wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;" ::: "memory");
}
template <int ADD>
__device__ void multiply(float (&d)[4], std::uint64_t a, std::uint64_t b) {
  asm volatile(  // ERROR race // ERROR out-of-bounds (48,0,0)
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, %6, 1, 1, 0, 0;"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "l"(a), "l"(b), "n"(ADD));
}
// Lane 4 g + t of warp w has of rows 16 w + g and 16 w + g + 8 the columns 2 t and 2 t + 1.
__device__ void fill(unsigned short* a, unsigned short* b, int but_row, int but_column) {
  for (int i = threadIdx.x; i < 64 * kK; i += 128) {
    if (i / kK != but_row) a[place(i / kK, i % kK)] = 0x3c00;
  }
  if (threadIdx.x / kK != but_column) b[place(threadIdx.x / kK, threadIdx.x % kK)] = 0x3c00;
}

__global__ void row_of_a(float* y) {
  __shared__ __align__(1024) unsigned short a[64 * kK], b[8 * kK];
  fill(a, b, PLANT(37, -1), -1);
  float d[4] = {};
  begin();
  multiply<1>(d, descriptor(a), descriptor(b));
  end();
  y[threadIdx.x] = d[0];  // ERROR uninitialised (84,0,0)
}
__global__ void other_rows(float* y) {
  __shared__ __align__(1024) unsigned short a[64 * kK], b[8 * kK];
  fill(a, b, 37, -1);
  float d[4] = {};
  begin();
  multiply<1>(d, descriptor(a), descriptor(b));
  end();
  y[threadIdx.x] = d[2] + d[3];
  if (threadIdx.x / 4 != 21) y[threadIdx.x] = d[0] + d[1];
}
__global__ void column_of_b(float* y) {
  __shared__ __align__(1024) unsigned short a[64 * kK], b[8 * kK];
  fill(a, b, -1, PLANT(3, 8));
  float d[4] = {};
  begin();
  multiply<1>(d, descriptor(a), descriptor(b));
  end();
  y[threadIdx.x] = d[0] + d[2];
  y[threadIdx.x + 128] = d[3];  // ERROR uninitialised (1,0,0)
}
// B lies across: eight columns of a k side by side.
__global__ void column_that_lies_across(float* y) {
  __shared__ __align__(1024) unsigned short a[64 * kK], b[8 * kK], c[8 * kK];
  fill(a, b, -1, -1);
  const int k = threadIdx.x / 8, column = threadIdx.x % 8;
  if (column != PLANT(6, 8)) c[k * 8 + column] = 0x3c00;
  float d[4] = {};
  begin();
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 1;"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "l"(descriptor(a)), "l"(descriptor(c)));
  end();
  y[threadIdx.x] = d[1] + d[3];
  y[threadIdx.x + 128] = d[2];  // ERROR uninitialised (3,0,0)
}
__global__ void element_of_c(float* y, const float* unset) {
  __shared__ __align__(1024) unsigned short a[64 * kK], b[8 * kK];
  fill(a, b, -1, -1);
  float d[4] = {};
  if (threadIdx.x == 53) d[2] = unset[0];
  begin();
  multiply<PLANT(1, 0)>(d, descriptor(a), descriptor(b));
  end();
  y[threadIdx.x] = d[0] + d[1] + d[3];
  y[threadIdx.x + 128] = d[2];  // ERROR uninitialised (53,0,0)
}
// Sums of halves, A in registers, N = 24.
__global__ void row_in_registers(unsigned* y, const unsigned* unset) {
  __shared__ __align__(1024) unsigned short b[24 * kK];
  for (int i = threadIdx.x; i < 24 * kK; i += 128) {
    if (i / kK != 20) b[place(i / kK, i % kK)] = 0x3c00;
  }
  unsigned a[4] = {0x3c003c00, 0x3c003c00, 0x3c003c00, 0x3c003c00}, d[6] = {};
  if (threadIdx.x == 70 && PLANT(true, false)) a[3] = unset[0];  // row 9 of warp 2
  begin();
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n24k16.f16.f16.f16 {%0, %1, %2, %3, %4, %5}, {%6, %7, %8, "
      "%9}, %10, 1, 1, 1, 0;"
      : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(descriptor(b)));
  end();
  y[threadIdx.x] = d[0] + d[2] + (d[4] & (threadIdx.x % 4 == 2 ? ~0xffffu : ~0u));
  y[threadIdx.x + 128] = d[3];  // ERROR uninitialised (68,0,0)
}
// Nobody has waited for those who write.
__global__ void no_barrier(float* y) {
  __shared__ __align__(1024) unsigned short a[64 * kK], b[8 * kK];
  fill(a, b, -1, -1);
  __syncthreads();
  float d[4] = {};
  if (threadIdx.x == 127) b[place(7, 15)] = 0x4000;  // ERROR race
  PLANT((void)0, __syncthreads());
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  multiply<1>(d, descriptor(a), descriptor(b));
  end();
  y[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}
// The rows of the second warp and those behind lie outside of the block's memory.
__global__ void outside(float* y) {
  __shared__ __align__(1024) unsigned short a[64 * kK], b[8 * kK];
  fill(a, b, -1, -1);
  float d[4] = {};
  begin();
  multiply<1>(d, descriptor(a, 128, PLANT(1024, 256)), descriptor(b));
  end();
  y[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}
// mma.sp: row 3 of A, of which lane 13 has the second part.
__global__ void row_of_sparse_a(float* y, const unsigned* unset) {
  unsigned a[2] = {0x3c003c00, 0x3c003c00}, b[2] = {0x3c003c00, 0x3c003c00};
  if (threadIdx.x == 13 && PLANT(true, false)) a[0] = unset[0];
  float d[4];
  asm("mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, "
      "{%8,%8,%8,%8}, %9, 0;"
      : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]), "f"(0.f), "r"(0x44444444));
  y[threadIdx.x] = d[2] + d[3];
  y[threadIdx.x + 32] = d[1];  // ERROR uninitialised (12,0,0)
}

int main() {
  in_child([] { outside<<<1, 128>>>(make<float>(128)); });
  float *y = make<float>(256), *unset = nullptr;
  good(cudaMalloc(&unset, 1024));
  auto* words = reinterpret_cast<unsigned*>(unset);
  row_of_a<<<1, 128>>>(y);
  other_rows<<<1, 128>>>(y);
  column_of_b<<<1, 128>>>(y);
  column_that_lies_across<<<1, 128>>>(y);
  element_of_c<<<1, 128>>>(y, unset);
  row_in_registers<<<1, 128>>>(reinterpret_cast<unsigned*>(y), words);
  no_barrier<<<1, 128>>>(y);
  row_of_sparse_a<<<1, 32>>>(y, words);
  good(cudaDeviceSynchronize());
  std::printf("done\n");
}
