// SPDX-License-Identifier: Apache-2.0
// What the functions of texture lookups share: handles, results, layers.
#pragma once

#include "devicelib/texture_filter.h"

HELPER Descriptor* object_of(unsigned long long handle) {
  return (Descriptor*)handle;
}

template <int N>
struct Words;
template <>
struct Words<1> {
  using Type = unsigned;
  static __device__ Type of(Texel<1> t) { return t.c[0]; }
};
template <>
struct Words<2> {
  using Type = uint2;
  static __device__ Type of(Texel<2> t) { return uint2{t.c[0], t.c[1]}; }
};
template <>
struct Words<4> {
  using Type = uint4;
  static __device__ Type of(Texel<4> t) { return uint4{t.c[0], t.c[1], t.c[2], t.c[3]}; }
};
template <int N>
using WordsOf = typename Words<N>::Type;

// Layers below 0 count as far above the last one.
HELPER int layer_number(Descriptor* d, int layer) {
  const unsigned last = (unsigned)d->layers - 1, wanted = (unsigned)layer;
  return (int)(wanted < last ? wanted : last);
}

// One lookup at a level of a 1-D, 2-D or 3-D texture, or in a layer; offsets in texels, if any.
template <int D, int N, bool kFloats>
HELPER Texel<N> at_level(Descriptor* d, Level* level, int layer, const float* x,
                         const int* offsets = nullptr) {
  const long long slice = layer * level->slice;
  if constexpr (D == 1) {
    // A GPU has a 1-D texture as a picture of one row, whose edge is at 0: in a filter the border
    // lies half over it. A negative offset leaves the row (on an H200 its sign goes on into the
    // bits of the next direction). Neither is so in layers.
    if (d->shape == TextureShape::k1D && d->address[1] == AddressMode::kBorder) {
      const float plane[2] = {x[0], 0.0f};
      const int moved[2] = {offsets ? offsets[0] : 0, offsets && offsets[0] < 0 ? -1 : 0};
      if constexpr (kFloats) {
        if (d->linear) return linear<2, N>(d, level, slice, plane, moved);
      }
      if (moved[1]) return point<2, N, kFloats>(d, level, slice, plane, moved);
    }
  }
  return look_up<D, N, kFloats>(d, level, slice, x, offsets);
}

// Lookups without a level look at this one.
HELPER Level* plain_level(Descriptor* d) {
  return &d->level[d->plain_level];
}
