// SPDX-License-Identifier: Apache-2.0
#include "driver/memory/format.h"

namespace heddle::driver {
namespace {

struct Format {
  CUarray_format format;
  int bits;
  cudaChannelFormatKind kind;
  unsigned channels;  // 0: as the descriptor says
};
constexpr Format kFormats[] = {
    {CU_AD_FORMAT_UNSIGNED_INT8, 8, cudaChannelFormatKindUnsigned, 0},
    {CU_AD_FORMAT_UNSIGNED_INT16, 16, cudaChannelFormatKindUnsigned, 0},
    {CU_AD_FORMAT_UNSIGNED_INT32, 32, cudaChannelFormatKindUnsigned, 0},
    {CU_AD_FORMAT_SIGNED_INT8, 8, cudaChannelFormatKindSigned, 0},
    {CU_AD_FORMAT_SIGNED_INT16, 16, cudaChannelFormatKindSigned, 0},
    {CU_AD_FORMAT_SIGNED_INT32, 32, cudaChannelFormatKindSigned, 0},
    {CU_AD_FORMAT_HALF, 16, cudaChannelFormatKindFloat, 0},
    {CU_AD_FORMAT_FLOAT, 32, cudaChannelFormatKindFloat, 0},
    {CU_AD_FORMAT_UNORM_INT8X1, 8, cudaChannelFormatKindUnsignedNormalized8X1, 1},
    {CU_AD_FORMAT_UNORM_INT8X2, 8, cudaChannelFormatKindUnsignedNormalized8X2, 2},
    {CU_AD_FORMAT_UNORM_INT8X4, 8, cudaChannelFormatKindUnsignedNormalized8X4, 4},
    {CU_AD_FORMAT_UNORM_INT16X1, 16, cudaChannelFormatKindUnsignedNormalized16X1, 1},
    {CU_AD_FORMAT_UNORM_INT16X2, 16, cudaChannelFormatKindUnsignedNormalized16X2, 2},
    {CU_AD_FORMAT_UNORM_INT16X4, 16, cudaChannelFormatKindUnsignedNormalized16X4, 4},
    {CU_AD_FORMAT_SNORM_INT8X1, 8, cudaChannelFormatKindSignedNormalized8X1, 1},
    {CU_AD_FORMAT_SNORM_INT8X2, 8, cudaChannelFormatKindSignedNormalized8X2, 2},
    {CU_AD_FORMAT_SNORM_INT8X4, 8, cudaChannelFormatKindSignedNormalized8X4, 4},
    {CU_AD_FORMAT_SNORM_INT16X1, 16, cudaChannelFormatKindSignedNormalized16X1, 1},
    {CU_AD_FORMAT_SNORM_INT16X2, 16, cudaChannelFormatKindSignedNormalized16X2, 2},
    {CU_AD_FORMAT_SNORM_INT16X4, 16, cudaChannelFormatKindSignedNormalized16X4, 4},
};

}  // namespace

cudaError_t texel_of(CUarray_format format, unsigned count, cudaChannelFormatDesc* out) {
  if (count != 1 && count != 2 && count != 4) return cudaErrorInvalidValue;
  for (const Format& row : kFormats) {
    if (row.format != format) continue;
    if (row.channels && row.channels != count) return cudaErrorInvalidValue;
    *out = {row.bits, count > 1 ? row.bits : 0, count > 2 ? row.bits : 0, count > 2 ? row.bits : 0,
            row.kind};
    return cudaSuccess;
  }
  const bool other = format == CU_AD_FORMAT_NV12 ||
                     (format >= CU_AD_FORMAT_BC1_UNORM && format <= CU_AD_FORMAT_BC7_UNORM_SRGB);
  return other ? cudaErrorNotSupported : cudaErrorInvalidValue;
}

CUarray_format format_of(int bits, int kind) {
  for (const Format& row : kFormats) {
    if (row.bits == bits && row.kind == kind) return row.format;
  }
  return CU_AD_FORMAT_UNSIGNED_INT8;  // not reached: arrays are made of these
}

}  // namespace heddle::driver
