// SPDX-License-Identifier: Apache-2.0
// mma.sync of bytes: 16 x 32 times 32 x 8, whose registers hold the same bytes of k as those of
// 16 bf16. Sums of FP8 are floats, of int8 ints.
#pragma once

#include "numbers.h"

namespace gemm {

// clang-format off
#define GEMM_MMA_BYTES(c, types) \
  asm volatile("mma.sync.aligned.m16n8k32.row.col." types \
               " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};" \
               : "+" c(d[0]), "+" c(d[1]), "+" c(d[2]), "+" c(d[3]) \
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1))
// clang-format on

__device__ __forceinline__ void mma(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1,
                                    e4m3) {
  GEMM_MMA_BYTES("f", "f32.e4m3.e4m3.f32");
}
__device__ __forceinline__ void mma(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1,
                                    e5m2) {
  GEMM_MMA_BYTES("f", "f32.e5m2.e5m2.f32");
}
__device__ __forceinline__ void mma(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1,
                                    Formats<e4m3, e5m2>) {
  GEMM_MMA_BYTES("f", "f32.e4m3.e5m2.f32");
}
__device__ __forceinline__ void mma(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1,
                                    Formats<e5m2, e4m3>) {
  GEMM_MMA_BYTES("f", "f32.e5m2.e4m3.f32");
}
__device__ __forceinline__ void mma(int (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1,
                                    int8) {
  GEMM_MMA_BYTES("r", "s32.s8.s8.s32");
}

#undef GEMM_MMA_BYTES

}  // namespace gemm
