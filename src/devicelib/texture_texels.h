// SPDX-License-Identifier: Apache-2.0
// Texels in memory: from an offset to components as they are stored, and from these to numbers.
//
// Everything that depends on the object alone is a branch or a shift that is the same in all lanes
// of a warp. Components of 8 and 16 bits are cut out of aligned words, since CPUs gather words.
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
using heddle::image::TexelKind;
using heddle::image::TextureShape;
using Descriptor = const CONSTANT_SPACE heddle::image::TextureDescriptor;
using Level = const CONSTANT_SPACE heddle::image::TextureLevel;

// The first N components of a texel, or of a result.
template <int N>
struct Texel {
  unsigned c[N];
};

HELPER unsigned word_at(Level* level, int offset) {
  typedef unsigned Word __attribute__((aligned(1), may_alias));
  return *(const GLOBAL_SPACE Word*)(level->base + offset);
}

template <int N>
HELPER Texel<N> load_words(Descriptor* d, Level* level, int offset) {
  Texel<N> t = {};
  t.c[0] = word_at(level, offset);
  if constexpr (N > 1) {
    if (d->components > 1) t.c[1] = word_at(level, offset + 4);
  }
  if constexpr (N > 2) {
    if (d->components > 2) {
      t.c[2] = word_at(level, offset + 8);
      t.c[3] = word_at(level, offset + 12);
    }
  }
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

HELPER unsigned byte_at(Level* level, int offset) {
  typedef unsigned char Byte __attribute__((may_alias));
  return *(const GLOBAL_SPACE Byte*)(level->base + offset);
}

template <int N>
HELPER Texel<N> load_small(Descriptor* d, Level* level, int offset) {
  const int aligned = offset & ~3;
  const int at = aligned > d->last_word ? d->last_word : aligned;
  unsigned low = 0;
  if (d->last_word < 0) {
    low = byte_at(level, offset);
    if (d->texel_shift == 1) low |= byte_at(level, offset + 1) << 8;
  } else {
    low = word_at(level, at) >> ((offset - at) * 8);
  }
  unsigned high = 0;
  if constexpr (N > 2) {
    if (d->texel_shift == 3) high = word_at(level, at + 4);
  }
  Texel<N> t = {};
  for (int c = 0; c < N; ++c) {
    if (c < d->components) t.c[c] = cut_out(d, low, high, c);
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
