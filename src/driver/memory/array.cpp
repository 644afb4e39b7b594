// SPDX-License-Identifier: Apache-2.0
// CUDA arrays.
#include "runtime/memory/array.h"

#include "driver/driver.h"
#include "driver/memory/copy.h"
#include "driver/memory/format.h"

namespace heddle::driver {
namespace {

cudaError_t channels(const CUDA_ARRAY3D_DESCRIPTOR& array, cudaChannelFormatDesc* out) {
  return texel_of(array.Format, array.NumChannels, out);
}

cudaError_t describe(CUDA_ARRAY3D_DESCRIPTOR* out, CUarray handle) {
  if (!out) return cudaErrorInvalidValue;
  const auto* array = runtime::array_of(array_of(handle));
  if (!array) return cudaErrorInvalidResourceHandle;
  const engine::ArrayShape& shape = array->shape;
  unsigned count = 0;
  while (count < 4 && shape.bits[count]) ++count;
  const CUarray_format format = format_of(shape.bits[0], shape.format);
  *out = {shape.width, shape.height, shape.depth, format, count, shape.flags};
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

HEDDLE_DRIVER CUresult cuArrayGetPlane(CUarray* out, CUarray array, unsigned int plane) {
  return in_context(
      [&] { return cudaArrayGetPlane(same<cudaArray_t>(out), array_of(array), plane); });
}
HEDDLE_DRIVER CUresult cuArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES* out,
                                                  CUarray array) {
  return in_context([&] {
    return cudaArrayGetSparseProperties(same<cudaArraySparseProperties>(out), array_of(array));
  });
}
HEDDLE_DRIVER CUresult cuMipmappedArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES* out,
                                                           CUmipmappedArray array) {
  return in_context([&] {
    return cudaMipmappedArrayGetSparseProperties(same<cudaArraySparseProperties>(out),
                                                 reinterpret_cast<cudaMipmappedArray_t>(array));
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
