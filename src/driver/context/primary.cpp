// SPDX-License-Identifier: Apache-2.0
// Primary Context Management.
#include "driver/context/context.h"
#include "driver/driver.h"
#include "process/device_state.h"

namespace heddle::driver {
namespace {

// `call` decides for the primary context of `device`.
template <class Call>
CUresult on_primary(CUdevice device, Call call) {
  if (const CUresult result = initialised(); result != CUDA_SUCCESS) return result;
  if (!process::is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  return call(primary(device));
}

void reset(CUcontext context) {
  const Unseen unseen;
  empty(context);
  const int before = thread_state().device;
  thread_state().device = context->device;
  cudaDeviceReset();
  thread_state().device = before;
}

}  // namespace

HEDDLE_DRIVER CUresult cuDevicePrimaryCtxRetain(CUcontext* out, CUdevice device) {
  return on_primary(device, [&](CUcontext context) {
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    ++context->uses;
    *out = context;
    return CUDA_SUCCESS;
  });
}

// The runtime API uses the context, too, and holds it as long as the process lives: what is in it
// stays.
HEDDLE_DRIVER CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  return on_primary(device, [](CUcontext context) {
    int uses = context->uses;
    while (uses > 0 && !context->uses.compare_exchange_weak(uses, uses - 1)) {
    }
    if (uses <= 0) return CUDA_ERROR_INVALID_CONTEXT;
    return CUDA_SUCCESS;
  });
}

HEDDLE_DRIVER CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags) {
  return on_primary(device, [&](CUcontext context) {
    if (!valid_flags(flags)) return CUDA_ERROR_INVALID_VALUE;
    context->flags = flags;
    return CUDA_SUCCESS;
  });
}

HEDDLE_DRIVER CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int* flags,
                                                  int* active) {
  return on_primary(device, [&](CUcontext context) {
    if (flags) *flags = context->flags;
    if (active) *active = context->uses > 0 || current() == context;
    return CUDA_SUCCESS;
  });
}

HEDDLE_DRIVER CUresult cuDevicePrimaryCtxReset(CUdevice device) {
  return on_primary(device, [](CUcontext context) {
    reset(context);
    return CUDA_SUCCESS;
  });
}

}  // namespace heddle::driver
