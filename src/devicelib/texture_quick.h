// SPDX-License-Identifier: Apache-2.0
// Lookups of the commonest kind (image::QuickLookup), whose code becomes part of the kernel: words,
// clamped, coordinates in texels, no border. What they give is what texture_filter.h gives.
//
// Places are found ahead of the branch on the object, so that lookups at one coordinate share them.
#pragma once

#include "devicelib/texture_words.h"

// What is not a number counts as 0.
HELPER int quick_index(Level* level, int k, float x) {
  return (int)at_most(at_least(x, 0.0f), (float)(level->size[k] - 1));
}

template <int D, int N>
HELPER Texel<N> quick_linear(Descriptor* d, Level* level, int slice, const float* x) {
  constexpr int kCorners = 1 << D;
  Place at[D];
  for (int k = 0; k < D; ++k) at[k] = between_texels(d, level, k, x[k]);
  int weight[kCorners];
  weigh<D>(at, weight);
  float sum[N] = {};
  for (int i = 0; i < kCorners; ++i) {
    const auto t = load_words<N>(d, level, slice + offset_of<D, int>(d, level, at, i));
    add_weighted<N>(weight[i], t, sum);
  }
  Texel<N> result;
  for (int c = 0; c < N; ++c) result.c[c] = bits<unsigned>(sum[c]);
  return result;
}
