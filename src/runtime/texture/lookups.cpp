// SPDX-License-Identifier: Apache-2.0
// How a texture is looked at: address and filter modes, read mode, border colour, levels.
#include <algorithm>
#include <bit>
#include <cmath>

#include "runtime/texture/descriptor.h"

namespace heddle::runtime {

using image::AddressMode;
using image::TexelKind;
using image::TextureDescriptor;

namespace {

unsigned half_bits(float x) {
  return std::bit_cast<std::uint16_t>(static_cast<_Float16>(x));
}

// To the nearest, and from the middle towards zero (measured on an H200: 0.5 becomes 127 of 255).
float to_step(float steps) {
  return std::copysign(std::ceil(std::abs(steps) - 0.5F), steps);
}

// A colour as a texel of the format would store it. Integers take the low bits of the words.
unsigned stored(const TextureDescriptor& d, float x) {
  const float most =
      d.bits == 8 ? (d.is_signed ? 127.0F : 255.0F) : (d.is_signed ? 32767.0F : 65535.0F);
  switch (d.kind) {
    case TexelKind::kUnsigned:
    case TexelKind::kSrgb:
      return static_cast<unsigned>(to_step(std::clamp(x, 0.0F, 1.0F) * most));
    case TexelKind::kSigned:
      return static_cast<unsigned>(static_cast<int>(to_step(std::clamp(x, -1.0F, 1.0F) * most)));
    case TexelKind::kHalf:
      return half_bits(x);
    case TexelKind::kInteger: {
      const unsigned word = std::bit_cast<unsigned>(x) << (32 - d.bits);
      return d.is_signed ? static_cast<unsigned>(static_cast<int>(word) >> (32 - d.bits))
                         : word >> (32 - d.bits);
    }
    case TexelKind::kWords:
      break;
  }
  return std::bit_cast<unsigned>(x);
}

// Integers of 8 and 16 bits become numbers from 0 or -1 to 1; nothing else does.
Error set_read_mode(const cudaTextureDesc& texture, TextureDescriptor* out) {
  if (texture.readMode != cudaReadModeNormalizedFloat) return Error::kSuccess;
  if (out->kind == TexelKind::kUnsigned || out->kind == TexelKind::kSigned) return Error::kSuccess;
  if (out->kind != TexelKind::kInteger) return static_cast<Error>(cudaErrorInvalidNormSetting);
  out->kind = out->is_signed ? TexelKind::kSigned : TexelKind::kUnsigned;
  return Error::kSuccess;
}

// Bounds of levels are cut off to multiples of 1/256, as a GPU's.
Error set_levels(const cudaTextureDesc& texture, TextureDescriptor* out) {
  const auto cut_off = [](float level) { return std::floor(level * 256) / 256; };
  out->level_linear = texture.mipmapFilterMode == cudaFilterModeLinear;
  out->level_bias = texture.mipmapLevelBias;
  out->level_low = cut_off(texture.minMipmapLevelClamp);
  out->level_high = cut_off(texture.maxMipmapLevelClamp);
  // Lookups that name no level are at 0, without the bias, within the bounds.
  const float plain = std::clamp(std::min(std::max(0.0F, out->level_low), out->level_high), 0.0F,
                                 static_cast<float>(out->levels - 1));
  if (out->level_linear && plain != std::floor(plain)) {
    return static_cast<Error>(not_supported("a lowest level between two that are filtered"));
  }
  out->plain_level = plain >= 0 ? static_cast<int>(std::lround(plain)) : 0;
  return Error::kSuccess;
}

// All that offsets of the level span that is looked at without a level.
std::uint64_t bytes_of(const TextureDescriptor& d) {
  const image::TextureLevel& level = d.level[d.plain_level];
  const auto slices = static_cast<std::uint64_t>(std::max(d.layers, level.size[2]));
  const auto plane =
      static_cast<std::uint64_t>(level.row) * static_cast<std::uint64_t>(level.size[1]);
  return std::max(plane, slices * static_cast<std::uint64_t>(level.slice));
}

}  // namespace

Error describe_lookups(const cudaTextureDesc& texture, TextureDescriptor* out) {
  for (int k = 0; k < 3; ++k) {
    if (static_cast<unsigned>(texture.addressMode[k]) > cudaAddressModeBorder) {
      return Error::kInvalidValue;
    }
    out->address[k] = static_cast<AddressMode>(texture.addressMode[k]);
    out->has_border |= texture.addressMode[k] == cudaAddressModeBorder;
  }
  if (static_cast<unsigned>(texture.filterMode) > cudaFilterModeLinear ||
      static_cast<unsigned>(texture.mipmapFilterMode) > cudaFilterModeLinear) {
    return Error::kInvalidValue;
  }
  HEDDLE_RETURN_IF_ERROR(set_read_mode(texture, out));
  const bool numbers =
      out->is_float || out->kind == TexelKind::kUnsigned || out->kind == TexelKind::kSigned;
  if (texture.filterMode == cudaFilterModeLinear && !numbers) {
    return static_cast<Error>(cudaErrorInvalidFilterSetting);
  }
  // Colours of sRGB have 8 bits and are read as numbers; elsewhere the flag has no meaning.
  if (texture.sRGB && out->kind == TexelKind::kUnsigned && out->bits == 8) {
    out->kind = TexelKind::kSrgb;
  }
  out->linear = texture.filterMode == cudaFilterModeLinear;
  out->is_number = numbers;
  const bool cubemap = out->shape == image::TextureShape::kCubemap ||
                       out->shape == image::TextureShape::kCubemapLayered;
  out->seamless = cubemap && texture.seamlessCubemap;
  out->normalized = texture.normalizedCoords != 0;
  for (int c = 0; c < out->components; ++c) {
    out->border[c] = stored(*out, texture.borderColor[c]);
  }
  HEDDLE_RETURN_IF_ERROR(set_levels(texture, out));
  // Only coordinates from 0 to 1 wrap and mirror.
  if (out->kind == TexelKind::kWords && !out->normalized && !out->has_border &&
      bytes_of(*out) <= image::kMostQuickBytes) {
    out->quick =
        (out->linear ? image::kQuickLinear : image::kQuickPoint) | static_cast<int>(out->shape);
  }
  return Error::kSuccess;
}

}  // namespace heddle::runtime
