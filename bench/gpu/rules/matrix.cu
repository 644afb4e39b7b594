// SPDX-License-Identifier: Apache-2.0
// Matrix instructions: cycles of an SM for one of a warp, by the warps of an SM and how many do not
// wait for each other; and its latency.
#include "common.h"

template <int kWhat>
__device__ void product(unsigned (&d)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
#define FLOATS                        \
  "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), \
      "+r"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1])
  if constexpr (kWhat == 0)
    asm volatile(
        "{.reg .f32 x,y,z,w; mov.b32 x,%0; mov.b32 y,%1; mov.b32 z,%2; mov.b32 w,%3; "
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {x,y,z,w}, {%4,%5,%6,%7}, {%8,%9}, "
        "{x,y,z,w}; "
        "mov.b32 %0,x; mov.b32 %1,y; mov.b32 %2,z; mov.b32 %3,w;}"
        : FLOATS);
  if constexpr (kWhat == 1)
    asm volatile(
        "{.reg .f32 x,y,z,w; mov.b32 x,%0; mov.b32 y,%1; mov.b32 z,%2; mov.b32 w,%3; "
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {x,y,z,w}, {%4,%5,%6,%7}, {%8,%9}, "
        "{x,y,z,w}; "
        "mov.b32 %0,x; mov.b32 %1,y; mov.b32 %2,z; mov.b32 %3,w;}"
        : FLOATS);
  if constexpr (kWhat == 2)
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
        "{%0,%1,%2,%3};"
        : FLOATS);
  if constexpr (kWhat == 3)
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, "
        "{%0,%1};"
        : "+r"(d[0]), "+r"(d[1])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
template <int kWhat, int kOwn>
__global__ void products(unsigned* out, int rounds, long long* cycles) {
  unsigned a[4] = {1, 2, 3, 4}, b[2] = {threadIdx.x & 7, 1}, d[kOwn][4] = {};
  const long long begin = clock64();
  for (int k = 0; k < rounds; ++k) {
#pragma unroll
    for (int j = 0; j < kOwn; ++j) product<kWhat>(d[j], a, b);
  }
  const long long end = clock64();
  unsigned sum = 0;
  for (int j = 0; j < kOwn; ++j) sum += d[j][0] ^ d[j][1] ^ d[j][2] ^ d[j][3];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
  if (blockIdx.x == 0 && threadIdx.x == 0) *cycles = end - begin;
}
template <int kOwn>
__global__ void double_products(unsigned* out, int rounds, long long* cycles) {
  double a = threadIdx.x, b = 1.5, d[kOwn][2] = {};
  const long long begin = clock64();
  for (int k = 0; k < rounds; ++k) {
#pragma unroll
    for (int j = 0; j < kOwn; ++j)
      asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
                   : "+d"(d[j][0]), "+d"(d[j][1])
                   : "d"(a), "d"(b));
  }
  const long long end = clock64();
  double sum = 0;
  for (int j = 0; j < kOwn; ++j) sum += d[j][0] + d[j][1];
  out[blockIdx.x * blockDim.x + threadIdx.x] = unsigned(sum);
  if (blockIdx.x == 0 && threadIdx.x == 0) *cycles = end - begin;
}
template <int kOwn, class Kernel>
void rows(const char* name, Kernel kernel) {
  static unsigned* out = nullptr;
  static long long* cycles = nullptr;
  if (!out) {
    CHECK(cudaMalloc(&out, 8 << 20));
    CHECK(cudaMalloc(&cycles, 8));
  }
  for (int warps : {1, 4, 8, 16, 32}) {
    long long all;
    for (int k = 0; k < 2; ++k) kernel<<<132, warps * 32>>>(out, 200, cycles);
    CHECK(cudaMemcpy(&all, cycles, 8, cudaMemcpyDeviceToHost));
    printf(
        "%s, %d side by side, %d warps of an SM: cycles of a warp's instruction %.2f, of the SM "
        "for each %.3f\n",
        name, kOwn, warps, double(all) / (200.0 * kOwn), double(all) / (200.0 * kOwn * warps));
  }
  fflush(stdout);
}
int main() {
  rows<1>("m16n8k16 half to float", products<0, 1>);
  rows<4>("m16n8k16 half to float", products<0, 4>);
  rows<4>("m16n8k8 tf32 to float", products<1, 4>);
  rows<4>("m16n8k32 bytes", products<2, 4>);
  rows<4>("m16n8k16 half to half", products<3, 4>);
  rows<1>("m8n8k4 double", double_products<1>);
  rows<4>("m8n8k4 double", double_products<4>);
}
