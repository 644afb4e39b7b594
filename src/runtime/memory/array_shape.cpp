// SPDX-License-Identifier: Apache-2.0
// Which arrays a GPU makes (CUDA Runtime API, cudaMalloc3DArray).
#include <algorithm>

#include "process/device_state.h"
#include "runtime/memory/array.h"

namespace heddle::runtime {
namespace {

constexpr unsigned kFlags = cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap |
                            cudaArrayTextureGather | cudaArrayColorAttachment | cudaArraySparse |
                            cudaArrayDeferredMapping;

// One, two or four components of as many bits each.
Error check_texel(const engine::ArrayShape& shape) {
  const int* bits = shape.bits;
  int components = 0;
  while (components < 4 && bits[components] != 0) ++components;
  for (int i = 0; i < 4; ++i) {
    if (bits[i] != (i < components ? bits[0] : 0)) return Error::kInvalidChannelDescriptor;
  }
  const bool count = components == 1 || components == 2 || components == 4;
  bool size = bits[0] == 8 || bits[0] == 16 || bits[0] == 32;
  switch (shape.format) {
    case cudaChannelFormatKindFloat:
      size = size && bits[0] != 8;
      break;
    case cudaChannelFormatKindSigned:
    case cudaChannelFormatKindUnsigned:
      break;
    case cudaChannelFormatKindNV12:
      return Error::kNotSupported;
    default:
      size = size && bits[0] != 32 && shape.format > cudaChannelFormatKindNV12 &&
             shape.format <= cudaChannelFormatKindSignedNormalized16X4;
  }
  return count && size ? Error::kSuccess : Error::kInvalidChannelDescriptor;
}

template <class Limits>
bool within(const Limits& limits, std::initializer_list<std::size_t> sizes) {
  std::size_t i = 0;
  return std::all_of(sizes.begin(), sizes.end(), [&](std::size_t size) {
    return size >= 1 && size <= static_cast<std::size_t>(limits[i++]);
  });
}

bool within_limits(const engine::ArrayShape& s, const gpu::TextureLimits& t, bool mipmapped) {
  const bool surface = s.flags & cudaArraySurfaceLoadStore;
  const bool layered = s.flags & cudaArrayLayered;
  if (s.flags & cudaArrayCubemap) {
    if (s.width != s.height) return false;
    if (!layered) {
      return s.depth == 6 && within(surface ? t.max_surface_cubemap : t.max_cubemap, {s.width});
    }
    return s.depth % 6 == 0 &&
           within(surface ? t.max_surface_cubemap_layered : t.max_cubemap_layered,
                  {s.width, s.depth});
  }
  if (layered && !s.height) {
    return within(surface ? t.max_surface_1d_layered : t.max_1d_layered, {s.width, s.depth});
  }
  if (layered) {
    return within(surface ? t.max_surface_2d_layered : t.max_2d_layered,
                  {s.width, s.height, s.depth});
  }
  if (!s.height) {
    return !s.depth && within(mipmapped ? t.max_1d_mipmap
                              : surface ? t.max_surface_1d
                                        : t.max_1d,
                              {s.width});
  }
  if (!s.depth) {
    const bool gather = s.flags & cudaArrayTextureGather;
    return within(mipmapped ? t.max_2d_mipmap
                  : gather  ? t.max_2d_gather
                  : surface ? t.max_surface_2d
                            : t.max_2d,
                  {s.width, s.height});
  }
  const auto sizes = {s.width, s.height, s.depth};
  return within(surface ? t.max_surface_3d : t.max_3d, sizes) ||
         (!surface && within(t.max_3d_alternate, sizes));
}

}  // namespace

Error check_shape(const engine::ArrayShape& shape, int device, bool mipmapped) {
  HEDDLE_RETURN_IF_ERROR(check_texel(shape));
  if (shape.flags & ~kFlags) return Error::kInvalidValue;
  if (shape.flags & cudaArraySparse) return Error::kNotSupported;
  // Gathers are of plain 2-D arrays.
  const bool plain_2d = shape.height && !shape.depth && !(shape.flags & cudaArrayLayered);
  if ((shape.flags & cudaArrayTextureGather) && !plain_2d) return Error::kInvalidValue;
  const gpu::TextureLimits& limits = device_state(device).model.texture;
  return within_limits(shape, limits, mipmapped) ? Error::kSuccess : Error::kInvalidValue;
}

}  // namespace heddle::runtime
