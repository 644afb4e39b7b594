// SPDX-License-Identifier: Apache-2.0
// Fused minimum, maximum and addition for dynamic programming, on both sides (CUDA Math API,
// "DPX").
#pragma once

#define HEDDLE_DPX static __host__ __device__ __forceinline__

// Word forms; relu ones bound the result below by zero. Sums wrap.
#define HEDDLE_DPX_WORDS(T, t, op, better)              \
  HEDDLE_DPX T __vi##op##3_##t(T a, T b, T c) {         \
    T m = a better b ? a : b;                           \
    return m better c ? m : c;                          \
  }                                                     \
  HEDDLE_DPX T __viadd##op##_##t(T a, T b, T c) {       \
    T s = (T)((unsigned int)a + (unsigned int)b);       \
    return s better c ? s : c;                          \
  }                                                     \
  HEDDLE_DPX T __vib##op##_##t(T a, T b, bool* first) { \
    *first = a better## = b;                            \
    return *first ? a : b;                              \
  }
HEDDLE_DPX_WORDS(int, s32, max, >)
HEDDLE_DPX_WORDS(int, s32, min, <)
HEDDLE_DPX_WORDS(unsigned int, u32, max, >)
HEDDLE_DPX_WORDS(unsigned int, u32, min, <)
#undef HEDDLE_DPX_WORDS

HEDDLE_DPX int __heddle_relu(int x) {
  return x > 0 ? x : 0;
}
#define HEDDLE_DPX_RELU(op, better)                            \
  HEDDLE_DPX int __vi##op##_s32_relu(int a, int b) {           \
    return __heddle_relu(a better b ? a : b);                  \
  }                                                            \
  HEDDLE_DPX int __vi##op##3_s32_relu(int a, int b, int c) {   \
    return __heddle_relu(__vi##op##3_s32(a, b, c));            \
  }                                                            \
  HEDDLE_DPX int __viadd##op##_s32_relu(int a, int b, int c) { \
    return __heddle_relu(__viadd##op##_s32(a, b, c));          \
  }
HEDDLE_DPX_RELU(max, >)
HEDDLE_DPX_RELU(min, <)
#undef HEDDLE_DPX_RELU

// Two half-words in a word.
#define HEDDLE_DPX_PAIR(name, Half, expression)                                          \
  HEDDLE_DPX unsigned int name(unsigned int a, unsigned int b, unsigned int c) {         \
    unsigned int r = 0;                                                                  \
    for (int i = 0; i < 32; i += 16) {                                                   \
      int x = (Half)(a >> i), y = (Half)(b >> i), z = (Half)(c >> i), s = (Half)(x + y); \
      (void)s, (void)y;                                                                  \
      r |= ((unsigned int)(expression) & 0xffffu) << i;                                  \
    }                                                                                    \
    return r;                                                                            \
  }
#define HEDDLE_DPX_PAIRS(Half, t, op)                                                              \
  HEDDLE_DPX_PAIR(__vi##op##3_##t, Half, __vi##op##3_s32(x, y, z))                                 \
  HEDDLE_DPX_PAIR(__viadd##op##_##t, Half, __vi##op##3_s32(s, s, z))                               \
  HEDDLE_DPX unsigned int __vib##op##_##t(unsigned int a, unsigned int b, bool* high, bool* low) { \
    int l = __vib##op##_s32((Half)a, (Half)b, low);                                                \
    int h = __vib##op##_s32((Half)(a >> 16), (Half)(b >> 16), high);                               \
    return ((unsigned int)h << 16) | ((unsigned int)l & 0xffffu);                                  \
  }
HEDDLE_DPX_PAIRS(short, s16x2, max)
HEDDLE_DPX_PAIRS(short, s16x2, min)
HEDDLE_DPX_PAIRS(unsigned short, u16x2, max)
HEDDLE_DPX_PAIRS(unsigned short, u16x2, min)
HEDDLE_DPX_PAIR(__vimax3_s16x2_relu, short, __vimax3_s32_relu(x, y, z))
HEDDLE_DPX_PAIR(__vimin3_s16x2_relu, short, __vimin3_s32_relu(x, y, z))
HEDDLE_DPX_PAIR(__viaddmax_s16x2_relu, short, __vimax3_s32_relu(s, s, z))
HEDDLE_DPX_PAIR(__viaddmin_s16x2_relu, short, __vimin3_s32_relu(s, s, z))
HEDDLE_DPX unsigned int __vimax_s16x2_relu(unsigned int a, unsigned int b) {
  return __vimax3_s16x2_relu(a, b, b);
}
HEDDLE_DPX unsigned int __vimin_s16x2_relu(unsigned int a, unsigned int b) {
  return __vimin3_s16x2_relu(a, b, b);
}
#undef HEDDLE_DPX_PAIRS
#undef HEDDLE_DPX_PAIR
#undef HEDDLE_DPX
