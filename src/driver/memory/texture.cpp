// SPDX-License-Identifier: Apache-2.0
// Texture Object Management, Surface Object Management.
#include <algorithm>

#include "driver/memory/copy.h"
#include "driver/memory/format.h"
#include "runtime/memory/array.h"

namespace heddle::driver {
namespace {

constexpr unsigned kFlags = CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES |
                            CU_TRSF_SRGB | CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION |
                            CU_TRSF_SEAMLESS_CUBEMAP;

// `texel` is left alone for mipmapped arrays, which the runtime looks into itself.
cudaError_t describe(const CUDA_RESOURCE_DESC& from, cudaResourceDesc* out,
                     cudaChannelFormatDesc* texel) {
  *out = {};
  out->resType = static_cast<cudaResourceType>(from.resType);
  out->flags = from.flags;
  switch (from.resType) {
    case CU_RESOURCE_TYPE_ARRAY: {
      const auto* array = runtime::array_of(array_of(from.res.array.hArray));
      if (!array) return cudaErrorInvalidValue;
      const engine::ArrayShape& shape = array->shape;
      *texel = {shape.bits[0], shape.bits[1], shape.bits[2], shape.bits[3],
                static_cast<cudaChannelFormatKind>(shape.format)};
      out->res.array.array = array_of(from.res.array.hArray);
      return cudaSuccess;
    }
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
      out->res.mipmap.mipmap =
          reinterpret_cast<cudaMipmappedArray_t>(from.res.mipmap.hMipmappedArray);
      return cudaSuccess;
    case CU_RESOURCE_TYPE_LINEAR:
      out->res.linear.devPtr = pointer(from.res.linear.devPtr);
      out->res.linear.sizeInBytes = from.res.linear.sizeInBytes;
      if (auto e = texel_of(from.res.linear.format, from.res.linear.numChannels, texel)) return e;
      out->res.linear.desc = *texel;
      return cudaSuccess;
    case CU_RESOURCE_TYPE_PITCH2D:
      out->res.pitch2D.devPtr = pointer(from.res.pitch2D.devPtr);
      out->res.pitch2D.width = from.res.pitch2D.width;
      out->res.pitch2D.height = from.res.pitch2D.height;
      out->res.pitch2D.pitchInBytes = from.res.pitch2D.pitchInBytes;
      if (auto e = texel_of(from.res.pitch2D.format, from.res.pitch2D.numChannels, texel)) return e;
      out->res.pitch2D.desc = *texel;
      return cudaSuccess;
  }
  return cudaErrorInvalidValue;
}

// Integers of 8 and 16 bits become numbers from 0 or -1 to 1 unless the program wants them as they
// are; others never do.
cudaTextureReadMode read_mode(unsigned flags, const cudaChannelFormatDesc& texel) {
  const bool as_is =
      (flags & CU_TRSF_READ_AS_INTEGER) || texel.x == 32 || texel.f == cudaChannelFormatKindFloat;
  return as_is ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
}

cudaTextureDesc texture_of(const CUDA_TEXTURE_DESC& from, const cudaChannelFormatDesc& texel) {
  cudaTextureDesc to{};
  for (int i = 0; i < 3; ++i) {
    to.addressMode[i] = static_cast<cudaTextureAddressMode>(from.addressMode[i]);
  }
  to.filterMode = static_cast<cudaTextureFilterMode>(from.filterMode);
  to.readMode = read_mode(from.flags, texel);
  to.sRGB = (from.flags & CU_TRSF_SRGB) != 0;
  std::copy_n(from.borderColor, 4, to.borderColor);
  to.normalizedCoords = (from.flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
  to.maxAnisotropy = from.maxAnisotropy;
  to.mipmapFilterMode = static_cast<cudaTextureFilterMode>(from.mipmapFilterMode);
  to.mipmapLevelBias = from.mipmapLevelBias;
  to.minMipmapLevelClamp = from.minMipmapLevelClamp;
  to.maxMipmapLevelClamp = from.maxMipmapLevelClamp;
  to.disableTrilinearOptimization = (from.flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION) != 0;
  to.seamlessCubemap = (from.flags & CU_TRSF_SEAMLESS_CUBEMAP) != 0;
  return to;
}

}  // namespace

HEDDLE_DRIVER CUresult cuTexObjectCreate(CUtexObject* out, const CUDA_RESOURCE_DESC* resource,
                                         const CUDA_TEXTURE_DESC* texture,
                                         const CUDA_RESOURCE_VIEW_DESC* view) {
  return in_context([&] {
    if (!out || !resource || !texture || (texture->flags & ~kFlags)) return cudaErrorInvalidValue;
    cudaResourceDesc of;
    cudaChannelFormatDesc texel{};
    const auto error = describe(*resource, &of, &texel);
    if (error != cudaSuccess) return error;
    const cudaTextureDesc as = texture_of(*texture, texel);
    return cudaCreateTextureObject(out, &of, &as, same<const cudaResourceViewDesc>(view));
  });
}
HEDDLE_DRIVER CUresult cuTexObjectDestroy(CUtexObject texture) {
  return in_context([&] { return cudaDestroyTextureObject(texture); });
}
HEDDLE_DRIVER CUresult cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC* out,
                                                      CUtexObject texture) {
  return in_context([&] {
    return cudaGetTextureObjectResourceViewDesc(same<cudaResourceViewDesc>(out), texture);
  });
}

HEDDLE_DRIVER CUresult cuSurfObjectCreate(CUsurfObject* out, const CUDA_RESOURCE_DESC* resource) {
  return in_context([&] {
    if (!out || !resource) return cudaErrorInvalidValue;
    cudaResourceDesc of;
    cudaChannelFormatDesc texel{};
    const auto error = describe(*resource, &of, &texel);
    return error == cudaSuccess ? cudaCreateSurfaceObject(out, &of) : error;
  });
}
HEDDLE_DRIVER CUresult cuSurfObjectDestroy(CUsurfObject surface) {
  return in_context([&] { return cudaDestroySurfaceObject(surface); });
}

}  // namespace heddle::driver
