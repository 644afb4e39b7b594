// SPDX-License-Identifier: Apache-2.0
// Dot products of packed bytes and half-words (CUDA Math API, "Integer Intrinsics"). Sums wrap.
#pragma once

#define HEDDLE_DP(R, A, B, name, body)                        \
  static HEDDLE_CONST __forceinline__ R name(A a, B b, R c) { \
    unsigned int sum = (unsigned int)c;                       \
    body return (R)sum;                                       \
  }
// A product of lanes as R has it.
#define HEDDLE_DP_TERM(R, x, y) ((unsigned int)((R)(x) * (R)(y)))
#define HEDDLE_DP4(R, byte)                    \
  HEDDLE_DP(R, R, R, __dp4a,                   \
            for (int i = 0; i < 4; ++i) sum += \
            HEDDLE_DP_TERM(R, (byte)(a >> (8 * i)), (byte)(b >> (8 * i)));)
HEDDLE_DP4(int, signed char)
HEDDLE_DP4(unsigned int, unsigned char)
// a holds two half-words, b four bytes of which the low or the high two are used.
#define HEDDLE_DP2(R, half, byte)                                            \
  HEDDLE_DP(R, R, R, __dp2a_lo,                                              \
            for (int i = 0; i < 2; ++i) sum +=                               \
            HEDDLE_DP_TERM(R, (half)(a >> (16 * i)), (byte)(b >> (8 * i)));) \
  HEDDLE_DP(R, R, R, __dp2a_hi,                                              \
            for (int i = 0; i < 2; ++i) sum +=                               \
            HEDDLE_DP_TERM(R, (half)(a >> (16 * i)), (byte)(b >> (8 * i + 16)));)
HEDDLE_DP2(int, short, signed char)
HEDDLE_DP2(unsigned int, unsigned short, unsigned char)

#define HEDDLE_DP_VECTORS(R, half2, byte4)                                     \
  HEDDLE_DP(R, byte4, byte4, __dp4a,                                           \
            sum += HEDDLE_DP_TERM(R, a.x, b.x) + HEDDLE_DP_TERM(R, a.y, b.y) + \
                   HEDDLE_DP_TERM(R, a.z, b.z) + HEDDLE_DP_TERM(R, a.w, b.w);) \
  HEDDLE_DP(R, half2, byte4, __dp2a_lo,                                        \
            sum += HEDDLE_DP_TERM(R, a.x, b.x) + HEDDLE_DP_TERM(R, a.y, b.y);) \
  HEDDLE_DP(R, half2, byte4, __dp2a_hi,                                        \
            sum += HEDDLE_DP_TERM(R, a.x, b.z) + HEDDLE_DP_TERM(R, a.y, b.w);)
HEDDLE_DP_VECTORS(int, short2, char4)
HEDDLE_DP_VECTORS(unsigned int, ushort2, uchar4)
#undef HEDDLE_DP_VECTORS
#undef HEDDLE_DP2
#undef HEDDLE_DP4
#undef HEDDLE_DP_TERM
#undef HEDDLE_DP
