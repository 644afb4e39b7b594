// SPDX-License-Identifier: Apache-2.0
// Lookups at a level, and with gradients.
#include "devicelib/texture_levels.h"

namespace {

// A lookup that the object is not for gives zeros.
template <int D, int N, bool kFloats>
HELPER WordsOf<N> lod_lookup(unsigned long long handle, TextureShape shape, const float* x,
                             int layer, float lod) {
  Descriptor* d = object_of(handle);
  if (d->shape != shape) return {};
  return Words<N>::of(at_lod<N, kFloats>(d, lod, [&](Level* level) {
    return at_level<D, N, kFloats>(d, level, layer_number(d, layer), x);
  }));
}
template <int D, int N, bool kFloats>
HELPER WordsOf<N> grad_lookup(unsigned long long handle, TextureShape shape, const float* x,
                              int layer, const float* dx, const float* dy) {
  Descriptor* d = object_of(handle);
  if (d->shape != shape) return {};
  return lod_lookup<D, N, kFloats>(handle, shape, x, layer, lod_of(d, D, dx, dy));
}

}  // namespace

extern "C" {

#define HEDDLE_P(...) , __VA_ARGS__
#define LOD(name, n, s, floats, shape, dims, x, layer, ...)                            \
  __device__ WordsOf<n> __heddle_##name##Lod_##s##n(unsigned long long t, __VA_ARGS__, \
                                                    float lod) {                       \
    const float at[] = x;                                                              \
    return lod_lookup<dims, n, floats>(t, TextureShape::shape, at, layer, lod);        \
  }
#define GRAD(name, n, s, floats, shape, dims, Step, x, layer, steps, ...)                        \
  __device__ WordsOf<n> __heddle_##name##Grad_##s##n(unsigned long long t, __VA_ARGS__, Step dx, \
                                                     Step dy) {                                  \
    const float at[] = x, x_step[] = steps(dx), y_step[] = steps(dy);                            \
    return grad_lookup<dims, n, floats>(t, TextureShape::shape, at, layer, x_step, y_step);      \
  }
#define LIST(...) {__VA_ARGS__}
#define STEP1(d) {d}
#define STEP2(d) {d.x, d.y}
#define STEP3(d) {d.x, d.y, d.z}
#define LOOKUPS(n, s, f)                                                                         \
  LOD(tex1D, n, s, f, k1D, 1, LIST(x), 0, float x)                                               \
  LOD(tex2D, n, s, f, k2D, 2, LIST(x, y), 0, float x, float y)                                   \
  LOD(tex3D, n, s, f, k3D, 3, LIST(x, y, z), 0, float x, float y, float z)                       \
  LOD(tex1DLayered, n, s, f, k1DLayered, 1, LIST(x), layer, float x, int layer)                  \
  LOD(tex2DLayered, n, s, f, k2DLayered, 2, LIST(x, y), layer, float x, float y, int layer)      \
  GRAD(tex1D, n, s, f, k1D, 1, float, LIST(x), 0, STEP1, float x)                                \
  GRAD(tex2D, n, s, f, k2D, 2, float2, LIST(x, y), 0, STEP2, float x, float y)                   \
  GRAD(tex3D, n, s, f, k3D, 3, float4, LIST(x, y, z), 0, STEP3, float x, float y, float z)       \
  GRAD(tex1DLayered, n, s, f, k1DLayered, 1, float, LIST(x), layer, STEP1, float x, int layer)   \
  GRAD(tex2DLayered, n, s, f, k2DLayered, 2, float2, LIST(x, y), layer, STEP2, float x, float y, \
       int layer)
LOOKUPS(1, f, true)
LOOKUPS(2, f, true)
LOOKUPS(4, f, true)
LOOKUPS(1, i, false)
LOOKUPS(2, i, false)
LOOKUPS(4, i, false)
}
