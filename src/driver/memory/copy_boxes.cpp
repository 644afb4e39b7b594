// SPDX-License-Identifier: Apache-2.0
// Copies of boxes: from and to arrays, pitched memory and host memory.
#include <cstddef>
#include <cstring>

#include "driver/context/context.h"
#include "driver/memory/copy.h"
#include "runtime/memory/array.h"

namespace heddle::driver {
namespace {

struct Side {
  CUmemorytype type;
  const void* host;
  CUdeviceptr device;
  CUarray array;
  size_t x, y, z, pitch, height;
};

Side source(const CUDA_MEMCPY3D& c) {
  return {c.srcMemoryType, c.srcHost, c.srcDevice, c.srcArray, c.srcXInBytes,
          c.srcY,          c.srcZ,    c.srcPitch,  c.srcHeight};
}
Side target(const CUDA_MEMCPY3D& c) {
  return {c.dstMemoryType, c.dstHost, c.dstDevice, c.dstArray, c.dstXInBytes,
          c.dstY,          c.dstZ,    c.dstPitch,  c.dstHeight};
}

// Bytes of a texel; 0: not an array.
size_t texel_bytes(const Side& side) {
  if (side.type != CU_MEMORYTYPE_ARRAY) return 0;
  const auto* array = runtime::array_of(array_of(side.array));
  return array ? array->shape.texel_bytes() : 0;
}

// The runtime counts in texels where an array takes part; of plain memory the corner is taken here.
cudaError_t describe_side(const Side& side, const CUDA_MEMCPY3D& copy, size_t unit,
                          cudaArray_t* array, cudaPos* at, cudaPitchedPtr* memory) {
  if (side.type == CU_MEMORYTYPE_ARRAY) {
    if (side.x % unit) return cudaErrorInvalidValue;
    *array = array_of(side.array);
    *at = {side.x / unit, side.y, side.z};
    return cudaSuccess;
  }
  const void* start = side.type == CU_MEMORYTYPE_HOST ? side.host : pointer(side.device);
  const size_t pitch = side.pitch ? side.pitch : side.x + copy.WidthInBytes;
  const size_t height = side.height ? side.height : side.y + copy.Height;
  auto* first = static_cast<std::byte*>(const_cast<void*>(start));
  *memory = {first + (side.z * height + side.y) * pitch + side.x, pitch, copy.WidthInBytes, height};
  return cudaSuccess;
}

bool known(CUmemorytype type) {
  return type >= CU_MEMORYTYPE_HOST && type <= CU_MEMORYTYPE_UNIFIED;
}

cudaMemcpyKind kind_of(CUmemorytype to, CUmemorytype from) {
  if (to == CU_MEMORYTYPE_UNIFIED || from == CU_MEMORYTYPE_UNIFIED) return cudaMemcpyDefault;
  if (from == CU_MEMORYTYPE_HOST) {
    return to == CU_MEMORYTYPE_HOST ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice;
  }
  return to == CU_MEMORYTYPE_HOST ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice;
}

// Both have the same members but for the contexts.
CUDA_MEMCPY3D without_contexts(const CUDA_MEMCPY3D_PEER& copy) {
  CUDA_MEMCPY3D out;
  static_assert(sizeof out == sizeof copy);
  std::memcpy(&out, &copy, sizeof out);
  out.reserved0 = out.reserved1 = nullptr;
  return out;
}

template <class Copy>
CUresult copy_boxes(const CUDA_MEMCPY3D* copy, Copy make) {
  return in_context([&] {
    if (!copy) return cudaErrorInvalidValue;
    cudaMemcpy3DParms params;
    const auto error = describe(*copy, &params);
    return error == cudaSuccess ? make(params) : error;
  });
}

template <class Copy>
CUresult copy_peer(const CUDA_MEMCPY3D_PEER* copy, Copy make) {
  if (!copy) return in_context([] { return cudaErrorInvalidValue; });
  for (CUcontext context : {copy->srcContext, copy->dstContext}) {
    if (context && !is_context(context)) return CUDA_ERROR_INVALID_CONTEXT;
  }
  const CUDA_MEMCPY3D boxes = without_contexts(*copy);
  return copy_boxes(&boxes, [&](cudaMemcpy3DParms& params) {
    // Memory of all devices has one address space.
    params.kind = cudaMemcpyDefault;
    return make(params);
  });
}

}  // namespace

cudaError_t describe(const CUDA_MEMCPY3D& copy, cudaMemcpy3DParms* out) {
  *out = {};
  const Side from = source(copy), to = target(copy);
  if (!known(from.type) || !known(to.type)) return cudaErrorInvalidValue;
  if (copy.srcLOD || copy.dstLOD) return cudaErrorInvalidValue;
  size_t unit = texel_bytes(from) ? texel_bytes(from) : texel_bytes(to);
  const bool array = from.type == CU_MEMORYTYPE_ARRAY || to.type == CU_MEMORYTYPE_ARRAY;
  if (array && !unit) return cudaErrorInvalidResourceHandle;
  if (!unit) unit = 1;
  if (copy.WidthInBytes % unit) return cudaErrorInvalidValue;
  auto error = describe_side(from, copy, unit, &out->srcArray, &out->srcPos, &out->srcPtr);
  if (error != cudaSuccess) return error;
  error = describe_side(to, copy, unit, &out->dstArray, &out->dstPos, &out->dstPtr);
  out->extent = {copy.WidthInBytes / unit, copy.Height, copy.Depth};
  out->kind = kind_of(to.type, from.type);
  return error;
}

CUDA_MEMCPY3D boxes(const CUDA_MEMCPY2D& copy) {
  CUDA_MEMCPY3D out{};  // NOLINT(bugprone-invalid-enum-default-initialization): both types follow
  out.srcXInBytes = copy.srcXInBytes;
  out.srcY = copy.srcY;
  out.srcMemoryType = copy.srcMemoryType;
  out.srcHost = copy.srcHost;
  out.srcDevice = copy.srcDevice;
  out.srcArray = copy.srcArray;
  out.srcPitch = copy.srcPitch;
  out.dstXInBytes = copy.dstXInBytes;
  out.dstY = copy.dstY;
  out.dstMemoryType = copy.dstMemoryType;
  out.dstHost = copy.dstHost;
  out.dstDevice = copy.dstDevice;
  out.dstArray = copy.dstArray;
  out.dstPitch = copy.dstPitch;
  out.WidthInBytes = copy.WidthInBytes;
  out.Height = copy.Height;
  out.Depth = 1;
  return out;
}

HEDDLE_DRIVER CUresult cuMemcpy2D(const CUDA_MEMCPY2D* copy) {
  if (!copy) return cuMemcpy3D(nullptr);
  const CUDA_MEMCPY3D all = boxes(*copy);
  return cuMemcpy3D(&all);
}
HEDDLE_DRIVER CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D* copy) {
  return cuMemcpy2D(copy);
}
HEDDLE_DRIVER CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D* copy, CUstream stream) {
  if (!copy) return cuMemcpy3DAsync(nullptr, stream);
  const CUDA_MEMCPY3D all = boxes(*copy);
  return cuMemcpy3DAsync(&all, stream);
}

HEDDLE_DRIVER CUresult cuMemcpy3D(const CUDA_MEMCPY3D* copy) {
  return copy_boxes(copy, [](cudaMemcpy3DParms& params) { return cudaMemcpy3D(&params); });
}
HEDDLE_DRIVER CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D* copy, CUstream stream) {
  return copy_boxes(copy,
                    [&](cudaMemcpy3DParms& params) { return cudaMemcpy3DAsync(&params, stream); });
}
HEDDLE_DRIVER CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER* copy) {
  return copy_peer(copy, [](cudaMemcpy3DParms& params) { return cudaMemcpy3D(&params); });
}
HEDDLE_DRIVER CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER* copy, CUstream stream) {
  return copy_peer(copy,
                   [&](cudaMemcpy3DParms& params) { return cudaMemcpy3DAsync(&params, stream); });
}

HEDDLE_DRIVER CUresult cuMemcpy3DBatchAsync(size_t count, CUDA_MEMCPY3D_BATCH_OP* copies,
                                            size_t* failed, unsigned long long flags,
                                            CUstream stream) {
  return in_context([&] {
    return cudaMemcpy3DBatchAsync(count, same<cudaMemcpy3DBatchOp>(copies), failed, flags, stream);
  });
}

}  // namespace heddle::driver
