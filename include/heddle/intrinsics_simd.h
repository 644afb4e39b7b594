// SPDX-License-Identifier: Apache-2.0
// Operations on two half-words or four bytes in a word (CUDA Math API, "SIMD Intrinsics").
// Suffixes: u and s for unsigned and signed lanes, ss and us for saturating ones; cmp gives all
// ones, set gives 1.
#pragma once

template <class Lane, class Op>
static __device__ __forceinline__ unsigned int __heddle_lanes(unsigned int a, unsigned int b,
                                                              Op op) {
  constexpr int bits = 8 * sizeof(Lane);
  constexpr unsigned int mask = (1u << bits) - 1;
  unsigned int r = 0;
  for (int i = 0; i < 32; i += bits)
    r |= ((unsigned int)op((int)(Lane)(a >> i), (int)(Lane)(b >> i)) & mask) << i;
  return r;
}
template <class Lane, class Op>
static __device__ __forceinline__ unsigned int __heddle_lane_sum(unsigned int a, unsigned int b,
                                                                 Op op) {
  constexpr int bits = 8 * sizeof(Lane);
  unsigned int r = 0;
  for (int i = 0; i < 32; i += bits)
    r += (unsigned int)op((int)(Lane)(a >> i), (int)(Lane)(b >> i));
  return r;
}
// Limits x to the values of Lane.
template <class Lane>
static __device__ __forceinline__ int __heddle_limit(int x) {
  constexpr bool is_signed = (Lane)-1 < (Lane)0;
  constexpr int bits = 8 * sizeof(Lane);
  constexpr int high = is_signed ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
  constexpr int low = is_signed ? -high - 1 : 0;
  return x < low ? low : x > high ? high : x;
}

#define HEDDLE_SIMD_1(name, Lane, expression)                                           \
  static HEDDLE_CONST __forceinline__ unsigned int name(unsigned int a) {               \
    typedef Lane lane;                                                                  \
    return __heddle_lanes<Lane>(a, 0u, [](int x, int) -> int { return (expression); }); \
  }
#define HEDDLE_SIMD_2(name, Lane, expression)                                             \
  static HEDDLE_CONST __forceinline__ unsigned int name(unsigned int a, unsigned int b) { \
    typedef Lane lane;                                                                    \
    return __heddle_lanes<Lane>(a, b, [](int x, int y) -> int { return (expression); });  \
  }
#define HEDDLE_SIMD_SUM(name, Lane)                                                           \
  static HEDDLE_CONST __forceinline__ unsigned int name(unsigned int a, unsigned int b) {     \
    return __heddle_lane_sum<Lane>(a, b, [](int x, int y) { return x < y ? y - x : x - y; }); \
  }
#define HEDDLE_SIMD_COMPARE(op, n, Lane, comparison)          \
  HEDDLE_SIMD_2(__vcmp##op##n, Lane, x comparison y ? -1 : 0) \
  HEDDLE_SIMD_2(__vset##op##n, Lane, x comparison y)
#define HEDDLE_SIMD(n, S, U)                                          \
  HEDDLE_SIMD_1(__vabs##n, S, x < 0 ? -x : x)                         \
  HEDDLE_SIMD_1(__vabsss##n, S, __heddle_limit<lane>(x < 0 ? -x : x)) \
  HEDDLE_SIMD_1(__vneg##n, S, -x)                                     \
  HEDDLE_SIMD_1(__vnegss##n, S, __heddle_limit<lane>(-x))             \
  HEDDLE_SIMD_2(__vadd##n, U, x + y)                                  \
  HEDDLE_SIMD_2(__vaddss##n, S, __heddle_limit<lane>(x + y))          \
  HEDDLE_SIMD_2(__vaddus##n, U, __heddle_limit<lane>(x + y))          \
  HEDDLE_SIMD_2(__vsub##n, U, x - y)                                  \
  HEDDLE_SIMD_2(__vsubss##n, S, __heddle_limit<lane>(x - y))          \
  HEDDLE_SIMD_2(__vsubus##n, U, __heddle_limit<lane>(x - y))          \
  HEDDLE_SIMD_2(__vabsdiffs##n, S, x < y ? y - x : x - y)             \
  HEDDLE_SIMD_2(__vabsdiffu##n, U, x < y ? y - x : x - y)             \
  HEDDLE_SIMD_2(__vavgs##n, S, (x + y + (x + y >= 0)) >> 1)           \
  HEDDLE_SIMD_2(__vavgu##n, U, (x + y + 1) >> 1)                      \
  HEDDLE_SIMD_2(__vhaddu##n, U, (x + y) >> 1)                         \
  HEDDLE_SIMD_2(__vmaxs##n, S, x < y ? y : x)                         \
  HEDDLE_SIMD_2(__vmaxu##n, U, x < y ? y : x)                         \
  HEDDLE_SIMD_2(__vmins##n, S, x < y ? x : y)                         \
  HEDDLE_SIMD_2(__vminu##n, U, x < y ? x : y)                         \
  HEDDLE_SIMD_SUM(__vsads##n, S)                                      \
  HEDDLE_SIMD_SUM(__vsadu##n, U)                                      \
  HEDDLE_SIMD_COMPARE(eq, n, U, ==)                                   \
  HEDDLE_SIMD_COMPARE(ne, n, U, !=)                                   \
  HEDDLE_SIMD_COMPARE(ges, n, S, >=)                                  \
  HEDDLE_SIMD_COMPARE(geu, n, U, >=)                                  \
  HEDDLE_SIMD_COMPARE(gts, n, S, >)                                   \
  HEDDLE_SIMD_COMPARE(gtu, n, U, >)                                   \
  HEDDLE_SIMD_COMPARE(les, n, S, <=)                                  \
  HEDDLE_SIMD_COMPARE(leu, n, U, <=)                                  \
  HEDDLE_SIMD_COMPARE(lts, n, S, <)                                   \
  HEDDLE_SIMD_COMPARE(ltu, n, U, <)
HEDDLE_SIMD(2, short, unsigned short)
HEDDLE_SIMD(4, signed char, unsigned char)
#undef HEDDLE_SIMD
#undef HEDDLE_SIMD_COMPARE
#undef HEDDLE_SIMD_SUM
#undef HEDDLE_SIMD_2
#undef HEDDLE_SIMD_1
