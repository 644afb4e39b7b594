// SPDX-License-Identifier: Apache-2.0
// Levels of mipmapped arrays, as an H100 chooses them (tests/textures/gpu): the level is cut off
// to multiples of 1/256, biased and kept between the object's bounds; the nearest one is that
// plus 1/2, cut off. Gradients give log2 of how many texels they step over.
#pragma once

#include "devicelib/texture_words.h"

HELPER float level_of(Descriptor* d, float lod) {
  lod = __builtin_floorf((lod + d->level_bias) * 256.0f) * (1.0f / 256);
  lod = at_most(at_least(lod, d->level_low), d->level_high);  // what is no number: the lowest
  return at_most(at_least(lod, 0.0f), (float)(d->levels - 1));
}

// look(level) at one level, or at two and between them.
template <int N, bool kFloats, class Look>
HELPER Texel<N> at_lod(Descriptor* d, float lod, Look look) {
  const float l = level_of(d, lod);
  if (!kFloats || !d->level_linear || !d->is_number) return look(&d->level[(int)(l + 0.5f)]);
  const float first = __builtin_floorf(l), part = l - first;
  const int i = (int)first, next = i + 1 < d->levels ? i + 1 : i;
  Texel<N> t = look(&d->level[i]);
  const Texel<N> other = look(&d->level[next]);
  for (int c = 0; c < N; ++c) {
    const float a = bits<float>(t.c[c]), b = bits<float>(other.c[c]);
    t.c[c] = bits<unsigned>(__builtin_fmaf(part, b, (1.0f - part) * a));
  }
  return t;
}

// A step in texels of level 0, squared.
HELPER float step_squared(Descriptor* d, int dims, const float* step) {
  float sum = 0;
  for (int k = 0; k < dims; ++k) {
    const float texels = step[k] * (float)d->level[0].size[k];
    sum = __builtin_fmaf(texels, texels, sum);
  }
  return sum;
}
HELPER float lod_of(Descriptor* d, int dims, const float* dx, const float* dy) {
  const float a = step_squared(d, dims, dx), b = step_squared(d, dims, dy);
  const float longest = a > b ? a : b;
  // A step of nothing is at the lowest level, one that is no number too.
  return longest > 0.0f ? 0.5f * __builtin_log2f(longest) : -1000.0f;
}
