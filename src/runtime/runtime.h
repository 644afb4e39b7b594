// SPDX-License-Identifier: Apache-2.0
// How an API function is written: validate, forward, return.
//
//   HEDDLE_API cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
//     if (!free || !total) return answer(Error::kInvalidValue);
//     return on_device([&](Device& device) { ...; return Error::kSuccess; });
//   }
#pragma once

#include "cuda_runtime_api.h"
#include "engine/base/error.h"
#include "engine/device/device.h"
#include "engine/stream/event.h"
#include "engine/stream/stream.h"
#include "process/context.h"

#define HEDDLE_API extern "C" __attribute__((visibility("default")))

namespace heddle::runtime {

using engine::Device;
using engine::Error;
using engine::Event;
using engine::ok;
using engine::OperationRef;
using engine::Stream;
using namespace process;  // the root object, what a thread and a device have

// Tools are told (probes::Api).
void set_last_error(cudaError_t error);

// Every call returns through this: an error becomes the thread's last error. cudaErrorNotReady is
// none (CUDA Runtime API, "cudaErrorNotReady"; an H200 has it so).
inline cudaError_t answer(cudaError_t error) {
  if (error != cudaSuccess && error != cudaErrorNotReady) [[unlikely]]
    set_last_error(error);
  return error;
}
inline cudaError_t answer(Error error) {
  return answer(static_cast<cudaError_t>(error));
}

// For calls that touch the device: a device whose kernel faulted answers that error, else
// `call(device)` decides.
template <class Call>
cudaError_t on_device(Call call) {
  if (thread_state().in_host_function) [[unlikely]]
    return answer(Error::kNotPermitted);
  thread_state().has_primary = true;
  Device& device = current_device();
  if (Error error = device.status(); !ok(error)) [[unlikely]]
    return answer(error);
  return answer(call(device));
}

// One of the handles that stand for a default stream; null is one.
Stream* default_stream(cudaStream_t handle);
inline bool is_default(cudaStream_t handle) {
  return reinterpret_cast<std::uintptr_t>(handle) <=
         reinterpret_cast<std::uintptr_t>(cudaStreamPerThread);
}
// The stream that a handle stands for; a null handle is the default stream.
// kInvalidResourceHandle for a handle that is none.
inline Error stream_of(cudaStream_t handle, Stream** out) {
  const bool given = !is_default(handle);
  *out = given ? reinterpret_cast<Stream*>(handle) : default_stream(handle);
  return !given || context().knows(*out) ? Error::kSuccess : Error::kInvalidResourceHandle;
}

// For calls that work on a stream: `call(stream)` decides.
template <class Call>
cudaError_t on_stream(cudaStream_t handle, Call call) {
  if (thread_state().in_host_function) [[unlikely]]
    return answer(Error::kNotPermitted);
  thread_state().has_primary = true;
  Stream* stream = nullptr;
  if (Error error = stream_of(handle, &stream); !ok(error)) return answer(error);
  if (Error error = stream->device.status(); !ok(error)) [[unlikely]]
    return answer(error);
  return answer(call(*stream));
}

// Records in the stream, or where its capture is.
inline Error record(Event& event, Stream& stream) {
  if (stream.is_capturing()) [[unlikely]]
    return the_engine().captures().record(stream, event);
  event.record(stream);
  return Error::kSuccess;
}

// For potentially unsafe calls: captures of streams forbid them (kStreamCaptureUnsupported) as
// cudaThreadExchangeStreamCaptureMode says.
inline Error refuse_unsafe() {
  auto& captures = the_engine().captures();
  if (!captures.any()) [[likely]]
    return Error::kSuccess;
  return captures.refuse_unsafe(thread_state().capture_mode);
}

// on_device() for such calls.
template <class Call>
cudaError_t on_device_if_safe(Call call) {
  return on_device([&](Device& device) {
    const Error error = refuse_unsafe();
    return ok(error) ? call(device) : error;
  });
}

// While a host function of a stream runs: it must not call the API ("Host Functions").
class InHostFunction {
 public:
  InHostFunction() { thread_state().in_host_function = true; }
  ~InHostFunction() { thread_state().in_host_function = false; }
};

// cudaErrorNotSupported, and one line on stderr (once per name) that says so.
cudaError_t not_supported(const char* what);

}  // namespace heddle::runtime
