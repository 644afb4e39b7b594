// SPDX-License-Identifier: Apache-2.0
// Surfaces: where the bytes lie that include/heddle/surfaces.h reads and writes. x counts bytes.
#include "devicelib/texture_texels.h"

namespace {

// Boundary modes have the numbers of cudaSurfaceBoundaryMode.
constexpr int kZero = 0, kClamp = 1;

// No memory is ever mapped there: an access ends the kernel, cudaErrorIllegalAddress.
constexpr unsigned long long kNowhere = 64;

__device__ __forceinline__ int confined(int i, int count, int mode, bool* inside) {
  *inside &= (unsigned)i < (unsigned)count;
  if (mode != kClamp) return i;
  const int low = i < 0 ? 0 : i;
  return low < count ? low : count - 1;
}

}  // namespace

// The address of `bytes` bytes at x, y, z (a slice, or a layer), of which those that the surface
// has no use for are 0; 0 where nothing is to be read or written.
extern "C" __device__ unsigned long long __heddle_surface(unsigned long long handle,
                                                          int shape_number, int bytes, int x, int y,
                                                          int z, int mode) {
  Descriptor* d = (Descriptor*)handle;
  const auto shape = (TextureShape)shape_number;
  if (d->shape != shape) return kNowhere;
  Level* level = &d->level[0];
  const bool layered = shape == TextureShape::k1DLayered || shape == TextureShape::k2DLayered ||
                       shape == TextureShape::kCubemap || shape == TextureShape::kCubemapLayered;
  bool inside = true;
  const int row_bytes = level->size[0] << d->texel_shift;
  // Whole elements of the row count.
  const int at = (mode == kClamp && x < 0) ? 0 : x / bytes;
  inside &= x >= 0;
  x = confined(at, row_bytes / bytes, mode, &inside) * bytes + (x & (bytes - 1));
  y = confined(y, level->size[1], mode, &inside);
  if (layered) {
    // Layers below 0 count as far above the last one.
    if (mode == kClamp && z < 0) z = d->layers;
    z = confined(z, d->layers, mode, &inside);
  } else {
    z = confined(z, level->size[2], mode, &inside);
  }
  const unsigned long long address =
      level->base + (long long)x + (long long)y * level->row + (long long)z * level->slice;
  if (mode == kClamp || inside) return address;
  return mode == kZero ? 0 : kNowhere;
}
