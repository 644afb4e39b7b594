// SPDX-License-Identifier: Apache-2.0
// Texture lookups: what include/heddle/textures.h calls. Names end with f (numbers) or i (stored
// integers) and how many components are wanted. A lookup that the object is not for gives zeros.
#include "devicelib/texture_quick.h"

namespace {

template <int N, bool kFloats>
__device__ __forceinline__ WordsOf<N> fetch(unsigned long long handle, int x) {
  Descriptor* d = object_of(handle);
  Texel<N> t = {};
  if (d->shape == TextureShape::kLinear && (unsigned)x < (unsigned)d->level[0].size[0]) {
    const int offset = (int)(((unsigned)x << d->texel_shift) - (unsigned)kLinearMiddle);
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

// Objects of all kinds.
template <int D, int N, bool kFloats>
HELPER WordsOf<N> any(unsigned long long handle, TextureShape shape, const float* x, int layer) {
  Descriptor* d = object_of(handle);
  if (d->shape != shape) return {};
  return Words<N>::of(at_level<D, N, kFloats>(d, plain_level(d), layer_number(d, layer), x));
}

// any_lookup(numbers): the function for all objects. It is given more than it needs, so that what
// the numbers are made of is made ahead of the branches, once for lookups that share a coordinate.
template <int D, int N, bool kFloats, class Any>
HELPER WordsOf<N> plain(unsigned long long handle, TextureShape shape, const float* x, int layer,
                        Any any_lookup) {
  Descriptor* d = object_of(handle);
  Level* level = plain_level(d);
  const int column = quick_index(level, 0, x[0]) << d->texel_shift;
  int rows = layer_number(d, layer) * (int)level->slice;
  if constexpr (D > 1) rows += quick_index(level, 1, x[1]) * level->row;
  if constexpr (D > 2) rows += quick_index(level, 2, x[2]) * (int)level->slice;
  if (d->quick == (heddle::image::kQuickPoint | (int)shape)) {
    return Words<N>::of(load_words<N>(d, level, rows + column));
  }
  if constexpr (kFloats) {
    if (d->quick == (heddle::image::kQuickLinear | (int)shape)) {
      return Words<N>::of(
          quick_linear<D, N>(d, level, layer_number(d, layer) * (int)level->slice, x));
    }
  }
  return any_lookup(column + rows);
}

}  // namespace

extern "C" {

// The code for all objects is long: a kernel has it once, as a function that is called
// (compiler/passes/link/inline_functions.h knows the name).

#define AT1 at[0]
#define AT2 at[0], at[1]
#define AT3 at[0], at[1], at[2]
#define COORDINATES1 float x
#define COORDINATES2 float x, float y
#define COORDINATES3 float x, float y, float z
#define XYZ1 {x}
#define XYZ2 {x, y}
#define XYZ3 {x, y, z}
#define LOOKUP(name, n, s, floats, shape, dims, layer, ...)                            \
  __device__ __attribute__((noinline)) WordsOf<n> __heddle_any_##name##_##s##n(        \
      unsigned long long t, COORDINATES##dims, int in_layer, int) {                    \
    const float at[] = XYZ##dims;                                                      \
    return any<dims, n, floats>(t, TextureShape::shape, at, in_layer);                 \
  }                                                                                    \
  __device__ WordsOf<n> __heddle_##name##_##s##n(unsigned long long t, __VA_ARGS__) {  \
    const float at[] = XYZ##dims;                                                      \
    return plain<dims, n, floats>(t, TextureShape::shape, at, layer, [&](int number) { \
      return __heddle_any_##name##_##s##n(t, AT##dims, layer, number);                 \
    });                                                                                \
  }
#define LOOKUPS(n, s, f)                                                          \
  __device__ WordsOf<n> __heddle_tex1Dfetch_##s##n(unsigned long long t, int x) { \
    return fetch<n, f>(t, x);                                                     \
  }                                                                               \
  LOOKUP(tex1D, n, s, f, k1D, 1, 0, COORDINATES1)                                 \
  LOOKUP(tex2D, n, s, f, k2D, 2, 0, COORDINATES2)                                 \
  LOOKUP(tex3D, n, s, f, k3D, 3, 0, COORDINATES3)                                 \
  LOOKUP(tex1DLayered, n, s, f, k1DLayered, 1, layer, COORDINATES1, int layer)    \
  LOOKUP(tex2DLayered, n, s, f, k2DLayered, 2, layer, COORDINATES2, int layer)
LOOKUPS(1, f, true)
LOOKUPS(2, f, true)
LOOKUPS(4, f, true)
LOOKUPS(1, i, false)
LOOKUPS(2, i, false)
LOOKUPS(4, i, false)
}
