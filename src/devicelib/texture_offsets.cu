// SPDX-License-Identifier: Apache-2.0
// Lookups with offsets in texels, which PTX has and CUDA C++ has not (PTX ISA, "tex"). They are as
// an H200 has them: texels are moved, then the address mode holds (tests/ptx/objects/offsets.cu).
#include "devicelib/texture_levels.h"

namespace {

// How a level is chosen: that of lookups that name none; x.x is it; from gradients.
enum Way : int { kPlain, kLevel, kGradients };

template <int D, bool kFloats>
HELPER uint4 moved(unsigned long long handle, TextureShape shape, const float* at, int layer,
                   const int* offsets, int way, Step x, Step y) {
  Descriptor* d = object_of(handle);
  if (d->shape != shape) return {};
  const auto look = [&](Level* level) {
    return at_level<D, 4, kFloats>(d, level, layer_number(d, layer), at, offsets);
  };
  if (way == kPlain) return Words<4>::of(look(plain_level(d)));
  const float dx[] = {x.x, x.y, x.z}, dy[] = {y.x, y.y, y.z};
  return Words<4>::of(at_lod<4, kFloats>(d, way == kLevel ? x.x : lod_of(d, D, dx, dy), look));
}

}  // namespace

extern "C" {

// Steps in directions that the object has not are 0.
#define STEPS int way, float xx, float xy, float xz, float yx, float yy, float yz
#define MOVED(s, f)                                                                                \
  __device__ uint4 __heddle_tex_moved1_##s##4(unsigned long long t, int shape, float x, int layer, \
                                              int right, STEPS) {                                  \
    return moved<1, f>(t, (TextureShape)shape, &x, layer, &right, way, {xx, xy, xz},               \
                       {yx, yy, yz});                                                              \
  }                                                                                                \
  __device__ uint4 __heddle_tex_moved2_##s##4(unsigned long long t, int shape, float x, float y,   \
                                              int layer, int right, int down, STEPS) {             \
    const float at[] = {x, y};                                                                     \
    const int by[] = {right, down};                                                                \
    return moved<2, f>(t, (TextureShape)shape, at, layer, by, way, {xx, xy, xz}, {yx, yy, yz});    \
  }                                                                                                \
  __device__ uint4 __heddle_tex_moved3_##s##4(unsigned long long t, int shape, float x, float y,   \
                                              float z, int layer, int right, int down, int back,   \
                                              STEPS) {                                             \
    const float at[] = {x, y, z};                                                                  \
    const int by[] = {right, down, back};                                                          \
    return moved<3, f>(t, (TextureShape)shape, at, layer, by, way, {xx, xy, xz}, {yx, yy, yz});    \
  }
MOVED(f, true)
MOVED(i, false)
}
