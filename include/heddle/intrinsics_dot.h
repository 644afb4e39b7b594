// SPDX-License-Identifier: Apache-2.0
// Dot products of packed bytes and half-words (CUDA Math API, "Integer Intrinsics").
#pragma once

#define HEDDLE_DP(R, A, B, name, body)                        \
  static HEDDLE_CONST __forceinline__ R name(A a, B b, R c) { \
    body return c;                                            \
  }
#define HEDDLE_DP4(R, A, byte) \
  HEDDLE_DP(R, A, A, __dp4a,   \
            for (int i = 0; i < 4; ++i) c += (R)(byte)(a >> (8 * i)) * (R)(byte)(b >> (8 * i));)
HEDDLE_DP4(int, int, signed char)
HEDDLE_DP4(unsigned int, unsigned int, unsigned char)
// a holds two half-words, b four bytes of which the low or the high two are used.
#define HEDDLE_DP2(R, A, half, byte)                                                              \
  HEDDLE_DP(R, A, A, __dp2a_lo,                                                                   \
            for (int i = 0; i < 2; ++i) c += (R)(half)(a >> (16 * i)) * (R)(byte)(b >> (8 * i));) \
  HEDDLE_DP(                                                                                      \
      R, A, A, __dp2a_hi,                                                                         \
      for (int i = 0; i < 2; ++i) c += (R)(half)(a >> (16 * i)) * (R)(byte)(b >> (8 * i + 16));)
HEDDLE_DP2(int, int, short, signed char)
HEDDLE_DP2(unsigned int, unsigned int, unsigned short, unsigned char)

HEDDLE_DP(int, char4, char4, __dp4a, c += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;)
HEDDLE_DP(unsigned int, uchar4, uchar4, __dp4a, c += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;)
HEDDLE_DP(int, short2, char4, __dp2a_lo, c += a.x * b.x + a.y * b.y;)
HEDDLE_DP(int, short2, char4, __dp2a_hi, c += a.x * b.z + a.y * b.w;)
HEDDLE_DP(unsigned int, ushort2, uchar4, __dp2a_lo,
          c += (unsigned int)a.x * b.x + (unsigned int)a.y * b.y;)
HEDDLE_DP(unsigned int, ushort2, uchar4, __dp2a_hi,
          c += (unsigned int)a.x * b.z + (unsigned int)a.y * b.w;)
#undef HEDDLE_DP2
#undef HEDDLE_DP4
#undef HEDDLE_DP
