// SPDX-License-Identifier: Apache-2.0
// What a texture or surface object is to a kernel: its handle is the address of one of these, in
// the device's memory. The runtime writes it (runtime/texture), the device library reads it
// (devicelib/texture_*.h). Device code too: no includes, no member functions.
#pragma once

namespace heddle::image {

// What lookups the object is for. A lookup of another kind gives zeros, as on a GPU.
enum class TextureShape : int {
  kNone = 0,  // an object that was destroyed
  k1D,
  k2D,
  k3D,
  k1DLayered,
  k2DLayered,
  kCubemap,
  kCubemapLayered,
  kLinear,  // memory, by tex1Dfetch
};

// Texels of linear memory are found by signed offsets of 32 bits from here: 4 GiB.
constexpr unsigned long long kLinearMiddle = 1ull << 31;

// What the bits of a component mean.
enum class TexelKind : int {
  kWords,     // 32 bits, as they are
  kInteger,   // 8 or 16 bits, extended
  kUnsigned,  // 8 or 16 bits, [0, 1]
  kSigned,    // 8 or 16 bits, [-1, 1]
  kHalf,
  kSrgb,  // 8 bits: three of colour, and alpha as kUnsigned
};

// Objects of the commonest kind have short code of their own in lookups: words, clamped,
// coordinates in texels, no border, less than 2 GiB (kMostQuickBytes). The kind of such an object
// is one of these and its shape.
enum QuickLookup : int { kNotQuick = 0, kQuickPoint = 0x100, kQuickLinear = 0x200 };
constexpr unsigned long long kMostQuickBytes = (1ull << 31) - 1;

// cudaTextureAddressMode has these numbers.
enum class AddressMode : int { kWrap, kClamp, kMirror, kBorder };

// One level of a mipmapped array; others have one.
struct TextureLevel {
  unsigned long long base;  // address of the first texel; kLinear: kLinearMiddle behind it
  int size[3];              // in texels; 1 where there is no such dimension
  int row;                  // bytes from one row to the next
  long long slice;          // and from one slice (layer, face) to the next
  // Coordinates from 0 to 1 are cut off to multiples of 1 / fine, as on a GPU.
  float fine[3];
  float coarse[3];  // 1 / fine
};

struct TextureDescriptor {
  TextureShape shape;
  TexelKind kind;
  int bits;         // of a component: 8, 16, 32
  int components;   // 1, 2, 4
  int texel_shift;  // log2 of a texel's bytes
  int is_signed;    // kInteger, kSigned: extend the sign
  int is_float;     // stored numbers, whatever the read mode is
  int linear;       // cudaFilterModeLinear, of what can be filtered
  int normalized;   // coordinates from 0 to 1
  AddressMode address[3];
  int has_border;    // whether one of them is kBorder
  int layers;        // of layered ones
  int is_number;     // what is looked up is a number, which may be filtered
  int plain_level;   // of lookups that name none
  int quick;         // QuickLookup | shape
  int levels;        // of a mipmapped array
  int level_linear;  // mipmapFilterMode
  int seamless;      // cubemaps: a filter goes on in the neighbouring face
  float level_bias, level_low, level_high;
  unsigned border[4];  // what a lookup gives outside, as the words that it gives
  TextureLevel level[16];
};

}  // namespace heddle::image
