// SPDX-License-Identifier: Apache-2.0
// What a program says of a texture or surface, checked and made into a descriptor. The errors are
// those that an H100 answers (tests/textures/gpu).
#pragma once

#include <cstdint>

#include "image/texture.h"
#include "runtime/runtime.h"

namespace heddle::runtime {

// Offsets in linear memory have 32 bits and count from its middle (image/texture.h).
inline constexpr std::uint64_t kMostLinearBytes = std::uint64_t{1} << 32;

// The memory and the format of its texels. kInvalidValue, kInvalidResourceHandle,
// kInvalidChannelDescriptor, kNotSupported.
Error describe_resource(Device& device, const cudaResourceDesc& resource,
                        image::TextureDescriptor* out);

// Another format, and a part of the levels and layers.
Error describe_view(const cudaResourceDesc& resource, const cudaResourceViewDesc& view,
                    image::TextureDescriptor* out);

// How it is looked at. kInvalidValue, kInvalidNormSetting, kInvalidFilterSetting.
Error describe_lookups(const cudaTextureDesc& texture, image::TextureDescriptor* out);

// One, two or four components of 8, 16 or 32 bits.
Error describe_format(const cudaChannelFormatDesc& format, image::TextureDescriptor* out);

}  // namespace heddle::runtime
