// SPDX-License-Identifier: Apache-2.0
// Lookups with and without filter in one to three directions. Weights are integers of 1/256 whose
// sum is 256; they and the sums of small formats are those of an H100 (tests/textures/gpu).
#pragma once

#include "devicelib/texture_address.h"

// A texel that has no weight may be without a value.
extern "C"
#ifdef __CUDACC__
    __device__
#endif
    __attribute__((const, nothrow)) unsigned __heddle_weighed(unsigned texel, int weight);

// Weights of the corners; bit k of a corner's number says which side it is on in direction k.
template <int D>
HELPER void weigh(const Place* at, int* weight) {
  if constexpr (D == 1) {
    weight[1] = at[0].part;
    weight[0] = 256 - at[0].part;
  } else if constexpr (D == 2) {
    const int a = at[0].part, b = at[1].part, both = (a * b + 128) >> 8;
    weight[3] = both;
    weight[2] = b - both;
    weight[1] = a - both;
    weight[0] = 256 - a - b + both;
  } else {
    // Directions 0 and 2, then each split along 1. An H100 gives 1/256 to another corner in one
    // lookup of nine.
    const Place plane[2] = {at[0], at[2]};
    int four[4];
    weigh<2>(plane, four);
    for (int i = 0; i < 4; ++i) {
      const int corner = (i & 1) | (i & 2) << 1;
      weight[corner | 2] = (four[i] * at[1].part + 128) >> 8;
      weight[corner] = four[i] - weight[corner | 2];
    }
  }
}

// Where the texel at a corner lies behind a slice. Offset: 32 bits where they are enough (objects
// that have short code), else 64.
template <int D, class Offset = long long>
HELPER Offset offset_of(Descriptor* d, Level* level, const Place* at, int corner) {
  Offset offset = (corner & 1 ? at[0].second : at[0].first) << d->texel_shift;
  if constexpr (D > 1) offset += (Offset)(corner & 2 ? at[1].second : at[1].first) * level->row;
  if constexpr (D > 2) {
    offset += (corner & 4 ? at[2].second : at[2].first) * (Offset)level->slice;
  }
  return offset;
}
template <int D>
HELPER bool is_inside(const Place* at, int corner) {
  bool inside = true;
  for (int k = 0; k < D; ++k) inside &= corner >> k & 1 ? at[k].in_second : at[k].in_first;
  return inside;
}

// The sum of stored numbers, of which `one` is 1, is rounded to a fraction of `whole`.
HELPER float rounded_sum(float sum, float one, float whole) {
  return __builtin_floorf(__builtin_fmaf(sum, whole / one / 256, 0.5f)) / whole;
}

template <int D>
HELPER float filtered(Descriptor* d, const unsigned* v, const int* weight, int c) {
  constexpr int kCorners = 1 << D;
  float sum = 0;
  const bool alpha = d->kind == TexelKind::kSrgb && c == 3;
  if (alpha || d->kind == TexelKind::kUnsigned || d->kind == TexelKind::kSigned) {
    for (int i = 0; i < kCorners; ++i) {
      sum = __builtin_fmaf((float)weight[i], (float)(int)__heddle_weighed(v[i], weight[i]), sum);
    }
    if (d->is_signed) {
      return at_least(rounded_sum(sum, d->bits == 8 ? 127.0f : 32767.0f, 32767.0f), -1.0f);
    }
    return rounded_sum(sum, d->bits == 8 ? 255.0f : 65535.0f, 65535.0f);
  }
  for (int i = 0; i < kCorners; ++i) {
    const unsigned texel = __heddle_weighed(v[i], weight[i]);
    const float x = d->kind == TexelKind::kHalf ? half_number(texel) : colour(texel);
    sum = __builtin_fmaf((float)weight[i] * (1.0f / 256), x, sum);
  }
  return (float)(_Float16)sum;
}

// Adds a texel of words.
template <int N>
HELPER void add_weighted(int weight, const Texel<N>& t, float* sum) {
  const float w = (float)weight * (1.0f / 256);
  for (int c = 0; c < N; ++c) {
    sum[c] = __builtin_fmaf(w, bits<float>(__heddle_weighed(t.c[c], weight)), sum[c]);
  }
}

// The texels of the corners, weighted: bytes behind the level's first texel, and whether they are
// in the picture.
template <int D, int N>
HELPER Texel<N> weighted(Descriptor* d, Level* level, const long long* offset, const bool* inside,
                         const int* weight) {
  constexpr int kCorners = 1 << D;
  Texel<N> result = {};
  if (d->kind == TexelKind::kWords) {
    float sum[N] = {};
    for (int i = 0; i < kCorners; ++i) {
      const auto t = or_border<N>(d, load_words<N>(d, level, offset[i]), inside[i]);
      add_weighted<N>(weight[i], t, sum);
    }
    for (int c = 0; c < N; ++c) result.c[c] = bits<unsigned>(sum[c]);
    return result;
  }
  unsigned words[kCorners][2] = {};
  for (int i = 0; i < kCorners; ++i) load_small_words<N>(d, level, offset[i], words[i]);
  // One component after the other: registers do not hold all of all corners.
  for (int c = 0; c < N; ++c) {
    if (c >= d->components) break;
    unsigned v[kCorners];
    for (int i = 0; i < kCorners; ++i) {
      v[i] = cut_out(d, words[i][0], words[i][1], c);
      if (d->has_border) v[i] = inside[i] ? v[i] : d->border[c];
    }
    result.c[c] = bits<unsigned>(filtered<D>(d, v, weight, c));
  }
  return result;
}

template <int D, int N>
HELPER Texel<N> linear(Descriptor* d, Level* level, long long slice, const float* x,
                       const int* offsets = nullptr) {
  constexpr int kCorners = 1 << D;
  Place at[D];
  for (int k = 0; k < D; ++k) at[k] = between(d, level, k, x[k], offsets ? offsets[k] : 0);
  int weight[kCorners];
  long long offset[kCorners];
  bool inside[kCorners];
  weigh<D>(at, weight);
  for (int i = 0; i < kCorners; ++i) {
    offset[i] = slice + offset_of<D>(d, level, at, i);
    inside[i] = is_inside<D>(at, i);
  }
  return weighted<D, N>(d, level, offset, inside, weight);
}

// kFloats: results are numbers, else the integers that are stored.
template <int D, int N, bool kFloats>
HELPER Texel<N> point(Descriptor* d, Level* level, long long slice, const float* x,
                      const int* offsets = nullptr) {
  Place at[D];
  for (int k = 0; k < D; ++k) at[k] = nearest(d, level, k, x[k], offsets ? offsets[k] : 0);
  const long long offset = offset_of<D>(d, level, at, 0);
  const bool inside = is_inside<D>(at, 0);
  if (d->bits == 32) return or_border<N>(d, load_words<N>(d, level, slice + offset), inside);
  auto t = or_border<N>(d, load_small<N>(d, level, slice + offset), inside);
  if constexpr (kFloats) {
    if (d->kind != TexelKind::kInteger) {
      for (int c = 0; c < N; ++c) {
        if (c < d->components) t.c[c] = bits<unsigned>(number_of(d, t.c[c], c));
      }
    }
  }
  return t;
}

template <int D, int N, bool kFloats>
HELPER Texel<N> look_up(Descriptor* d, Level* level, long long slice, const float* x,
                        const int* offsets = nullptr) {
  if constexpr (kFloats) {
    if (d->linear) return linear<D, N>(d, level, slice, x, offsets);
  }
  return point<D, N, kFloats>(d, level, slice, x, offsets);
}
