// SPDX-License-Identifier: Apache-2.0
// wgmma of bytes: FP8, whose sums are floats, and int8, whose sums are ints. An instruction takes
// 32 k, which must lie side by side in both operands. sm_90a.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "numbers.h"

namespace gemm {

// clang-format off
#define GEMM_D8(c, d, i) "+" c(d[i]), "+" c(d[i + 1]), "+" c(d[i + 2]), "+" c(d[i + 3]), \
                         "+" c(d[i + 4]), "+" c(d[i + 5]), "+" c(d[i + 6]), "+" c(d[i + 7])
#define GEMM_D32(c, d, i) GEMM_D8(c, d, i), GEMM_D8(c, d, i + 8), GEMM_D8(c, d, i + 16), \
                          GEMM_D8(c, d, i + 24)
// D (64 x 64) = A B + (add ? D : 0)
#define GEMM_MULTIPLY_64(c, types, scales) \
  asm volatile( \
      "{ .reg .pred add; setp.ne.b32 add, %34, 0;\n" \
      "wgmma.mma_async.sync.aligned.m64n64k32." types " {" \
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, " \
      "%19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31 " \
      "}, %32, %33, add" scales "; }" \
      : GEMM_D32(c, d, 0) \
      : "l"(a), "l"(b), "r"(add))
// D (64 x 128) = A B + (add ? D : 0)
#define GEMM_MULTIPLY_128(c, types, scales) \
  asm volatile( \
      "{ .reg .pred add; setp.ne.b32 add, %66, 0;\n" \
      "wgmma.mma_async.sync.aligned.m64n128k32." types " {" \
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, " \
      "%19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, " \
      "%36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, " \
      "%53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63 " \
      "}, %64, %65, add" scales "; }" \
      : GEMM_D32(c, d, 0), GEMM_D32(c, d, 32) \
      : "l"(a), "l"(b), "r"(add))
// D (64 x 192) = A B + (add ? D : 0)
#define GEMM_MULTIPLY_192(c, types, scales) \
  asm volatile( \
      "{ .reg .pred add; setp.ne.b32 add, %98, 0;\n" \
      "wgmma.mma_async.sync.aligned.m64n192k32." types " {" \
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, " \
      "%19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, " \
      "%36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, " \
      "%53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, " \
      "%70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, " \
      "%87, %88, %89, %90, %91, %92, %93, %94, %95 " \
      "}, %96, %97, add" scales "; }" \
      : GEMM_D32(c, d, 0), GEMM_D32(c, d, 32), GEMM_D32(c, d, 64) \
      : "l"(a), "l"(b), "r"(add))
// D (64 x 256) = A B + (add ? D : 0)
#define GEMM_MULTIPLY_256(c, types, scales) \
  asm volatile( \
      "{ .reg .pred add; setp.ne.b32 add, %130, 0;\n" \
      "wgmma.mma_async.sync.aligned.m64n256k32." types " {" \
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, " \
      "%19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, " \
      "%36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, " \
      "%53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, " \
      "%70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, " \
      "%87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, %98, %99, %100, %101, %102, " \
      "%103, %104, %105, %106, %107, %108, %109, %110, %111, %112, %113, %114, %115, %116, " \
      "%117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127 " \
      "}, %128, %129, add" scales "; }" \
      : GEMM_D32(c, d, 0), GEMM_D32(c, d, 32), GEMM_D32(c, d, 64), GEMM_D32(c, d, 96) \
      : "l"(a), "l"(b), "r"(add))

// D (64 x 96) = A B + (add ? D : 0)
#define GEMM_MULTIPLY_96(c, types, scales) \
  asm volatile( \
      "{ .reg .pred add; setp.ne.b32 add, %50, 0;\n" \
      "wgmma.mma_async.sync.aligned.m64n96k32." types " {" \
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, " \
      "%19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, " \
      "%36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47 " \
      "}, %48, %49, add" scales "; }" \
      : GEMM_D32(c, d, 0), GEMM_D8(c, d, 32), GEMM_D8(c, d, 40) \
      : "l"(a), "l"(b), "r"(add))
// D (64 x 144) = A B + (add ? D : 0)
#define GEMM_MULTIPLY_144(c, types, scales) \
  asm volatile( \
      "{ .reg .pred add; setp.ne.b32 add, %74, 0;\n" \
      "wgmma.mma_async.sync.aligned.m64n144k32." types " {" \
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, " \
      "%19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, " \
      "%36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, " \
      "%53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, " \
      "%70, %71 " \
      "}, %72, %73, add" scales "; }" \
      : GEMM_D32(c, d, 0), GEMM_D32(c, d, 32), GEMM_D8(c, d, 64) \
      : "l"(a), "l"(b), "r"(add))
// D (64 x 160) = A B + (add ? D : 0)
#define GEMM_MULTIPLY_160(c, types, scales) \
  asm volatile( \
      "{ .reg .pred add; setp.ne.b32 add, %82, 0;\n" \
      "wgmma.mma_async.sync.aligned.m64n160k32." types " {" \
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, " \
      "%19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, " \
      "%36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, " \
      "%53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, " \
      "%70, %71, %72, %73, %74, %75, %76, %77, %78, %79 " \
      "}, %80, %81, add" scales "; }" \
      : GEMM_D32(c, d, 0), GEMM_D32(c, d, 32), GEMM_D8(c, d, 64), GEMM_D8(c, d, 72) \
      : "l"(a), "l"(b), "r"(add))

#define GEMM_MULTIPLY(c, types, scales) \
  do { \
    if constexpr (REGISTERS == 32) GEMM_MULTIPLY_64(c, types, scales); \
    if constexpr (REGISTERS == 64) GEMM_MULTIPLY_128(c, types, scales); \
    if constexpr (REGISTERS == 48) GEMM_MULTIPLY_96(c, types, scales); \
    if constexpr (REGISTERS == 72) GEMM_MULTIPLY_144(c, types, scales); \
    if constexpr (REGISTERS == 80) GEMM_MULTIPLY_160(c, types, scales); \
    if constexpr (REGISTERS == 96) GEMM_MULTIPLY_192(c, types, scales); \
    if constexpr (REGISTERS == 128) GEMM_MULTIPLY_256(c, types, scales); \
  } while (false)

template <class In, int REGISTERS>
__device__ __forceinline__ void multiply_bytes(Sum<In> (&d)[REGISTERS], uint64_t a, uint64_t b,
                                               int add) {
  static_assert(REGISTERS == 32 || REGISTERS == 48 || REGISTERS == 64 || REGISTERS == 72 ||
                REGISTERS == 80 || REGISTERS == 96 || REGISTERS == 128);
  if constexpr (std::is_same_v<In, e4m3>) GEMM_MULTIPLY("f", "f32.e4m3.e4m3", ", 1, 1");
  if constexpr (std::is_same_v<In, e5m2>) GEMM_MULTIPLY("f", "f32.e5m2.e5m2", ", 1, 1");
  if constexpr (std::is_same_v<In, Formats<e4m3, e5m2>>)
    GEMM_MULTIPLY("f", "f32.e4m3.e5m2", ", 1, 1");
  if constexpr (std::is_same_v<In, Formats<e5m2, e4m3>>)
    GEMM_MULTIPLY("f", "f32.e5m2.e4m3", ", 1, 1");
  if constexpr (std::is_same_v<In, int8>) GEMM_MULTIPLY("r", "s32.s8.s8", "");
}

#undef GEMM_D8
#undef GEMM_D32
#undef GEMM_MULTIPLY
#undef GEMM_MULTIPLY_64
#undef GEMM_MULTIPLY_128
#undef GEMM_MULTIPLY_192
#undef GEMM_MULTIPLY_96
#undef GEMM_MULTIPLY_144
#undef GEMM_MULTIPLY_160
#undef GEMM_MULTIPLY_256
// clang-format on

}  // namespace gemm
