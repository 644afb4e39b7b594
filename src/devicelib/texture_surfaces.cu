// SPDX-License-Identifier: Apache-2.0
// Surfaces: what include/heddle/surfaces.h and PTX read and write. x counts bytes.
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
      level->base + (long long)x + (long long)y * level->row + z * level->slice;
  if (mode == kClamp || inside) return address;
  return mode == kZero ? 0 : kNowhere;
}

// Object, shape, x, y, z, boundary mode.
#define AT unsigned long long s, int shape, int x, int y, int z, int mode
#define ADDRESS(bytes) __heddle_surface(s, shape, bytes, x, y, z, mode)

namespace {

template <class T>
HELPER T read(unsigned long long at) {
  T value = {};
  if (at) value = *(const T*)at;
  return value;
}
template <class T>
HELPER void write(unsigned long long at, T value) {
  if (at) *(T*)at = value;
}

}  // namespace

extern "C" {
__device__ unsigned char __heddle_surface_read1(AT) {
  return read<unsigned char>(ADDRESS(1));
}
__device__ unsigned short __heddle_surface_read2(AT) {
  return read<unsigned short>(ADDRESS(2));
}
__device__ unsigned __heddle_surface_read4(AT) {
  return read<unsigned>(ADDRESS(4));
}
__device__ uint2 __heddle_surface_read8(AT) {
  return read<uint2>(ADDRESS(8));
}
__device__ uint4 __heddle_surface_read16(AT) {
  return read<uint4>(ADDRESS(16));
}
__device__ void __heddle_surface_write1(AT, unsigned char v) {
  write(ADDRESS(1), v);
}
__device__ void __heddle_surface_write2(AT, unsigned short v) {
  write(ADDRESS(2), v);
}
__device__ void __heddle_surface_write4(AT, unsigned v) {
  write(ADDRESS(4), v);
}
__device__ void __heddle_surface_write8(AT, unsigned a, unsigned b) {
  write(ADDRESS(8), uint2{a, b});
}
__device__ void __heddle_surface_write16(AT, unsigned a, unsigned b, unsigned c, unsigned d) {
  write(ADDRESS(16), uint4{a, b, c, d});
}
}
