// SPDX-License-Identifier: Apache-2.0
// tex2Dgather and tld4: one component of the four texels that a linear filter would take.
#include "devicelib/texture_faces.h"

namespace {

template <bool kFloats>
HELPER unsigned one_of(Descriptor* d, long long slice, const Place* at, int corner, int component) {
  Level* level = plain_level(d);
  const long long offset = slice + offset_of<2>(d, level, at, corner);
  Texel<4> t;
  if (d->bits == 32) {
    t = load_words<4>(d, level, offset);
  } else {
    t = load_small<4>(d, level, offset);
  }
  t = or_border<4>(d, t, is_inside<2>(at, corner));
  const unsigned v = component == 0   ? t.c[0]
                     : component == 1 ? t.c[1]
                     : component == 2 ? t.c[2]
                                      : t.c[3];
  if (!kFloats || d->bits == 32 || d->kind == TexelKind::kInteger) return v;
  if (component >= d->components) return 0;
  // As a filter makes them of signed bytes (an H200).
  if (d->kind == TexelKind::kSigned) {
    const float one = d->bits == 8 ? 127.0f : 32767.0f;
    return bits<unsigned>(at_least(rounded_sum((float)(int)v * 256.0f, one, 32767.0f), -1.0f));
  }
  return bits<unsigned>(number_of(d, v, component));
}

template <bool kFloats>
HELPER uint4 four_of(Descriptor* d, int layer, const float* x, int component, int right, int down) {
  Level* level = plain_level(d);
  const long long slice = layer * level->slice;
  const Place at[2] = {between(d, level, 0, x[0], right), between(d, level, 1, x[1], down)};
  return {one_of<kFloats>(d, slice, at, 2, component), one_of<kFloats>(d, slice, at, 3, component),
          one_of<kFloats>(d, slice, at, 1, component), one_of<kFloats>(d, slice, at, 0, component)};
}

template <bool kFloats>
HELPER uint4 gather(unsigned long long handle, float x, float y, int component) {
  Descriptor* d = object_of(handle);
  const float at[2] = {x, y};
  return d->shape == TextureShape::k2D ? four_of<kFloats>(d, 0, at, component, 0, 0) : uint4{};
}

// With offsets, and in layers.
template <bool kFloats>
HELPER uint4 gather_moved(unsigned long long handle, TextureShape shape, const float* x, int layer,
                          int component, int right, int down) {
  Descriptor* d = object_of(handle);
  if (d->shape != shape) return {};
  const int at = shape == TextureShape::k2D ? 0 : layer_number(d, layer);
  return four_of<kFloats>(d, at, x, component, right, down);
}

// Cubemaps: all four texels are of the face that the direction meets.
template <bool kFloats>
HELPER uint4 gather_cube(unsigned long long handle, TextureShape shape, Direction x, int layer,
                         int component) {
  Descriptor* d = object_of(handle);
  if (d->shape != shape) return {};
  const OnFace at = face_of(x);
  return four_of<kFloats>(d, first_face_of(d, layer) + at.face, at.x, component, 0, 0);
}

}  // namespace

extern "C" {
__device__ uint4 __heddle_tex2Dgather_f4(unsigned long long t, float x, float y, int component) {
  return gather<true>(t, x, y, component);
}
__device__ uint4 __heddle_tex2Dgather_i4(unsigned long long t, float x, float y, int component) {
  return gather<false>(t, x, y, component);
}
#define GATHERS(s, f)                                                                            \
  __device__ uint4 __heddle_tex_gather_##s##4(unsigned long long t, int shape, float x, float y, \
                                              int layer, int component, int right, int down) {   \
    const float at[2] = {x, y};                                                                  \
    return gather_moved<f>(t, (TextureShape)shape, at, layer, component, right, down);           \
  }                                                                                              \
  __device__ uint4 __heddle_tex_gather_cube_##s##4(unsigned long long t, int shape, float x,     \
                                                   float y, float z, int layer, int component) { \
    return gather_cube<f>(t, (TextureShape)shape, {x, y, z}, layer, component);                  \
  }
GATHERS(f, true)
GATHERS(i, false)
}
