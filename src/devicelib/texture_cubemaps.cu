// SPDX-License-Identifier: Apache-2.0
// Cubemaps: the face that a direction meets, and where. Edges are not filtered across (the runtime
// refuses seamless cubemaps with a linear filter).
#include "devicelib/texture_levels.h"

namespace {

struct OnFace {
  int face;
  float x[2];  // from 0 to 1
};

// z wins over y and y over x where they are equal; a direction of no length, or with infinities,
// meets the middle of face 4 (both as on an H100).
HELPER OnFace face_of(float x, float y, float z) {
  const float ax = __builtin_fabsf(x), ay = __builtin_fabsf(y), az = __builtin_fabsf(z);
  const bool in_z = az >= ax && az >= ay, in_y = !in_z && ay >= ax;
  const float most = in_z ? az : in_y ? ay : ax;
  const float to = in_z ? z : in_y ? y : x;
  const bool below = __builtin_signbit(to);
  const bool good = most > 0.0f && most < __builtin_inff() && ax == ax && ay == ay && az == az;
  const float s = in_z ? (below ? -x : x) : in_y ? x : below ? z : -z;
  const float t = in_y ? (below ? -z : z) : -y;
  OnFace at;
  at.face = (in_z ? 4 : in_y ? 2 : 0) + (below ? 1 : 0);
  at.face = good ? at.face : 4;
  at.x[0] = good ? (s / most + 1.0f) * 0.5f : 0.5f;
  at.x[1] = good ? (t / most + 1.0f) * 0.5f : 0.5f;
  return at;
}

template <int N, bool kFloats>
HELPER WordsOf<N> cube(unsigned long long handle, TextureShape shape, float x, float y, float z,
                       int layer, bool has_level, float lod) {
  Descriptor* d = object_of(handle);
  if (d->shape != shape) return {};
  const OnFace at = face_of(x, y, z);
  const unsigned last = (unsigned)d->layers / 6 - 1, wanted = (unsigned)layer;
  const int slice = (int)(wanted < last ? wanted : last) * 6 + at.face;
  const auto look = [&](Level* level) {
    return look_up<2, N, kFloats>(d, level, slice * level->slice, at.x);
  };
  if (!has_level) return Words<N>::of(look(plain_level(d)));
  return Words<N>::of(at_lod<N, kFloats>(d, lod, look));
}

}  // namespace

extern "C" {

#define LOOKUPS(n, s, f)                                                                          \
  __device__ WordsOf<n> __heddle_texCubemap_##s##n(unsigned long long t, float x, float y,        \
                                                   float z) {                                     \
    return cube<n, f>(t, TextureShape::kCubemap, x, y, z, 0, false, 0);                           \
  }                                                                                               \
  __device__ WordsOf<n> __heddle_texCubemapLod_##s##n(unsigned long long t, float x, float y,     \
                                                      float z, float level) {                     \
    return cube<n, f>(t, TextureShape::kCubemap, x, y, z, 0, true, level);                        \
  }                                                                                               \
  __device__ WordsOf<n> __heddle_texCubemapLayered_##s##n(unsigned long long t, float x, float y, \
                                                          float z, int layer) {                   \
    return cube<n, f>(t, TextureShape::kCubemapLayered, x, y, z, layer, false, 0);                \
  }                                                                                               \
  __device__ WordsOf<n> __heddle_texCubemapLayeredLod_##s##n(                                     \
      unsigned long long t, float x, float y, float z, int layer, float level) {                  \
    return cube<n, f>(t, TextureShape::kCubemapLayered, x, y, z, layer, true, level);             \
  }
LOOKUPS(1, f, true)
LOOKUPS(2, f, true)
LOOKUPS(4, f, true)
LOOKUPS(1, i, false)
LOOKUPS(2, i, false)
LOOKUPS(4, i, false)
}
