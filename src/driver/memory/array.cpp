// SPDX-License-Identifier: Apache-2.0
// CUDA arrays.
#include "runtime/memory/array.h"

#include "driver/driver.h"
#include "driver/memory/copy.h"

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

cudaError_t channels(const CUDA_ARRAY3D_DESCRIPTOR& array, cudaChannelFormatDesc* out) {
  const unsigned count = array.NumChannels;
  if (count != 1 && count != 2 && count != 4) return cudaErrorInvalidValue;
  for (const Format& row : kFormats) {
    if (row.format != array.Format) continue;
    if (row.channels && row.channels != count) return cudaErrorInvalidValue;
    *out = {row.bits, count > 1 ? row.bits : 0, count > 2 ? row.bits : 0, count > 2 ? row.bits : 0,
            row.kind};
    return cudaSuccess;
  }
  const bool other =
      array.Format == CU_AD_FORMAT_NV12 ||
      (array.Format >= CU_AD_FORMAT_BC1_UNORM && array.Format <= CU_AD_FORMAT_BC7_UNORM_SRGB);
  return other ? cudaErrorNotSupported : cudaErrorInvalidValue;
}

cudaError_t describe(CUDA_ARRAY3D_DESCRIPTOR* out, CUarray handle) {
  if (!out) return cudaErrorInvalidValue;
  const auto* array = runtime::array_of(array_of(handle));
  if (!array) return cudaErrorInvalidResourceHandle;
  const engine::ArrayShape& shape = array->shape;
  unsigned count = 0;
  while (count < 4 && shape.bits[count]) ++count;
  for (const Format& row : kFormats) {
    if (row.bits != shape.bits[0] || row.kind != shape.format) continue;
    *out = {shape.width, shape.height, shape.depth, row.format, count, shape.flags};
  }
  return cudaSuccess;
}

}  // namespace

HEDDLE_DRIVER CUresult cuArray3DCreate(CUarray* out, const CUDA_ARRAY3D_DESCRIPTOR* of) {
  return in_context([&] {
    cudaChannelFormatDesc texel;
    if (!out || !of) return cudaErrorInvalidValue;
    if (const auto error = channels(*of, &texel); error != cudaSuccess) return error;
    return cudaMalloc3DArray(reinterpret_cast<cudaArray_t*>(out), &texel,
                             {of->Width, of->Height, of->Depth}, of->Flags);
  });
}

HEDDLE_DRIVER CUresult cuArrayCreate(CUarray* out, const CUDA_ARRAY_DESCRIPTOR* of) {
  if (!of) return cuArray3DCreate(out, nullptr);
  const CUDA_ARRAY3D_DESCRIPTOR all{of->Width, of->Height, 0, of->Format, of->NumChannels, 0};
  return cuArray3DCreate(out, &all);
}

HEDDLE_DRIVER CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR* out, CUarray array) {
  return in_context([&] { return describe(out, array); });
}

HEDDLE_DRIVER CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR* out, CUarray array) {
  return in_context([&] {
    CUDA_ARRAY3D_DESCRIPTOR all;
    if (!out) return cudaErrorInvalidValue;
    if (const auto error = describe(&all, array); error != cudaSuccess) return error;
    *out = {all.Width, all.Height, all.Format, all.NumChannels};
    return cudaSuccess;
  });
}

HEDDLE_DRIVER CUresult cuArrayDestroy(CUarray array) {
  return in_context([&] {
    if (!runtime::array_of(array_of(array))) return cudaErrorInvalidResourceHandle;
    return cudaFreeArray(array_of(array));
  });
}

HEDDLE_DRIVER CUresult cuArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS* out,
                                                    CUarray array, CUdevice device) {
  return in_context([&] {
    return cudaArrayGetMemoryRequirements(same<cudaArrayMemoryRequirements>(out), array_of(array),
                                          device);
  });
}

HEDDLE_DRIVER CUresult cuMipmappedArrayCreate(CUmipmappedArray* out,
                                              const CUDA_ARRAY3D_DESCRIPTOR* of,
                                              unsigned int levels) {
  return in_context([&] {
    cudaChannelFormatDesc texel;
    if (!out || !of) return cudaErrorInvalidValue;
    if (const auto error = channels(*of, &texel); error != cudaSuccess) return error;
    return cudaMallocMipmappedArray(reinterpret_cast<cudaMipmappedArray_t*>(out), &texel,
                                    {of->Width, of->Height, of->Depth}, levels, of->Flags);
  });
}

HEDDLE_DRIVER CUresult cuMipmappedArrayGetLevel(CUarray* out, CUmipmappedArray array,
                                                unsigned int level) {
  return in_context([&] {
    return cudaGetMipmappedArrayLevel(reinterpret_cast<cudaArray_t*>(out),
                                      reinterpret_cast<cudaMipmappedArray_t>(array), level);
  });
}

HEDDLE_DRIVER CUresult cuMipmappedArrayDestroy(CUmipmappedArray array) {
  return in_context(
      [&] { return cudaFreeMipmappedArray(reinterpret_cast<cudaMipmappedArray_t>(array)); });
}

HEDDLE_DRIVER CUresult cuMipmappedArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS* out,
                                                             CUmipmappedArray array,
                                                             CUdevice device) {
  return in_context([&] {
    return cudaMipmappedArrayGetMemoryRequirements(same<cudaArrayMemoryRequirements>(out),
                                                   reinterpret_cast<cudaMipmappedArray_t>(array),
                                                   device);
  });
}

}  // namespace heddle::driver
