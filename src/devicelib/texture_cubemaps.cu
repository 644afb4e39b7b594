// SPDX-License-Identifier: Apache-2.0
// Lookups in cubemaps.
#include "devicelib/texture_faces.h"

namespace {

template <int N, bool kFloats>
HELPER Texel<N> cube_at(Descriptor* d, Level* level, int first_face, const OnFace& at) {
  if constexpr (kFloats) {
    if (d->linear && d->seamless) {
      return seamless<N>(d, level, first_face * level->slice, at);
    }
  }
  return look_up<2, N, kFloats>(d, level, (first_face + at.face) * level->slice, at.x);
}

template <int N, bool kFloats>
HELPER WordsOf<N> cube(unsigned long long handle, TextureShape shape, Direction x, int layer) {
  Descriptor* d = object_of(handle);
  if (d->shape != shape) return {};
  return Words<N>::of(cube_at<N, kFloats>(d, plain_level(d), first_face_of(d, layer), face_of(x)));
}

template <int N, bool kFloats>
HELPER WordsOf<N> cube_lod(unsigned long long handle, TextureShape shape, Direction x, int layer,
                           float lod) {
  Descriptor* d = object_of(handle);
  if (d->shape != shape) return {};
  const OnFace at = face_of(x);
  return Words<N>::of(at_lod<N, kFloats>(d, lod, [&](Level* level) {
    return cube_at<N, kFloats>(d, level, first_face_of(d, layer), at);
  }));
}

template <int N, bool kFloats>
HELPER WordsOf<N> cube_grad(unsigned long long handle, TextureShape shape, Direction x, int layer,
                            float4 dx, float4 dy) {
  Descriptor* d = object_of(handle);
  if (d->shape != shape) return {};
  return cube_lod<N, kFloats>(handle, shape, x, layer,
                              lod_of_cube(d, x, {dx.x, dx.y, dx.z}, {dy.x, dy.y, dy.z}));
}

}  // namespace

extern "C" {

#define LOOKUPS(n, s, f)                                                                          \
  __device__ WordsOf<n> __heddle_texCubemap_##s##n(unsigned long long t, float x, float y,        \
                                                   float z) {                                     \
    return cube<n, f>(t, TextureShape::kCubemap, {x, y, z}, 0);                                   \
  }                                                                                               \
  __device__ WordsOf<n> __heddle_texCubemapLod_##s##n(unsigned long long t, float x, float y,     \
                                                      float z, float level) {                     \
    return cube_lod<n, f>(t, TextureShape::kCubemap, {x, y, z}, 0, level);                        \
  }                                                                                               \
  __device__ WordsOf<n> __heddle_texCubemapGrad_##s##n(unsigned long long t, float x, float y,    \
                                                       float z, float4 dx, float4 dy) {           \
    return cube_grad<n, f>(t, TextureShape::kCubemap, {x, y, z}, 0, dx, dy);                      \
  }                                                                                               \
  __device__ WordsOf<n> __heddle_texCubemapLayered_##s##n(unsigned long long t, float x, float y, \
                                                          float z, int layer) {                   \
    return cube<n, f>(t, TextureShape::kCubemapLayered, {x, y, z}, layer);                        \
  }                                                                                               \
  __device__ WordsOf<n> __heddle_texCubemapLayeredLod_##s##n(                                     \
      unsigned long long t, float x, float y, float z, int layer, float level) {                  \
    return cube_lod<n, f>(t, TextureShape::kCubemapLayered, {x, y, z}, layer, level);             \
  }                                                                                               \
  __device__ WordsOf<n> __heddle_texCubemapLayeredGrad_##s##n(                                    \
      unsigned long long t, float x, float y, float z, int layer, float4 dx, float4 dy) {         \
    return cube_grad<n, f>(t, TextureShape::kCubemapLayered, {x, y, z}, layer, dx, dy);           \
  }
LOOKUPS(1, f, true)
LOOKUPS(2, f, true)
LOOKUPS(4, f, true)
LOOKUPS(1, i, false)
LOOKUPS(2, i, false)
LOOKUPS(4, i, false)
}
