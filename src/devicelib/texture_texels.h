// SPDX-License-Identifier: Apache-2.0
// Texels in memory: from an offset to components as they are stored, and from these to numbers.
//
// Everything that depends on the object alone is a branch or a shift that is the same in all lanes
// of a warp. A texel is loaded at once, and components of 8 and 16 bits are cut out of it.
#pragma once

#include "devicelib/portable.h"
#include "image/texture.h"

#ifdef __CUDACC__
#define CONSTANT_SPACE __attribute__((address_space(4)))
#define GLOBAL_SPACE __attribute__((address_space(1)))
#else
#define CONSTANT_SPACE
#define GLOBAL_SPACE
#endif

using heddle::image::AddressMode;
using heddle::image::kLinearMiddle;
using heddle::image::TexelKind;
using heddle::image::TextureShape;
using Descriptor = const CONSTANT_SPACE heddle::image::TextureDescriptor;
using Level = const CONSTANT_SPACE heddle::image::TextureLevel;

// The first N components of a texel, or of a result.
template <int N>
struct Texel {
  unsigned c[N];
};

// A texel, or its only component. The mark asks the compiler to look at run time whether the lanes'
// texels lie side by side, as they mostly do (compiler/passes/widen/widen_beside.cpp).
template <class T>
HELPER T beside(Level* level, long long offset) {
  typedef T Part __attribute__((may_alias));
  const auto* base = (const GLOBAL_SPACE char*)level->base;
  return __builtin_nontemporal_load((const GLOBAL_SPACE Part*)(base + offset));
}

// The words of a texel of 8 and of 16 bytes.
HELPER void load_two(Level* level, long long offset, unsigned* words) {
  const auto both = beside<unsigned long long>(level, offset);
  words[0] = (unsigned)both;
  words[1] = (unsigned)(both >> 32);
}
HELPER void load_four(Level* level, long long offset, unsigned* words) {
  typedef unsigned Four __attribute__((ext_vector_type(4), may_alias));
  const Four four = *(const GLOBAL_SPACE Four*)(level->base + offset);
  for (int c = 0; c < 4; ++c) words[c] = four[c];
}

template <int N>
HELPER Texel<N> load_words(Descriptor* d, Level* level, long long offset) {
  unsigned words[4] = {};
  if (N == 1 || d->components == 1) {
    words[0] = beside<unsigned>(level, offset);
  } else if (N == 2 || d->components == 2) {
    load_two(level, offset, words);
  } else {
    load_four(level, offset, words);
  }
  Texel<N> t;
  for (int c = 0; c < N; ++c) t.c[c] = words[c];
  return t;
}

// Component `c` of the words of a texel: its bits, extended.
HELPER unsigned cut_out(Descriptor* d, unsigned low, unsigned high, int c) {
  const int begin = c * d->bits & 31;
  const unsigned word = c * d->bits >= 32 ? high : low;
  const unsigned left = word << (32 - d->bits - begin);
  const int rest = 32 - d->bits;
  return d->is_signed ? (unsigned)((int)left >> rest) : left >> rest;
}

// The words of a texel of at most 8 bytes.
template <int N>
HELPER void load_small_words(Descriptor* d, Level* level, long long offset, unsigned* words) {
  if (d->texel_shift == 0) {
    words[0] = beside<unsigned char>(level, offset);
  } else if (d->texel_shift == 1) {
    words[0] = beside<unsigned short>(level, offset);
  } else if (N <= 2 || d->texel_shift == 2) {
    words[0] = beside<unsigned>(level, offset);
  } else {
    load_two(level, offset, words);
  }
}

template <int N>
HELPER Texel<N> load_small(Descriptor* d, Level* level, long long offset) {
  unsigned words[2] = {};
  load_small_words<N>(d, level, offset, words);
  Texel<N> t = {};
  for (int c = 0; c < N; ++c) {
    if (c < d->components) t.c[c] = cut_out(d, words[0], words[1], c);
  }
  return t;
}

template <int N>
HELPER Texel<N> or_border(Descriptor* d, Texel<N> t, bool inside) {
  if (d->has_border) {
    for (int c = 0; c < N; ++c) t.c[c] = inside ? t.c[c] : d->border[c];
  }
  return t;
}

HELPER float half_number(unsigned bits_of_it) {
  return (float)__builtin_bit_cast(_Float16, (unsigned short)bits_of_it);
}

// Colours of sRGB as 14-bit fractions: what an H100's table holds (tests/textures/gpu).
#ifdef __CUDACC__
__constant__
#endif
    static const unsigned short kLinearColour[256] = {
#include "devicelib/texture_srgb.inc"
};

HELPER float colour(unsigned v) {
  return (float)kLinearColour[v & 255] * 0x1p-14f;
}

// The number that a stored component is, without filter.
HELPER float number_of(Descriptor* d, unsigned v, int c) {
  switch (d->kind) {
    case TexelKind::kUnsigned:
      return (float)v / (d->bits == 8 ? 255.0f : 65535.0f);
    case TexelKind::kSigned: {
      const float x = (float)(int)v / (d->bits == 8 ? 127.0f : 32767.0f);
      return x < -1.0f ? -1.0f : x;
    }
    case TexelKind::kHalf:
      return half_number(v);
    case TexelKind::kSrgb:
      return c < 3 ? colour(v) : (float)v / 255.0f;
    default:
      return bits<float>(v);
  }
}
