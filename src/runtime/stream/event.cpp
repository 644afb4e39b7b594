// SPDX-License-Identifier: Apache-2.0
// Event management.
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

cudaError_t create(cudaEvent_t* out, unsigned flags) {
  return on_device([&](Device& device) {
    const unsigned known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    // Interprocess events must not measure time.
    const bool good =
        !(flags & ~known) && (!(flags & cudaEventInterprocess) || (flags & cudaEventDisableTiming));
    if (!out || !good) return Error::kInvalidValue;
    std::shared_ptr<engine::SharedEvent> shared;
    if (flags & cudaEventInterprocess) {
      shared = engine::SharedEvent::make();
      if (!shared) return Error::kMemoryAllocation;
    }
    *out = reinterpret_cast<cudaEvent_t>(context().add_event(device, flags, std::move(shared)));
    return Error::kSuccess;
  });
}

template <class Call>
cudaError_t on_event(cudaEvent_t handle, Call call) {
  auto* event = reinterpret_cast<Event*>(handle);
  if (!handle || !context().knows(event)) return answer(Error::kInvalidResourceHandle);
  if (Error error = event->device.status(); !ok(error)) return answer(error);
  return answer(call(*event));
}

// `external`: in a captured stream, as a node.
cudaError_t record(cudaEvent_t handle, cudaStream_t stream, bool external) {
  return on_event(handle, [&](Event& event) {
    Stream* on = nullptr;
    HEDDLE_RETURN_IF_ERROR(stream_of(stream, &on));
    if (&on->device != &event.device) return Error::kInvalidResourceHandle;
    if (!external || !on->is_capturing()) return runtime::record(event, *on);
    return the_engine().captures().add(*on, engine::EventRecordWork{context().find(&event)});
  });
}

const engine::OrderEvents& event_order(const Event& event) {
  return event.device.scheduler.order_events();
}

// For calls that wait for an event or ask whether it is there.
Error refuse_wait(const Event& event) {
  const Error error = the_engine().captures().refuse(event);
  return ok(error) ? refuse_unsafe() : error;
}

}  // namespace

HEDDLE_API cudaError_t cudaEventCreate(cudaEvent_t* out) {
  return create(out, cudaEventDefault);
}
HEDDLE_API cudaError_t cudaEventCreateWithFlags(cudaEvent_t* out, unsigned flags) {
  return create(out, flags);
}

HEDDLE_API cudaError_t cudaEventDestroy(cudaEvent_t handle) {
  return on_event(handle, [](Event& event) {
    context().remove(&event);
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return record(event, stream, false);
}
HEDDLE_API cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream,
                                                unsigned flags) {
  if (flags & ~unsigned{cudaEventRecordExternal}) return answer(Error::kInvalidValue);
  return record(event, stream, (flags & cudaEventRecordExternal) != 0);
}

// An event that was never recorded counts as complete.
HEDDLE_API cudaError_t cudaEventQuery(cudaEvent_t handle) {
  return on_event(handle, [](Event& event) {
    HEDDLE_RETURN_IF_ERROR(refuse_wait(event));
    const auto last = event.last();
    if (last && !last->ended()) return Error::kNotReady;
    if (last) event_order(event).waited(*last);
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaEventSynchronize(cudaEvent_t handle) {
  return on_event(handle, [](Event& event) {
    HEDDLE_RETURN_IF_ERROR(refuse_wait(event));
    const auto last = event.last();
    event.device.scheduler.wait(last);
    if (last) event_order(event).waited(*last);
    event.device.pools.host_waited();
    event.device.printf.flush();
    return event.device.status();
  });
}

// Milliseconds; the clock ticks in nanoseconds.
HEDDLE_API cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t end) {
  return on_event(start, [&](Event& from) {
    auto* to = reinterpret_cast<Event*>(end);
    if (!ms) return Error::kInvalidValue;
    if (!context().knows(to) || &to->device != &from.device) return Error::kInvalidResourceHandle;
    for (const Event* event : {&from, to}) {
      HEDDLE_RETURN_IF_ERROR(the_engine().captures().state_of(*event));
    }
    const auto first = from.last(), last = to->last();
    const bool timed = !((from.flags | to->flags) & cudaEventDisableTiming);
    if (!first || !last || !timed) return Error::kInvalidResourceHandle;
    if (!first->ended() || !last->ended()) return Error::kNotReady;
    for (const auto& one : {first, last}) event_order(from).waited(*one);
    const std::int64_t time = last->nanoseconds() - first->nanoseconds();
    *ms = static_cast<float>(static_cast<double>(time) * 1e-6);
    return Error::kSuccess;
  });
}

}  // namespace heddle::runtime
