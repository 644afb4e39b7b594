// SPDX-License-Identifier: Apache-2.0
// Formats of texels: of channel descriptors, and of resource views.
#include <bit>

#include "runtime/texture/descriptor.h"

namespace heddle::runtime {

using image::TexelKind;
using image::TextureDescriptor;

namespace {

// Of channel descriptors that are read as numbers whatever the read mode is.
bool is_normalized(int format) {
  return format >= cudaChannelFormatKindUnsignedNormalized8X1 &&
         format <= cudaChannelFormatKindSignedNormalized16X4;
}

void set_format(TextureDescriptor* out, int bits, int components, int format) {
  out->bits = bits;
  out->components = components;
  out->texel_shift = std::countr_zero(static_cast<unsigned>(bits * components / 8));
  out->is_signed =
      format == cudaChannelFormatKindSigned || format >= cudaChannelFormatKindSignedNormalized8X1;
  if (is_normalized(format)) {
    out->kind = out->is_signed ? TexelKind::kSigned : TexelKind::kUnsigned;
  } else if (format == cudaChannelFormatKindFloat) {
    out->kind = bits == 32 ? TexelKind::kWords : TexelKind::kHalf;
  } else {
    out->kind = bits == 32 ? TexelKind::kWords : TexelKind::kInteger;
  }
  out->is_float = format == cudaChannelFormatKindFloat || is_normalized(format);
}

}  // namespace

Error describe_format(const cudaChannelFormatDesc& format, TextureDescriptor* out) {
  const int bits[4] = {format.x, format.y, format.z, format.w};
  int components = 0;
  while (components < 4 && bits[components]) ++components;
  bool good = components == 1 || components == 2 || components == 4;
  for (int i = 0; i < 4; ++i) good = good && bits[i] == (i < components ? bits[0] : 0);
  good = good && (bits[0] == 8 || bits[0] == 16 || bits[0] == 32);
  const bool known = format.f == cudaChannelFormatKindSigned ||
                     format.f == cudaChannelFormatKindUnsigned ||
                     format.f == cudaChannelFormatKindFloat || is_normalized(format.f);
  const bool fits = format.f == cudaChannelFormatKindFloat
                        ? bits[0] != 8
                        : !is_normalized(format.f) || bits[0] != 32;
  if (!good || !known || !fits) return Error::kInvalidChannelDescriptor;
  set_format(out, bits[0], components, format.f);
  return Error::kSuccess;
}

// Views come in threes: one, two and four components.
Error describe_view(const cudaResourceDesc& resource, const cudaResourceViewDesc& view,
                    TextureDescriptor* out) {
  const bool array = resource.resType == cudaResourceTypeArray ||
                     resource.resType == cudaResourceTypeMipmappedArray;
  if (!array || view.format <= cudaResViewFormatNone) return Error::kInvalidValue;
  if (view.format >= cudaResViewFormatUnsignedBlockCompressed1 &&
      view.format <= cudaResViewFormatUnsignedBlockCompressed7) {
    return static_cast<Error>(not_supported("a view of block-compressed texels"));
  }
  if (view.format > cudaResViewFormatFloat4) return Error::kInvalidValue;
  static constexpr struct {
    int bits;
    cudaChannelFormatKind format;
  } kRows[] = {{8, cudaChannelFormatKindUnsigned},  {8, cudaChannelFormatKindSigned},
               {16, cudaChannelFormatKindUnsigned}, {16, cudaChannelFormatKindSigned},
               {32, cudaChannelFormatKindUnsigned}, {32, cudaChannelFormatKindSigned},
               {16, cudaChannelFormatKindFloat},    {32, cudaChannelFormatKindFloat}};
  const int number = view.format - cudaResViewFormatUnsignedChar1;
  const auto& row = kRows[number / 3];
  const int shift = out->texel_shift;
  set_format(out, row.bits, 1 << number % 3, row.format);
  const image::TextureLevel& first = out->level[0];
  const auto same = [](std::size_t wanted, int size) {
    return wanted == static_cast<std::size_t>(size) || (wanted == 0 && size == 1);
  };
  // The whole of the array: an H100 refuses others.
  const int depth = out->layers > 1 || out->shape != image::TextureShape::k3D ? 1 : first.size[2];
  if (out->texel_shift != shift || !same(view.width, first.size[0]) ||
      !same(view.height, first.size[1]) || (depth > 1 && !same(view.depth, depth))) {
    return Error::kInvalidValue;
  }
  const auto last_level = view.lastMipmapLevel;
  if (view.firstMipmapLevel > last_level || static_cast<int>(last_level) >= out->levels ||
      view.firstLayer > view.lastLayer ||
      (view.lastLayer && static_cast<int>(view.lastLayer) >= out->layers)) {
    return Error::kInvalidValue;
  }
  out->levels = static_cast<int>(last_level - view.firstMipmapLevel) + 1;
  for (int i = 0; i < out->levels; ++i) out->level[i] = out->level[i + view.firstMipmapLevel];
  if (view.lastLayer) {
    out->layers = static_cast<int>(view.lastLayer - view.firstLayer) + 1;
    for (int i = 0; i < out->levels; ++i) {
      out->level[i].base += view.firstLayer * static_cast<unsigned long long>(out->level[i].slice);
    }
  }
  return Error::kSuccess;
}

}  // namespace heddle::runtime
