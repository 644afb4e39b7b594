// SPDX-License-Identifier: Apache-2.0
// Events of all streams of a context.
#include <algorithm>
#include <vector>

#include "driver/context/context.h"
#include "driver/driver.h"
#include "engine/stream/call.h"
#include "process/device_state.h"
#include "runtime/runtime.h"

namespace heddle::driver {
namespace {

using engine::Stream;

// Of the primary context all of the device that are no other context's.
std::vector<Stream*> streams_of(CUcontext context) {
  std::vector<Stream*> streams;
  engine::Device& device = the_engine().device(context->device);
  if (!context->primary) {
    const std::lock_guard lock(context->mutex);
    for (CUstream stream : context->streams) streams.push_back(reinterpret_cast<Stream*>(stream));
    return streams;
  }
  {
    const auto lock = the_engine().scheduler().lock();
    streams = device.streams.all;
  }
  std::erase_if(streams, [&](Stream* stream) {
    return context_of(reinterpret_cast<CUstream>(stream), context->device) != context;
  });
  return streams;
}

bool any_captures(const std::vector<Stream*>& streams) {
  return std::any_of(streams.begin(), streams.end(),
                     [](const Stream* stream) { return stream->is_capturing(); });
}

template <class Call>
CUresult on_event_of(CUcontext context, CUevent handle, Call call) {
  if (const CUresult result = initialised(); result != CUDA_SUCCESS) return result;
  if (!context || !is_context(context)) return CUDA_ERROR_INVALID_CONTEXT;
  const auto event = process::context().find(reinterpret_cast<engine::Event*>(handle));
  if (!event) return CUDA_ERROR_INVALID_HANDLE;
  const auto streams = streams_of(context);
  if (any_captures(streams)) return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  return call(streams, event);
}

}  // namespace

// In a stream that comes after all of them.
HEDDLE_DRIVER CUresult cuCtxRecordEvent(CUcontext context, CUevent handle) {
  return on_event_of(context, handle, [&](const auto& streams, const auto& event) {
    engine::Device& device = the_engine().device(context->device);
    if (&event->device != &device) return CUDA_ERROR_INVALID_HANDLE;
    Stream* last = process::context().add_stream(device, CU_STREAM_NON_BLOCKING, 0);
    for (Stream* stream : streams) {
      engine::OperationRef before;
      {
        const auto lock = the_engine().scheduler().lock();
        before = stream->last();
      }
      if (before && !before->ended())
        last->submit(engine::make_call([] {}, engine::Operation::Size::kTiny), before);
    }
    event->record(*last);
    process::context().remove(last);
    return CUDA_SUCCESS;
  });
}

HEDDLE_DRIVER CUresult cuCtxWaitEvent(CUcontext context, CUevent handle) {
  return on_event_of(context, handle, [&](const auto& streams, const auto& event) {
    const engine::OperationRef before = event->last();
    if (!before || before->ended()) return CUDA_SUCCESS;
    for (Stream* stream : streams)
      stream->submit(engine::make_call([] {}, engine::Operation::Size::kTiny), before);
    return CUDA_SUCCESS;
  });
}

}  // namespace heddle::driver
