// SPDX-License-Identifier: Apache-2.0
// Types of texels: what lookups give of words that the device library found. One, two or four
// components, integers of up to 32 bits or floats.
#pragma once

template <class B_, bool numbers>
struct __heddle_texel_part {
  static __device__ __forceinline__ B_ of(unsigned int word) { return (B_)word; }
};
template <class B_>
struct __heddle_texel_part<B_, true> {
  static __device__ __forceinline__ B_ of(unsigned int word) { return __uint_as_float(word); }
};

// Other types are none of texels.
template <class T>
struct __heddle_texel;

#define HEDDLE_TEXEL(T, base, count, numbers, Words, make)       \
  template <>                                                    \
  struct __heddle_texel<T> {                                     \
    enum { components = count, is_float = numbers };             \
    static __device__ __forceinline__ T of(const Words& words) { \
      typedef __heddle_texel_part<base, numbers> part;           \
      T t;                                                       \
      make return t;                                             \
    }                                                            \
  };
#define HEDDLE_TEXELS(T, base, numbers)                                                          \
  HEDDLE_TEXEL(base, base, 1, numbers, unsigned int, t = part::of(words);)                       \
  HEDDLE_TEXEL(T##1, base, 1, numbers, unsigned int, t.x = part::of(words);)                     \
  HEDDLE_TEXEL(T##2, base, 2, numbers, uint2, t.x = part::of(words.x); t.y = part::of(words.y);) \
  HEDDLE_TEXEL(T##4, base, 4, numbers, uint4, t.x = part::of(words.x); t.y = part::of(words.y);  \
               t.z = part::of(words.z); t.w = part::of(words.w);)
HEDDLE_TEXEL(char, char, 1, false, unsigned int, t = part::of(words);)
HEDDLE_TEXELS(char, signed char, false)
HEDDLE_TEXELS(uchar, unsigned char, false)
HEDDLE_TEXELS(short, short, false)
HEDDLE_TEXELS(ushort, unsigned short, false)
HEDDLE_TEXELS(int, int, false)
HEDDLE_TEXELS(uint, unsigned int, false)
HEDDLE_TEXELS(float, float, true)
#undef HEDDLE_TEXELS
#undef HEDDLE_TEXEL
