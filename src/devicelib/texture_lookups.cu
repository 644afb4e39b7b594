// SPDX-License-Identifier: Apache-2.0
// Texture lookups: what include/heddle/textures.h calls. Names end with f (numbers) or i (stored
// integers) and how many components are wanted. A lookup that the object is not for gives zeros.
#include "devicelib/texture_filter.h"

namespace {

__device__ __forceinline__ Descriptor* object_of(unsigned long long handle) {
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
__device__ __forceinline__ int layer_at(Descriptor* d, int layer) {
  const unsigned last = (unsigned)d->layers - 1, wanted = (unsigned)layer;
  return (int)(wanted < last ? wanted : last) * d->level[0].slice;
}

// A GPU filters a 1-D texture as one row: the border lies half over it.
template <int N>
__device__ __forceinline__ Texel<N> half_border(Descriptor* d, Texel<N> t) {
  for (int c = 0; c < N; ++c) {
    const float outside = number_of(d, d->border[c], c);
    t.c[c] = bits<unsigned>(0.5f * (bits<float>(t.c[c]) + outside));
  }
  return t;
}

template <int N, bool kFloats>
__device__ __forceinline__ Texel<N> row(Descriptor* d, int slice, float x) {
  auto t = look_up<1, N, kFloats>(d, &d->level[0], slice, &x);
  if (kFloats && d->linear && d->address[1] == AddressMode::kBorder) t = half_border(d, t);
  return t;
}

template <int N, bool kFloats>
__device__ __forceinline__ WordsOf<N> fetch(unsigned long long handle, int x) {
  Descriptor* d = object_of(handle);
  Texel<N> t = {};
  if (d->shape == TextureShape::kLinear && (unsigned)x < (unsigned)d->level[0].size[0]) {
    const int offset = x << d->texel_shift;
    if (d->bits == 32) {
      t = load_words<N>(d, &d->level[0], offset);
    } else {
      t = load_small<N>(d, &d->level[0], offset);
      if (kFloats && d->kind != TexelKind::kInteger) {
        for (int c = 0; c < N; ++c) {
          if (c < d->components) t.c[c] = bits<unsigned>(number_of(d, t.c[c], c));
        }
      }
    }
  }
  return Words<N>::of(t);
}

template <int N, bool kFloats>
__device__ __forceinline__ WordsOf<N> tex1d(unsigned long long handle, float x) {
  Descriptor* d = object_of(handle);
  if (d->shape != TextureShape::k1D) return {};
  return Words<N>::of(row<N, kFloats>(d, 0, x));
}

template <int N, bool kFloats>
__device__ __forceinline__ WordsOf<N> tex1d_layered(unsigned long long handle, float x, int layer) {
  Descriptor* d = object_of(handle);
  if (d->shape != TextureShape::k1DLayered) return {};
  return Words<N>::of(row<N, kFloats>(d, layer_at(d, layer), x));
}

template <int N, bool kFloats>
__device__ __forceinline__ WordsOf<N> tex2d(unsigned long long handle, float x, float y) {
  Descriptor* d = object_of(handle);
  if (d->shape != TextureShape::k2D) return {};
  const float at[2] = {x, y};
  return Words<N>::of(look_up<2, N, kFloats>(d, &d->level[0], 0, at));
}

template <int N, bool kFloats>
__device__ __forceinline__ WordsOf<N> tex2d_layered(unsigned long long handle, float x, float y,
                                                    int layer) {
  Descriptor* d = object_of(handle);
  if (d->shape != TextureShape::k2DLayered) return {};
  const float at[2] = {x, y};
  return Words<N>::of(look_up<2, N, kFloats>(d, &d->level[0], layer_at(d, layer), at));
}

template <int N, bool kFloats>
__device__ __forceinline__ WordsOf<N> tex3d(unsigned long long handle, float x, float y, float z) {
  Descriptor* d = object_of(handle);
  if (d->shape != TextureShape::k3D) return {};
  const float at[3] = {x, y, z};
  return Words<N>::of(look_up<3, N, kFloats>(d, &d->level[0], 0, at));
}

}  // namespace

extern "C" {

#define LOOKUPS(n, s, floats)                                                                    \
  __device__ WordsOf<n> __heddle_tex1Dfetch_##s##n(unsigned long long t, int x) {                \
    return fetch<n, floats>(t, x);                                                               \
  }                                                                                              \
  __device__ WordsOf<n> __heddle_tex1D_##s##n(unsigned long long t, float x) {                   \
    return tex1d<n, floats>(t, x);                                                               \
  }                                                                                              \
  __device__ WordsOf<n> __heddle_tex1DLayered_##s##n(unsigned long long t, float x, int l) {     \
    return tex1d_layered<n, floats>(t, x, l);                                                    \
  }                                                                                              \
  __device__ WordsOf<n> __heddle_tex2D_##s##n(unsigned long long t, float x, float y) {          \
    return tex2d<n, floats>(t, x, y);                                                            \
  }                                                                                              \
  __device__ WordsOf<n> __heddle_tex2DLayered_##s##n(unsigned long long t, float x, float y,     \
                                                     int l) {                                    \
    return tex2d_layered<n, floats>(t, x, y, l);                                                 \
  }                                                                                              \
  __device__ WordsOf<n> __heddle_tex3D_##s##n(unsigned long long t, float x, float y, float z) { \
    return tex3d<n, floats>(t, x, y, z);                                                         \
  }
LOOKUPS(1, f, true)
LOOKUPS(2, f, true)
LOOKUPS(4, f, true)
LOOKUPS(1, i, false)
LOOKUPS(2, i, false)
LOOKUPS(4, i, false)
#undef LOOKUPS
}
