// SPDX-License-Identifier: Apache-2.0
// What texture and surface objects were made of.
#include <algorithm>

#include "driver/driver.h"
#include "driver/memory/format.h"
#include "runtime/memory/array.h"

namespace heddle::driver {
namespace {

unsigned channels_of(const cudaChannelFormatDesc& texel) {
  return texel.w ? 4 : texel.y ? 2 : 1;
}

CUDA_RESOURCE_DESC resource_of(const cudaResourceDesc& from) {
  CUDA_RESOURCE_DESC to{};  // NOLINT(bugprone-invalid-enum-default-initialization): it follows
  to.resType = static_cast<CUresourcetype>(from.resType);
  to.flags = from.flags;
  switch (from.resType) {
    case cudaResourceTypeArray:
      to.res.array.hArray = reinterpret_cast<CUarray>(from.res.array.array);
      break;
    case cudaResourceTypeMipmappedArray:
      to.res.mipmap.hMipmappedArray = reinterpret_cast<CUmipmappedArray>(from.res.mipmap.mipmap);
      break;
    case cudaResourceTypeLinear: {
      const auto& [address, texel, bytes] = from.res.linear;
      to.res.linear = {reinterpret_cast<CUdeviceptr>(address), format_of(texel.x, texel.f),
                       channels_of(texel), bytes};
      break;
    }
    case cudaResourceTypePitch2D: {
      const auto& [address, texel, width, height, pitch] = from.res.pitch2D;
      to.res.pitch2D = {reinterpret_cast<CUdeviceptr>(address),
                        format_of(texel.x, texel.f),
                        channels_of(texel),
                        width,
                        height,
                        pitch};
      break;
    }
  }
  return to;
}

// Whether "read as integer" says something: where bytes and 16-bit integers could become fractions.
bool may_become_fractions(const cudaResourceDesc& resource) {
  cudaChannelFormatDesc texel{};
  if (resource.resType == cudaResourceTypeLinear) texel = resource.res.linear.desc;
  if (resource.resType == cudaResourceTypePitch2D) texel = resource.res.pitch2D.desc;
  cudaArray_t array = nullptr;
  if (resource.resType == cudaResourceTypeArray) array = resource.res.array.array;
  if (resource.resType == cudaResourceTypeMipmappedArray &&
      cudaGetMipmappedArrayLevel(&array, resource.res.mipmap.mipmap, 0) != cudaSuccess) {
    return false;
  }
  if (array && cudaArrayGetInfo(&texel, nullptr, nullptr, array) != cudaSuccess) return false;
  return texel.x < 32 &&
         (texel.f == cudaChannelFormatKindSigned || texel.f == cudaChannelFormatKindUnsigned);
}

CUDA_TEXTURE_DESC texture_of(const cudaTextureDesc& from, const cudaResourceDesc& resource) {
  CUDA_TEXTURE_DESC to{};
  for (int i = 0; i < 3; ++i) {
    to.addressMode[i] = static_cast<CUaddress_mode>(from.addressMode[i]);
  }
  to.filterMode = static_cast<CUfilter_mode>(from.filterMode);
  const auto flag = [&](bool set, unsigned value) { to.flags |= set ? value : 0u; };
  flag(from.readMode == cudaReadModeElementType && may_become_fractions(resource),
       CU_TRSF_READ_AS_INTEGER);
  flag(from.normalizedCoords, CU_TRSF_NORMALIZED_COORDINATES);
  flag(from.sRGB, CU_TRSF_SRGB);
  flag(from.disableTrilinearOptimization, CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION);
  flag(from.seamlessCubemap, CU_TRSF_SEAMLESS_CUBEMAP);
  to.maxAnisotropy = from.maxAnisotropy;
  to.mipmapFilterMode = static_cast<CUfilter_mode>(from.mipmapFilterMode);
  to.mipmapLevelBias = from.mipmapLevelBias;
  to.minMipmapLevelClamp = from.minMipmapLevelClamp;
  to.maxMipmapLevelClamp = from.maxMipmapLevelClamp;
  std::copy_n(from.borderColor, 4, to.borderColor);
  return to;
}

}  // namespace

HEDDLE_DRIVER CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC* out, CUtexObject texture) {
  return in_context([&] {
    cudaResourceDesc resource;
    if (!out) return cudaErrorInvalidValue;
    const auto error = cudaGetTextureObjectResourceDesc(&resource, texture);
    if (error == cudaSuccess) *out = resource_of(resource);
    return error;
  });
}
HEDDLE_DRIVER CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC* out, CUtexObject texture) {
  return in_context([&] {
    cudaResourceDesc resource;
    cudaTextureDesc how;
    if (!out) return cudaErrorInvalidValue;
    auto error = cudaGetTextureObjectResourceDesc(&resource, texture);
    if (error == cudaSuccess) error = cudaGetTextureObjectTextureDesc(&how, texture);
    if (error == cudaSuccess) *out = texture_of(how, resource);
    return error;
  });
}
HEDDLE_DRIVER CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC* out, CUsurfObject surface) {
  return in_context([&] {
    cudaResourceDesc resource;
    if (!out) return cudaErrorInvalidValue;
    const auto error = cudaGetSurfaceObjectResourceDesc(&resource, surface);
    if (error == cudaSuccess) *out = resource_of(resource);
    return error;
  });
}

}  // namespace heddle::driver
