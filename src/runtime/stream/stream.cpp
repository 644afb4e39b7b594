// SPDX-License-Identifier: Apache-2.0
// Stream management.
#include "engine/stream/call.h"
#include "runtime/graph/graph.h"
#include "runtime/launch/launch_attributes.h"

namespace heddle::runtime {
namespace {

cudaError_t create(cudaStream_t* out, unsigned flags, int priority) {
  return on_device([&](Device& device) {
    if (!out || (flags & ~unsigned{cudaStreamNonBlocking})) return Error::kInvalidValue;
    const int kept = kept_priority(priority);
    *out = reinterpret_cast<cudaStream_t>(context().add_stream(device, flags, kept));
    return Error::kSuccess;
  });
}

// For calls that wait for a stream or ask whether it is idle.
Error refuse_wait(Stream& stream) {
  return stream.is_capturing() ? the_engine().captures().refuse(stream) : refuse_unsafe();
}

// A callback, as the function of a host node.
struct Callback {
  cudaStream_t handle;
  cudaStreamCallback_t function;
  void* data;
  Device& device;
};

Error capture_callback(Stream& stream, cudaStream_t handle, cudaStreamCallback_t function,
                       void* data) {
  const auto kept = std::make_shared<Callback>(Callback{handle, function, data, stream.device});
  engine::HostWork work = host_work(
      [](void* p) {
        const auto& callback = *static_cast<Callback*>(p);
        callback.function(callback.handle, static_cast<cudaError_t>(callback.device.status()),
                          callback.data);
      },
      kept.get());
  work.owned = kept;
  return the_engine().captures().add(stream, std::move(work));
}

bool predefined(cudaStream_t stream) {
  return !stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

}  // namespace

HEDDLE_API cudaError_t cudaStreamCreate(cudaStream_t* out) {
  return create(out, cudaStreamDefault, 0);
}

HEDDLE_API cudaError_t cudaStreamCreateWithFlags(cudaStream_t* out, unsigned flags) {
  return create(out, flags, 0);
}

HEDDLE_API cudaError_t cudaStreamCreateWithPriority(cudaStream_t* out, unsigned flags,
                                                    int priority) {
  return create(out, flags, priority);
}

HEDDLE_API cudaError_t cudaStreamDestroy(cudaStream_t handle) {
  if (predefined(handle)) return answer(Error::kInvalidResourceHandle);
  return on_stream(handle, [](Stream& stream) {
    context().remove(&stream);  // what it got to do is done all the same
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaStreamSynchronize(cudaStream_t handle) {
  return on_stream(handle, [](Stream& stream) {
    HEDDLE_RETURN_IF_ERROR(refuse_wait(stream));
    stream.wait();
    stream.device.printf.flush();
    return stream.device.status();
  });
}

HEDDLE_API cudaError_t cudaStreamQuery(cudaStream_t handle) {
  return on_stream(handle, [](Stream& stream) {
    HEDDLE_RETURN_IF_ERROR(refuse_wait(stream));
    if (!stream.idle()) return Error::kNotReady;
    stream.order_events().waited(stream);
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event, unsigned flags) {
  return on_stream(handle, [&](Stream& stream) {
    if (flags & ~unsigned{cudaEventWaitExternal}) return Error::kInvalidValue;
    const auto* known = reinterpret_cast<Event*>(event);
    if (!context().knows(known)) return Error::kInvalidResourceHandle;
    engine::Captures& captures = the_engine().captures();
    if (captures.any() || known->captured()) [[unlikely]] {
      bool captured = false;
      const bool external = (flags & cudaEventWaitExternal) != 0;
      const Error error = captures.wait(stream, context().find(known), external, &captured);
      if (captured) return error;
    }
    // An event that was never recorded is complete.
    const auto last = known->last();
    if (last) stream.order_events().follows(stream, *last);
    if (last && !last->ended()) {
      stream.submit(engine::make_call([] {}, engine::Operation::Size::kTiny), last);
    }
    stream.take_turn();
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaStreamAddCallback(cudaStream_t handle, cudaStreamCallback_t callback,
                                             void* data, unsigned flags) {
  return on_stream(handle, [&](Stream& stream) {
    if (!callback || flags != 0) return Error::kInvalidValue;
    if (stream.is_capturing()) return capture_callback(stream, handle, callback, data);
    stream.submit(engine::make_host_function(
        [=, &device = stream.device] {
          const InHostFunction here;
          callback(handle, static_cast<cudaError_t>(device.status()), data);
        },
        stream.order_events()));
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaLaunchHostFunc(cudaStream_t handle, cudaHostFn_t function, void* data) {
  return on_stream(handle, [&](Stream& stream) {
    if (!function) return Error::kInvalidValue;
    const engine::HostWork work = host_work(function, data);
    if (stream.is_capturing()) return the_engine().captures().add(stream, work);
    stream.submit(engine::make_host_function(
        [=, &device = stream.device] {
          if (ok(device.status())) work.call(work);
        },
        stream.order_events()));
    return Error::kSuccess;
  });
}

// What value_of(stream) answers.
template <class T, class ValueOf>
static cudaError_t get(cudaStream_t handle, T* out, ValueOf value_of) {
  return on_stream(handle, [&](Stream& stream) {
    if (!out) return Error::kInvalidValue;
    *out = value_of(stream);
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaStreamGetFlags(cudaStream_t handle, unsigned* flags) {
  return get(handle, flags, [](Stream& stream) { return stream.flags; });
}
HEDDLE_API cudaError_t cudaStreamGetPriority(cudaStream_t handle, int* priority) {
  return get(handle, priority, [](Stream& stream) { return stream.attributes().priority; });
}
HEDDLE_API cudaError_t cudaStreamGetId(cudaStream_t handle, unsigned long long* id) {
  return get(handle, id, [](Stream& stream) { return stream.id; });
}
HEDDLE_API cudaError_t cudaStreamGetDevice(cudaStream_t handle, int* device) {
  return get(handle, device, [](Stream& stream) { return stream.device.ordinal; });
}

}  // namespace heddle::runtime
