// SPDX-License-Identifier: Apache-2.0
// tex2Dgather: one component of the four texels that a linear filter would take.
#include "devicelib/texture_words.h"

namespace {

template <bool kFloats>
HELPER unsigned one_of(Descriptor* d, const Place* at, int corner, int component) {
  Level* level = plain_level(d);
  const long long offset = offset_of<2>(d, level, at, corner);
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
HELPER uint4 gather(unsigned long long handle, float x, float y, int component) {
  Descriptor* d = object_of(handle);
  if (d->shape != TextureShape::k2D) return {};
  const Place at[2] = {between(d, plain_level(d), 0, x), between(d, plain_level(d), 1, y)};
  return {one_of<kFloats>(d, at, 2, component), one_of<kFloats>(d, at, 3, component),
          one_of<kFloats>(d, at, 1, component), one_of<kFloats>(d, at, 0, component)};
}

}  // namespace

extern "C" {
__device__ uint4 __heddle_tex2Dgather_f4(unsigned long long t, float x, float y, int component) {
  return gather<true>(t, x, y, component);
}
__device__ uint4 __heddle_tex2Dgather_i4(unsigned long long t, float x, float y, int component) {
  return gather<false>(t, x, y, component);
}
}
