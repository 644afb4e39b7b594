// SPDX-License-Identifier: Apache-2.0
// Green contexts: parts of a device that streams belong to.
#include <memory>

#include "driver/context/context.h"
#include "driver/context/resource.h"
#include "driver/driver.h"
#include "process/device_state.h"
#include "process/handles.h"

namespace heddle::driver {
namespace {

using Contexts = process::Handles<CUgreenCtx>;

bool is_green(CUgreenCtx context) {
  return Contexts::all().contains(context);
}

}  // namespace

HEDDLE_DRIVER CUresult cuGreenCtxCreate(CUgreenCtx* out, CUdevResourceDesc desc, CUdevice device,
                                        unsigned int flags) {
  if (const CUresult result = initialised(); result != CUDA_SUCCESS) return result;
  if (!out || flags != CU_GREEN_CTX_DEFAULT_STREAM) return CUDA_ERROR_INVALID_VALUE;
  if (!process::is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  const engine::Partition* partition = partition_of(desc);
  if (!partition) return CUDA_ERROR_INVALID_VALUE;
  if (partition->device != device) return CUDA_ERROR_INVALID_DEVICE;
  auto made = std::make_unique<CUgreenCtx_st>();
  made->partition = partition;
  made->context = make_context(device, 0);
  made->context->green = made.get();
  *out = made.release();
  Contexts::all().add(*out);
  return CUDA_SUCCESS;
}

// What its streams were given is done first.
HEDDLE_DRIVER CUresult cuGreenCtxDestroy(CUgreenCtx context) {
  if (const CUresult result = initialised(); result != CUDA_SUCCESS) return result;
  if (!Contexts::all().remove(context)) return CUDA_ERROR_INVALID_CONTEXT;
  destroy(context->context);
  delete context;
  return CUDA_SUCCESS;
}

HEDDLE_DRIVER CUresult cuCtxFromGreenCtx(CUcontext* out, CUgreenCtx context) {
  if (const CUresult result = initialised(); result != CUDA_SUCCESS) return result;
  if (!out) return CUDA_ERROR_INVALID_VALUE;
  if (!is_green(context)) return CUDA_ERROR_INVALID_CONTEXT;
  *out = context->context;
  return CUDA_SUCCESS;
}

HEDDLE_DRIVER CUresult cuGreenCtxStreamCreate(CUstream* out, CUgreenCtx context, unsigned int flags,
                                              int priority) {
  if (const CUresult result = initialised(); result != CUDA_SUCCESS) return result;
  if (!out || flags != CU_STREAM_NON_BLOCKING) return CUDA_ERROR_INVALID_VALUE;
  if (!is_green(context)) return CUDA_ERROR_INVALID_CONTEXT;
  push(context->context);
  const CUresult result = cuStreamCreateWithPriority(out, flags, priority);
  pop();
  return result;
}

HEDDLE_DRIVER CUresult cuGreenCtxGetDevResource(CUgreenCtx context, CUdevResource* out,
                                                CUdevResourceType type) {
  if (const CUresult result = initialised(); result != CUDA_SUCCESS) return result;
  if (!is_green(context)) return CUDA_ERROR_INVALID_CONTEXT;
  return describe(*context->partition, type, out);
}

HEDDLE_DRIVER CUresult cuCtxGetDevResource(CUcontext context, CUdevResource* out,
                                           CUdevResourceType type) {
  if (const CUresult result = initialised(); result != CUDA_SUCCESS) return result;
  if (!context || !is_context(context)) return CUDA_ERROR_INVALID_CONTEXT;
  return describe(context->green ? *context->green->partition : whole(context->device), type, out);
}

HEDDLE_DRIVER CUresult cuDeviceGetDevResource(CUdevice device, CUdevResource* out,
                                              CUdevResourceType type) {
  if (const CUresult result = initialised(); result != CUDA_SUCCESS) return result;
  if (!process::is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  return describe(whole(device), type, out);
}

HEDDLE_DRIVER CUresult cuGreenCtxRecordEvent(CUgreenCtx context, CUevent event) {
  if (const CUresult result = initialised(); result != CUDA_SUCCESS) return result;
  return is_green(context) ? cuCtxRecordEvent(context->context, event) : CUDA_ERROR_INVALID_CONTEXT;
}
HEDDLE_DRIVER CUresult cuGreenCtxWaitEvent(CUgreenCtx context, CUevent event) {
  if (const CUresult result = initialised(); result != CUDA_SUCCESS) return result;
  return is_green(context) ? cuCtxWaitEvent(context->context, event) : CUDA_ERROR_INVALID_CONTEXT;
}

}  // namespace heddle::driver
