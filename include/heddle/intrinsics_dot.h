// SPDX-License-Identifier: Apache-2.0
// Dot products of packed bytes and half-words (CUDA Math API, "Integer Intrinsics"). Sums wrap. A
// GPU has an instruction for each: kernels say so, that `heddle profile` counts one, and have its
// code from the device library.
#pragma once

#ifdef __NVPTX__
#define HEDDLE_DP(R, name, instruction, body)                                     \
  static HEDDLE_CONST __forceinline__ R name(R a, R b, R c) {                     \
    R sum;                                                                        \
    __asm__(instruction " %0, %1, %2, %3;" : "=r"(sum) : "r"(a), "r"(b), "r"(c)); \
    return sum;                                                                   \
  }
#else
#define HEDDLE_DP(R, name, instruction, body)                 \
  static HEDDLE_CONST __forceinline__ R name(R a, R b, R c) { \
    unsigned int sum = (unsigned int)c;                       \
    body return (R)sum;                                       \
  }
#endif
// A product of lanes as R has it.
#define HEDDLE_DP_TERM(R, x, y) ((unsigned int)((R)(x) * (R)(y)))
// a holds two half-words, b four bytes of which the low or the high two are used.
#define HEDDLE_DPS(R, type, half, byte)                                      \
  HEDDLE_DP(R, __dp4a, "dp4a." type,                                         \
            for (int i = 0; i < 4; ++i) sum +=                               \
            HEDDLE_DP_TERM(R, (byte)(a >> (8 * i)), (byte)(b >> (8 * i)));)  \
  HEDDLE_DP(R, __dp2a_lo, "dp2a.lo." type,                                   \
            for (int i = 0; i < 2; ++i) sum +=                               \
            HEDDLE_DP_TERM(R, (half)(a >> (16 * i)), (byte)(b >> (8 * i)));) \
  HEDDLE_DP(R, __dp2a_hi, "dp2a.hi." type,                                   \
            for (int i = 0; i < 2; ++i) sum +=                               \
            HEDDLE_DP_TERM(R, (half)(a >> (16 * i)), (byte)(b >> (8 * i + 16)));)
HEDDLE_DPS(int, "s32.s32", short, signed char)
HEDDLE_DPS(unsigned int, "u32.u32", unsigned short, unsigned char)

#define HEDDLE_DP_VECTOR(R, A, B, name)                                 \
  static HEDDLE_CONST __forceinline__ R name(A a, B b, R c) {           \
    return name(__builtin_bit_cast(R, a), __builtin_bit_cast(R, b), c); \
  }
#define HEDDLE_DP_VECTORS(R, half2, byte4)     \
  HEDDLE_DP_VECTOR(R, byte4, byte4, __dp4a)    \
  HEDDLE_DP_VECTOR(R, half2, byte4, __dp2a_lo) \
  HEDDLE_DP_VECTOR(R, half2, byte4, __dp2a_hi)
HEDDLE_DP_VECTORS(int, short2, char4)
HEDDLE_DP_VECTORS(unsigned int, ushort2, uchar4)
#undef HEDDLE_DP_VECTORS
#undef HEDDLE_DP_VECTOR
#undef HEDDLE_DPS
#undef HEDDLE_DP_TERM
#undef HEDDLE_DP
