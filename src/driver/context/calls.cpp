// SPDX-License-Identifier: Apache-2.0
// Context Management.
#include "driver/context/context.h"
#include "driver/driver.h"
#include "process/device_state.h"

namespace heddle::driver {
namespace {

constexpr unsigned kVersion = 3020;  // of contexts that cuCtxCreate_v2 makes

CUresult create(CUcontext* out, unsigned flags, CUdevice device) {
  if (const CUresult result = initialised(); result != CUDA_SUCCESS) return result;
  if (!out || !valid_flags(flags)) return CUDA_ERROR_INVALID_VALUE;
  if (!process::is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  *out = make_context(device, flags);
  push(*out);
  return CUDA_SUCCESS;
}

}  // namespace

HEDDLE_DRIVER CUresult cuCtxCreate(CUcontext* out, unsigned int flags, CUdevice device) {
  return create(out, flags, device);
}

HEDDLE_DRIVER CUresult cuCtxCreate_v3(CUcontext* out, CUexecAffinityParam* affinity, int count,
                                      unsigned int flags, CUdevice device) {
  if (affinity || count) return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
  return create(out, flags, device);
}

HEDDLE_DRIVER CUresult cuCtxCreate_v4(CUcontext* out, CUctxCreateParams* params, unsigned int flags,
                                      CUdevice device) {
  if (params && params->numExecAffinityParams) return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
  if (params && params->cigParams) return not_supported("cuCtxCreate_v4 with CIG");
  return create(out, flags, device);
}

HEDDLE_DRIVER CUresult cuCtxDestroy(CUcontext context) {
  if (const CUresult result = initialised(); result != CUDA_SUCCESS) return result;
  if (!context) return CUDA_ERROR_INVALID_VALUE;
  if (!is_context(context) || context->primary || context->green) return CUDA_ERROR_INVALID_CONTEXT;
  destroy(context);
  return CUDA_SUCCESS;
}

HEDDLE_DRIVER CUresult cuCtxPushCurrent(CUcontext context) {
  if (const CUresult result = initialised(); result != CUDA_SUCCESS) return result;
  if (!context) return CUDA_ERROR_INVALID_CONTEXT;
  if (!is_context(context)) return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  push(context);
  return CUDA_SUCCESS;
}

HEDDLE_DRIVER CUresult cuCtxPopCurrent(CUcontext* out) {
  if (const CUresult result = initialised(); result != CUDA_SUCCESS) return result;
  CUcontext top = pop();
  if (!top) return CUDA_ERROR_INVALID_CONTEXT;
  if (out) *out = top;
  return CUDA_SUCCESS;
}

HEDDLE_DRIVER CUresult cuCtxSetCurrent(CUcontext context) {
  if (const CUresult result = initialised(); result != CUDA_SUCCESS) return result;
  if (context && !is_context(context)) return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  set_current(context);
  return CUDA_SUCCESS;
}

HEDDLE_DRIVER CUresult cuCtxGetCurrent(CUcontext* out) {
  if (const CUresult result = initialised(); result != CUDA_SUCCESS) return result;
  if (!out) return CUDA_ERROR_INVALID_VALUE;
  *out = current();
  return CUDA_SUCCESS;
}

HEDDLE_DRIVER CUresult cuCtxGetDevice(CUdevice* out) {
  return in_context(
      [&] { return out ? (*out = current()->device, cudaSuccess) : cudaErrorInvalidValue; });
}

HEDDLE_DRIVER CUresult cuCtxGetFlags(unsigned int* flags) {
  return in_context([&] {
    if (!flags) return cudaErrorInvalidValue;
    *flags = current()->flags;
    return cudaSuccess;
  });
}

HEDDLE_DRIVER CUresult cuCtxSetFlags(unsigned int flags) {
  return in_context([&] {
    if (!valid_flags(flags)) return cudaErrorInvalidValue;
    current()->flags = flags;
    return cudaSuccess;
  });
}

HEDDLE_DRIVER CUresult cuCtxGetId(CUcontext context, unsigned long long* id) {
  return in_context([&] {
    if (!id) return cudaErrorInvalidValue;
    CUcontext of = context ? context : current();
    if (!is_context(of)) return cudaErrorContextIsDestroyed;
    *id = of->id;
    return cudaSuccess;
  });
}

HEDDLE_DRIVER CUresult cuCtxGetApiVersion(CUcontext context, unsigned int* version) {
  return in_context([&] {
    if (!version) return cudaErrorInvalidValue;
    if (context && !is_context(context)) return cudaErrorDeviceUninitialized;
    *version = kVersion;
    return cudaSuccess;
  });
}

// Contexts with a number of multiprocessors (cuDeviceGetExecAffinitySupport says that there are
// none) are what MPS makes.
HEDDLE_DRIVER CUresult cuCtxGetExecAffinity(CUexecAffinityParam* out, CUexecAffinityType type) {
  if (const CUresult result = has_context(); result != CUDA_SUCCESS) return result;
  if (!out || type != CU_EXEC_AFFINITY_TYPE_SM_COUNT) return CUDA_ERROR_INVALID_VALUE;
  return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
}

HEDDLE_DRIVER CUresult cuCtxAttach(CUcontext* out, unsigned int flags) {
  return in_context([&] {
    if (!out || flags) return cudaErrorInvalidValue;
    *out = current();
    ++(*out)->uses;
    return cudaSuccess;
  });
}

HEDDLE_DRIVER CUresult cuCtxDetach(CUcontext context) {
  if (const CUresult result = has_context(); result != CUDA_SUCCESS) return result;
  if (context != current()) return CUDA_ERROR_INVALID_CONTEXT;
  if (--context->uses <= 0 && !context->primary) destroy(context);
  return CUDA_SUCCESS;
}

HEDDLE_DRIVER CUresult cuCtxSynchronize() {
  return in_context([] { return cudaDeviceSynchronize(); });
}

HEDDLE_DRIVER CUresult cuCtxSetLimit(CUlimit limit, size_t value) {
  return in_context([&] { return cudaDeviceSetLimit(static_cast<cudaLimit>(limit), value); });
}
HEDDLE_DRIVER CUresult cuCtxGetLimit(size_t* value, CUlimit limit) {
  return in_context([&] { return cudaDeviceGetLimit(value, static_cast<cudaLimit>(limit)); });
}

HEDDLE_DRIVER CUresult cuCtxGetCacheConfig(CUfunc_cache* config) {
  return in_context([&] { return cudaDeviceGetCacheConfig(same<cudaFuncCache>(config)); });
}
HEDDLE_DRIVER CUresult cuCtxSetCacheConfig(CUfunc_cache config) {
  return in_context([&] { return cudaDeviceSetCacheConfig(static_cast<cudaFuncCache>(config)); });
}
HEDDLE_DRIVER CUresult cuCtxGetSharedMemConfig(CUsharedconfig* config) {
  return in_context(
      [&] { return cudaDeviceGetSharedMemConfig(same<cudaSharedMemConfig>(config)); });
}
HEDDLE_DRIVER CUresult cuCtxSetSharedMemConfig(CUsharedconfig config) {
  return in_context(
      [&] { return cudaDeviceSetSharedMemConfig(static_cast<cudaSharedMemConfig>(config)); });
}
HEDDLE_DRIVER CUresult cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  return in_context([&] { return cudaDeviceGetStreamPriorityRange(least, greatest); });
}
HEDDLE_DRIVER CUresult cuCtxResetPersistingL2Cache() {
  return in_context([] { return cudaCtxResetPersistingL2Cache(); });
}

// The devices of two contexts.
HEDDLE_DRIVER CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned int flags) {
  return in_context([&] {
    if (!peer || !is_context(peer)) return cudaErrorDeviceUninitialized;
    return cudaDeviceEnablePeerAccess(peer->device, flags);
  });
}
HEDDLE_DRIVER CUresult cuCtxDisablePeerAccess(CUcontext peer) {
  return in_context([&] {
    if (!peer || !is_context(peer)) return cudaErrorDeviceUninitialized;
    return cudaDeviceDisablePeerAccess(peer->device);
  });
}

}  // namespace heddle::driver
