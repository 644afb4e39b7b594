// SPDX-License-Identifier: Apache-2.0
// Kernels change kernel nodes of executable graphs (CUDA Runtime API, "Graph Management", device
// functions). The node was made for that (cudaLaunchAttributeDeviceUpdatableKernelNode); what is
// set holds for all that begins later. cudaErrorInvalidValue: another node, bytes that are not the
// parameters', an empty grid.
#pragma once

#include "device_runtime.h"

#define HEDDLE_DEVICE static __device__ inline

HEDDLE_DEVICE cudaError_t cudaGraphKernelNodeSetEnabled(cudaGraphDeviceNode_t node, bool enable) {
  return __heddle_device::error_of(__heddle_device::kNodeEnabled, node, enable);
}
HEDDLE_DEVICE cudaError_t cudaGraphKernelNodeSetGridDim(cudaGraphDeviceNode_t node, dim3 gridDim) {
  return __heddle_device::error_of(__heddle_device::kNodeGrid, node, gridDim.x, gridDim.y,
                                   gridDim.z);
}
// The value is read here, as the kernel's own access.
HEDDLE_DEVICE cudaError_t cudaGraphKernelNodeSetParam(cudaGraphDeviceNode_t node, size_t offset,
                                                      const void* value, size_t size) {
  for (size_t at = 0;;) {
    unsigned long long part[4] = {};
    for (size_t i = 0; i < 32 && at + i < size; ++i)
      part[i / 8] |= (unsigned long long)((const unsigned char*)value)[at + i] << i % 8 * 8;
    const cudaError_t error =
        __heddle_device::error_of(__heddle_device::kNodeParameter, node, offset + at, size - at,
                                  part[0], part[1], part[2], part[3]);
    at += 32;
    if (error != cudaSuccess || at >= size) return error;
  }
}
template <typename T>
HEDDLE_DEVICE cudaError_t cudaGraphKernelNodeSetParam(cudaGraphDeviceNode_t node, size_t offset,
                                                      const T& value) {
  return cudaGraphKernelNodeSetParam(node, offset, (const void*)&value, sizeof(T));
}
// One after the other, up to the first that cannot be made.
HEDDLE_DEVICE cudaError_t cudaGraphKernelNodeUpdatesApply(const cudaGraphKernelNodeUpdate* updates,
                                                          size_t updateCount) {
  for (size_t i = 0; i < updateCount; ++i) {
    const cudaGraphKernelNodeUpdate& update = updates[i];
    const auto& data = update.updateData;
    cudaError_t error = cudaErrorInvalidValue;
    if (update.field == cudaGraphKernelNodeFieldGridDim) {
      error = cudaGraphKernelNodeSetGridDim(update.node, data.gridDim);
    } else if (update.field == cudaGraphKernelNodeFieldParam) {
      error = cudaGraphKernelNodeSetParam(update.node, data.param.offset, data.param.pValue,
                                          data.param.size);
    } else if (update.field == cudaGraphKernelNodeFieldEnabled) {
      error = cudaGraphKernelNodeSetEnabled(update.node, data.isEnabled != 0);
    }
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

#undef HEDDLE_DEVICE
