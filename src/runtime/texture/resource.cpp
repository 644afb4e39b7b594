// SPDX-License-Identifier: Apache-2.0
// Resources of textures and surfaces: arrays, mipmapped arrays, linear and pitched memory.
#include <algorithm>
#include <cmath>

#include "process/device_state.h"
#include "runtime/memory/array.h"
#include "runtime/texture/descriptor.h"

namespace heddle::runtime {

using image::TextureDescriptor;
using image::TextureLevel;
using image::TextureShape;

namespace {

Error refuse_large_linear() {
  return static_cast<Error>(not_supported("a texture of more than 4 GiB of linear memory"));
}

TextureShape shape_of(const engine::ArrayShape& array) {
  if (array.flags & cudaArrayCubemap) {
    return array.flags & cudaArrayLayered ? TextureShape::kCubemapLayered : TextureShape::kCubemap;
  }
  if (array.flags & cudaArrayLayered) {
    return array.height ? TextureShape::k2DLayered : TextureShape::k1DLayered;
  }
  return array.depth ? TextureShape::k3D : array.height ? TextureShape::k2D : TextureShape::k1D;
}

// How finely coordinates from 0 to 1 are cut off (measured: 2^-21, sizes above 8192 need more).
void set_fineness(TextureLevel* level) {
  for (int k = 0; k < 3; ++k) {
    const int bits = std::max(
        21, 8 + static_cast<int>(std::bit_width(static_cast<unsigned>(level->size[k]) - 1)));
    level->fine[k] = std::ldexp(1.0F, bits);
    level->coarse[k] = std::ldexp(1.0F, -bits);
  }
}

Error describe_level(const Array& array, TextureLevel* out) {
  engine::Box box;
  // Arrays with cudaArrayDeferredMapping have no memory.
  HEDDLE_RETURN_IF_ERROR(array.part(0, 0, 0, {0, 0, 0}, &box));
  const bool layered = array.shape.flags & (cudaArrayLayered | cudaArrayCubemap);
  out->base = reinterpret_cast<unsigned long long>(box.at);
  out->size[0] = static_cast<int>(array.shape.width);
  out->size[1] = static_cast<int>(array.shape.rows());
  out->size[2] = layered ? 1 : static_cast<int>(array.shape.slices());
  out->row = static_cast<int>(box.pitch);
  out->slice = static_cast<long long>(box.slice);
  set_fineness(out);
  return Error::kSuccess;
}

cudaChannelFormatDesc format_of(const engine::ArrayShape& shape) {
  return {shape.bits[0], shape.bits[1], shape.bits[2], shape.bits[3],
          static_cast<cudaChannelFormatKind>(shape.format)};
}

Error describe_array(const Array& array, TextureDescriptor* out) {
  HEDDLE_RETURN_IF_ERROR(describe_format(format_of(array.shape), out));
  out->shape = shape_of(array.shape);
  const bool layered = array.shape.flags & (cudaArrayLayered | cudaArrayCubemap);
  out->layers = layered ? static_cast<int>(array.shape.slices()) : 1;
  return Error::kSuccess;
}

Error describe_mipmap(cudaMipmappedArray_t handle, TextureDescriptor* out) {
  const auto* array = the_engine().arrays().find_mipmapped(handle);
  if (!array) return Error::kInvalidResourceHandle;
  HEDDLE_RETURN_IF_ERROR(describe_array(*array->levels[0], out));
  out->levels =
      static_cast<int>(std::min<std::size_t>(array->levels.size(), std::size(out->level)));
  for (int i = 0; i < out->levels; ++i) {
    HEDDLE_RETURN_IF_ERROR(describe_level(*array->levels[i], &out->level[i]));
  }
  return Error::kSuccess;
}

// Memory that a kernel of the device can read, at an address that textures may begin at.
Error check_memory(Device& device, const void* address) {
  const gpu::TextureLimits& limits = device_state(device.ordinal).model.texture;
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  if (!address || number % static_cast<std::uintptr_t>(limits.alignment_bytes) != 0) {
    return Error::kInvalidValue;
  }
  const auto row = the_engine().find(address);
  return row && row->kind != engine::MemoryKind::kArray ? Error::kSuccess : Error::kInvalidValue;
}

void describe_memory(const void* address, TextureDescriptor* out) {
  out->level[0].base = reinterpret_cast<unsigned long long>(address);
  out->layers = 1;
}

Error describe_linear(Device& device, const cudaResourceDesc& resource, TextureDescriptor* out) {
  const auto& linear = resource.res.linear;
  HEDDLE_RETURN_IF_ERROR(describe_format(linear.desc, out));
  HEDDLE_RETURN_IF_ERROR(check_memory(device, linear.devPtr));
  if (linear.sizeInBytes > kMostLinearBytes) return refuse_large_linear();
  const std::uint64_t texels = linear.sizeInBytes >> out->texel_shift;
  out->shape = TextureShape::kLinear;
  describe_memory(linear.devPtr, out);
  out->level[0].base += image::kLinearMiddle;
  out->level[0].size[0] = static_cast<int>(texels);
  return Error::kSuccess;
}

Error describe_pitched(Device& device, const cudaResourceDesc& resource, TextureDescriptor* out) {
  const auto& pitched = resource.res.pitch2D;
  HEDDLE_RETURN_IF_ERROR(describe_format(pitched.desc, out));
  HEDDLE_RETURN_IF_ERROR(check_memory(device, pitched.devPtr));
  const gpu::TextureLimits& limits = device_state(device.ordinal).model.texture;
  const auto limit = [&](int i) { return static_cast<std::uint64_t>(limits.max_2d_linear[i]); };
  const auto unit = static_cast<std::uint64_t>(limits.pitch_alignment_bytes);
  if (pitched.pitchInBytes % unit != 0 || pitched.width > limit(0) || pitched.height > limit(1) ||
      pitched.pitchInBytes > limit(2)) {
    return Error::kInvalidValue;
  }
  out->shape = TextureShape::k2D;
  describe_memory(pitched.devPtr, out);
  TextureLevel* level = &out->level[0];
  level->size[0] = static_cast<int>(std::max<std::size_t>(pitched.width, 1));
  level->size[1] = static_cast<int>(std::max<std::size_t>(pitched.height, 1));
  level->size[2] = 1;
  level->row = static_cast<int>(pitched.pitchInBytes);
  set_fineness(level);
  return Error::kSuccess;
}

}  // namespace

Error describe_resource(Device& device, const cudaResourceDesc& resource, TextureDescriptor* out) {
  out->levels = 1;
  switch (resource.resType) {
    case cudaResourceTypeArray: {
      const Array* array = array_of(resource.res.array.array);
      if (!array) return Error::kInvalidResourceHandle;
      HEDDLE_RETURN_IF_ERROR(describe_array(*array, out));
      return describe_level(*array, &out->level[0]);
    }
    case cudaResourceTypeMipmappedArray:
      return describe_mipmap(resource.res.mipmap.mipmap, out);
    case cudaResourceTypeLinear:
      return describe_linear(device, resource, out);
    case cudaResourceTypePitch2D:
      return describe_pitched(device, resource, out);
  }
  return Error::kInvalidValue;
}

}  // namespace heddle::runtime
