// SPDX-License-Identifier: Apache-2.0
// From a coordinate to texels and weights, in one direction, as an H100 does it (measured:
// tests/textures/gpu):
//
// - Coordinates from 0 to 1 are cut off to multiples of 2^-21, or finer for large sizes.
// - A filter's coordinate is rounded to multiples of 1/256, halves upwards.
// - Wrapping and mirroring are for coordinates from 0 to 1; with others they clamp.
// - What is not a number counts as 0.
// - An offset moves texels where the coordinate counts them, ahead of the address mode.
#pragma once

#include "devicelib/texture_texels.h"

// The texels at both sides of a coordinate; the weight of the second is part / 256. Without filter
// there is the first one only. Both are inside; whether they were, or count as it, say in_first and
// in_second.
struct Place {
  int first, second, part;
  bool in_first, in_second;
};

HELPER float at_least(float x, float low) {
  return x > low ? x : low;  // also for what is not a number
}
HELPER float at_most(float x, float high) {
  return x < high ? x : high;
}
HELPER int within(int i, int last) {
  const int low = i < 0 ? 0 : i;
  return low > last ? last : low;
}

HELPER float folded(AddressMode mode, float x) {
  if (mode == AddressMode::kWrap) return x - __builtin_floorf(x);
  // The picture and its mirror image lie side by side: from 0 to 2.
  if (mode == AddressMode::kMirror) return x - 2.0f * __builtin_floorf(x * 0.5f);
  return x;
}

// The coordinate, cut off, that is to be multiplied with the size (or 1).
HELPER float prepared(Descriptor* d, Level* level, int k, float x) {
  x = x == x ? x : 0.0f;
  if (d->normalized) {
    x = folded(d->address[k], x);
    x = x == x ? x : 0.0f;  // infinity, wrapped
    x = __builtin_floorf(x * level->fine[k]) * level->coarse[k];
  }
  return x;
}

// Where texel i of a row and its mirror image behind it is in the row. Neighbours are found in
// both, as an H200 does it: a filter rounds weights there, and a gather has the texels in their
// order there.
HELPER int mirrored(Descriptor* d, int k, int i, int size) {
  if (!d->normalized || d->address[k] != AddressMode::kMirror) return i;
  const int back = 2 * size - 1 - i;
  return i < 0 ? 0 : i < size ? i : back;
}

// Only where the direction has a border is there anything outside.
HELPER bool counts_as_inside(Descriptor* d, int k, bool inside) {
  return inside | (d->address[k] != AddressMode::kBorder);
}

// Texel i of an endless row, moved: which one of the picture, or of it and its mirror image, it is.
HELPER int repeated(Descriptor* d, int k, int i, int size) {
  const bool wraps = d->address[k] == AddressMode::kWrap;
  if (!d->normalized || (!wraps && d->address[k] != AddressMode::kMirror)) return i;
  const int count = wraps ? size : 2 * size, rest = i % count;
  return rest < 0 ? rest + count : rest;
}

HELPER Place nearest(Descriptor* d, Level* level, int k, float x, int offset = 0) {
  const int last = level->size[k] - 1;
  const float scale = d->normalized ? (float)level->size[k] : 1.0f;
  x = prepared(d, level, k, x);
  // The product may have been rounded up to a whole number.
  float whole = __builtin_floorf(x * scale);
  whole = __builtin_fmaf(x, scale, -whole) < 0.0f ? whole - 1.0f : whole;
  const int most = d->normalized && d->address[k] == AddressMode::kMirror ? 2 : 1;
  // As far outside as an offset can bring back.
  const float far = offset ? 16.0f : 1.0f;
  int i = (int)at_most(at_least(whole, -far), (float)(most * level->size[k]) + (far - 1.0f));
  if (offset) i = repeated(d, k, i + offset, level->size[k]);
  i = mirrored(d, k, i, level->size[k]);
  const int first = within(i, last);
  return {first, first, 0, counts_as_inside(d, k, i == first), true};
}

// A prepared coordinate in steps of 1/256 of a texel from the middle of the first one.
HELPER int steps_of(Level* level, int k, float x, float scale) {
  const float whole = __builtin_floorf(x * scale);
  const float rest = __builtin_fmaf(x, scale, -whole);  // exact
  const float most = (float)level->size[k] * 512.0f + 4096.0f;
  return (int)at_most(at_least(whole, -4096.0f), most) + (rest >= 0.5f ? 1 : 0) - 128;
}

// Of coordinates in texels.
HELPER Place between_texels(Descriptor* d, Level* level, int k, float x, int offset = 0) {
  const int last = level->size[k] - 1;
  const int from_middle = steps_of(level, k, x == x ? x : 0.0f, 256.0f) + offset * 256;
  const int first = from_middle >> 8, second = first + 1;
  const int a = within(first, last), b = within(second, last);
  return {a, b, from_middle & 255, counts_as_inside(d, k, a == first),
          counts_as_inside(d, k, b == second)};
}

HELPER Place between(Descriptor* d, Level* level, int k, float x, int offset = 0) {
  if (!d->normalized) return between_texels(d, level, k, x, offset);
  const int last = level->size[k] - 1;
  const int from_middle =
      steps_of(level, k, prepared(d, level, k, x), (float)level->size[k] * 256.0f);
  int first = (from_middle >> 8) + offset, second = first + 1;
  if (offset) {
    first = repeated(d, k, first, last + 1);
    second = repeated(d, k, second, last + 1);
  }
  if (d->address[k] == AddressMode::kWrap) {
    first = first < 0 ? last : first;
    second = second > last ? 0 : second;
  }
  first = mirrored(d, k, first, last + 1);
  second = mirrored(d, k, second, last + 1);
  const int a = within(first, last), b = within(second, last);
  return {a, b, from_middle & 255, counts_as_inside(d, k, a == first),
          counts_as_inside(d, k, b == second)};
}
