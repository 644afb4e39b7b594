// SPDX-License-Identifier: Apache-2.0
// Texture lookups: what include/heddle/textures.h calls. Names end with f (numbers) or i (stored
// integers) and how many components are wanted. A lookup that the object is not for gives zeros.
#include "devicelib/texture_words.h"

namespace {

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

template <int D, int N, bool kFloats>
__device__ __forceinline__ WordsOf<N> plain(unsigned long long handle, TextureShape shape,
                                            const float* x, int layer) {
  Descriptor* d = object_of(handle);
  if (d->shape != shape) return {};
  return Words<N>::of(at_level<D, N, kFloats>(d, plain_level(d), layer_number(d, layer), x));
}

}  // namespace

extern "C" {

#define LIST(...) {__VA_ARGS__}
#define LOOKUP(name, n, s, floats, shape, dims, x, layer, ...)                        \
  __device__ WordsOf<n> __heddle_##name##_##s##n(unsigned long long t, __VA_ARGS__) { \
    const float at[] = x;                                                             \
    return plain<dims, n, floats>(t, TextureShape::shape, at, layer);                 \
  }
#define LOOKUPS(n, s, f)                                                           \
  __device__ WordsOf<n> __heddle_tex1Dfetch_##s##n(unsigned long long t, int x) {  \
    return fetch<n, f>(t, x);                                                      \
  }                                                                                \
  LOOKUP(tex1D, n, s, f, k1D, 1, LIST(x), 0, float x)                              \
  LOOKUP(tex2D, n, s, f, k2D, 2, LIST(x, y), 0, float x, float y)                  \
  LOOKUP(tex3D, n, s, f, k3D, 3, LIST(x, y, z), 0, float x, float y, float z)      \
  LOOKUP(tex1DLayered, n, s, f, k1DLayered, 1, LIST(x), layer, float x, int layer) \
  LOOKUP(tex2DLayered, n, s, f, k2DLayered, 2, LIST(x, y), layer, float x, float y, int layer)
LOOKUPS(1, f, true)
LOOKUPS(2, f, true)
LOOKUPS(4, f, true)
LOOKUPS(1, i, false)
LOOKUPS(2, i, false)
LOOKUPS(4, i, false)
}
