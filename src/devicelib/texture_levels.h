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
    const float a = bits<float>(t.c[c]);
    const float b = bits<float>(__heddle_weighed(other.c[c], part != 0.0f));
    t.c[c] = bits<unsigned>(__builtin_fmaf(part, b, (1.0f - part) * a));
  }
  return t;
}

// How many texels the steps a and b of a pixel go over, as an H200 has it: for the length of a
// diagonal it takes the longest side, 11/32 of the next and 1/4 of the shortest one; and it looks
// at the diagonals of the pixel, too.
struct Step {
  float x, y, z;
};
HELPER float longer(float a, float b) {
  return pick(a > b, a, b);
}
HELPER float shorter(float a, float b) {
  return pick(a > b, b, a);
}
HELPER float length_over(Step s) {
  const float x = __builtin_fabsf(s.x), y = __builtin_fabsf(s.y), z = __builtin_fabsf(s.z);
  const float high = longer(x, y), low = shorter(x, y);
  const float middle = longer(low, shorter(high, z));
  return longer(high, z) + 0.34375f * middle + 0.25f * shorter(low, z);
}
HELPER float footprint(Step a, Step b, bool diagonals) {
  const float sides = longer(length_over(a), length_over(b));
  const float across = longer(length_over({a.x + b.x, a.y + b.y, a.z + b.z}),
                              length_over({a.x - b.x, a.y - b.y, a.z - b.z}));
  return diagonals ? longer(sides, 0.6875f * across) : sides;
}
// A step of nothing is at the lowest level, one that is no number too.
HELPER float level_over(float texels) {
  return texels > 0.0f ? __builtin_log2f(texels) : -1000.0f;
}

HELPER float lod_of(Descriptor* d, int dims, const float* dx, const float* dy) {
  float a[3] = {}, b[3] = {};
  for (int k = 0; k < dims; ++k) {
    a[k] = dx[k] * (float)d->level[0].size[k];
    b[k] = dy[k] * (float)d->level[0].size[k];
  }
  return level_over(footprint({a[0], a[1], a[2]}, {b[0], b[1], b[2]}, true));
}
