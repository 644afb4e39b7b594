// SPDX-License-Identifier: Apache-2.0
// The runtime's descriptions of copies as the driver's.
#include "driver/memory/copy.h"
#include "runtime/memory/array.h"

namespace heddle::driver {
namespace {

struct Side {
  CUmemorytype type;
  void* host;
  CUdeviceptr device;
  CUarray array;
  size_t x, y, z, pitch, height, texel;
};

CUmemorytype side_of(cudaMemcpyKind kind, bool host) {
  if (kind == cudaMemcpyDefault) return CU_MEMORYTYPE_UNIFIED;
  return host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
}

cudaError_t describe_side(cudaArray_t array, const cudaPos& at, const cudaPitchedPtr& memory,
                          CUmemorytype type, Side* out) {
  if (array) {
    const auto* known = runtime::array_of(array);
    if (!known) return cudaErrorInvalidValue;
    const size_t texel = known->shape.texel_bytes();
    *out = {CU_MEMORYTYPE_ARRAY,
            nullptr,
            0,
            reinterpret_cast<CUarray>(array),
            at.x * texel,
            at.y,
            at.z,
            0,
            0,
            texel};
    return cudaSuccess;
  }
  const bool host = type == CU_MEMORYTYPE_HOST;
  const auto address = reinterpret_cast<CUdeviceptr>(memory.ptr);
  *out = {type,
          host ? memory.ptr : nullptr,
          host ? 0 : address,
          nullptr,
          at.x,
          at.y,
          at.z,
          memory.pitch,
          memory.ysize,
          0};
  return cudaSuccess;
}

}  // namespace

cudaError_t describe(const cudaMemcpy3DParms& copy, CUDA_MEMCPY3D* out) {
  const bool from_host = copy.kind == cudaMemcpyHostToDevice || copy.kind == cudaMemcpyHostToHost;
  const bool to_host = copy.kind == cudaMemcpyDeviceToHost || copy.kind == cudaMemcpyHostToHost;
  Side from, to;
  auto error =
      describe_side(copy.srcArray, copy.srcPos, copy.srcPtr, side_of(copy.kind, from_host), &from);
  if (error != cudaSuccess) return error;
  error = describe_side(copy.dstArray, copy.dstPos, copy.dstPtr, side_of(copy.kind, to_host), &to);
  if (error != cudaSuccess) return error;
  *out = {};  // NOLINT(bugprone-invalid-enum-default-initialization): it follows
  out->srcXInBytes = from.x, out->srcY = from.y, out->srcZ = from.z;
  out->srcMemoryType = from.type;
  out->srcHost = from.host, out->srcDevice = from.device, out->srcArray = from.array;
  out->srcPitch = from.pitch, out->srcHeight = from.height;
  out->dstXInBytes = to.x, out->dstY = to.y, out->dstZ = to.z;
  out->dstMemoryType = to.type;
  out->dstHost = to.host, out->dstDevice = to.device, out->dstArray = to.array;
  out->dstPitch = to.pitch, out->dstHeight = to.height;
  // The runtime counts texels where an array takes part.
  const size_t unit = from.texel ? from.texel : to.texel ? to.texel : 1;
  out->WidthInBytes = copy.extent.width * unit;
  out->Height = copy.extent.height;
  out->Depth = copy.extent.depth;
  return cudaSuccess;
}

}  // namespace heddle::driver
