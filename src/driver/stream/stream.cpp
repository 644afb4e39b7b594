// SPDX-License-Identifier: Apache-2.0
// Stream Management.
#include "driver/context/context.h"
#include "driver/driver.h"

namespace heddle::driver {
namespace {

const engine::Partition*& partition_of(CUstream stream) {
  return reinterpret_cast<engine::Stream*>(stream)->partition;
}

// The one that the stream was made in; of a default stream the current one.
cudaError_t find_context(CUstream stream, CUcontext* out) {
  int device = 0;
  if (const auto error = cudaStreamGetDevice(stream, &device); error != cudaSuccess) return error;
  const bool own = reinterpret_cast<std::uintptr_t>(stream) >
                   reinterpret_cast<std::uintptr_t>(CU_STREAM_PER_THREAD);
  *out = own ? context_of(stream, device) : current();
  return cudaSuccess;
}

CUresult made(CUresult result, const CUstream* stream) {
  CUcontext context = result == CUDA_SUCCESS ? current() : nullptr;
  if (!context || context->primary) return result;
  if (context->green) partition_of(*stream) = context->green->partition;
  const std::lock_guard lock(context->mutex);
  context->streams.insert(*stream);
  return result;
}

}  // namespace

HEDDLE_DRIVER CUresult cuStreamCreate(CUstream* out, unsigned int flags) {
  return made(in_context([&] { return cudaStreamCreateWithFlags(out, flags); }), out);
}
HEDDLE_DRIVER CUresult cuStreamCreateWithPriority(CUstream* out, unsigned int flags, int priority) {
  return made(in_context([&] { return cudaStreamCreateWithPriority(out, flags, priority); }), out);
}

HEDDLE_DRIVER CUresult cuStreamDestroy(CUstream stream) {
  const CUresult result = in_context([&] { return cudaStreamDestroy(stream); });
  if (result == CUDA_SUCCESS) forget_stream(stream);
  return result;
}

HEDDLE_DRIVER CUresult cuStreamGetPriority(CUstream stream, int* priority) {
  return in_context([&] { return cudaStreamGetPriority(stream, priority); });
}
HEDDLE_DRIVER CUresult cuStreamGetDevice(CUstream stream, CUdevice* device) {
  return in_context([&] { return cudaStreamGetDevice(stream, device); });
}
HEDDLE_DRIVER CUresult cuStreamGetFlags(CUstream stream, unsigned int* flags) {
  return in_context([&] { return cudaStreamGetFlags(stream, flags); });
}
HEDDLE_DRIVER CUresult cuStreamGetId(CUstream stream, unsigned long long* id) {
  return in_context([&] { return cudaStreamGetId(stream, id); });
}

HEDDLE_DRIVER CUresult cuStreamGetCtx(CUstream stream, CUcontext* out) {
  return in_context([&] {
    CUcontext of = nullptr;
    if (!out) return cudaErrorInvalidValue;
    if (const auto error = find_context(stream, &of); error != cudaSuccess) return error;
    if (of->green) return cudaErrorNotSupported;  // cuStreamGetCtx_v2 and cuStreamGetGreenCtx say
    *out = of;
    return cudaSuccess;
  });
}
// Of a stream of a green context, that one and no other.
HEDDLE_DRIVER CUresult cuStreamGetCtx_v2(CUstream stream, CUcontext* out, CUgreenCtx* green) {
  return in_context([&] {
    CUcontext of = nullptr;
    if (!out) return cudaErrorInvalidValue;
    if (const auto error = find_context(stream, &of); error != cudaSuccess) return error;
    if (of->green && !green) return cudaErrorInvalidValue;
    *out = of->green ? nullptr : of;
    if (green) *green = of->green;
    return cudaSuccess;
  });
}
HEDDLE_DRIVER CUresult cuStreamGetGreenCtx(CUstream stream, CUgreenCtx* out) {
  return in_context([&] {
    CUcontext of = nullptr;
    if (!out) return cudaErrorInvalidValue;
    if (const auto error = find_context(stream, &of); error != cudaSuccess) return error;
    *out = of->green;
    return cudaSuccess;
  });
}

HEDDLE_DRIVER CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags) {
  return in_context([&] { return cudaStreamWaitEvent(stream, event, flags); });
}
// Results and errors are the same numbers.
HEDDLE_DRIVER CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void* data,
                                           unsigned int flags) {
  return in_context([&] {
    return cudaStreamAddCallback(stream, reinterpret_cast<cudaStreamCallback_t>(callback), data,
                                 flags);
  });
}
HEDDLE_DRIVER CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void* data) {
  return in_context([&] { return cudaLaunchHostFunc(stream, function, data); });
}
HEDDLE_DRIVER CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr address, size_t length,
                                              unsigned int flags) {
  return in_context(
      [&] { return cudaStreamAttachMemAsync(stream, pointer(address), length, flags); });
}
HEDDLE_DRIVER CUresult cuStreamQuery(CUstream stream) {
  return in_context([&] { return cudaStreamQuery(stream); });
}
HEDDLE_DRIVER CUresult cuStreamSynchronize(CUstream stream) {
  return in_context([&] { return cudaStreamSynchronize(stream); });
}

HEDDLE_DRIVER CUresult cuStreamCopyAttributes(CUstream to, CUstream from) {
  return in_context([&] { return cudaStreamCopyAttributes(to, from); });
}
HEDDLE_DRIVER CUresult cuStreamGetAttribute(CUstream stream, CUstreamAttrID attribute,
                                            CUstreamAttrValue* value) {
  return in_context([&] {
    return cudaStreamGetAttribute(stream, static_cast<cudaLaunchAttributeID>(attribute),
                                  same<cudaLaunchAttributeValue>(value));
  });
}
HEDDLE_DRIVER CUresult cuStreamSetAttribute(CUstream stream, CUstreamAttrID attribute,
                                            const CUstreamAttrValue* value) {
  return in_context([&] {
    return cudaStreamSetAttribute(stream, static_cast<cudaLaunchAttributeID>(attribute),
                                  same<const cudaLaunchAttributeValue>(value));
  });
}

}  // namespace heddle::driver
