// SPDX-License-Identifier: Apache-2.0
// The one root object of a process, and what every host thread has of its own. Knows no API.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/engine.h"
#include "engine/stream/event.h"
#include "process/device_state.h"

namespace heddle::process {

using engine::Device;
using engine::Error;
using engine::ok;

class Context {
 public:
  // Filled by registration, before main.
  engine::Registry registry;

  // Read from the environment when the program first calls the runtime, not at registration.
  engine::Engine& engine() {
    engine::Engine* made = engine_.load(std::memory_order_acquire);
    return made ? *made : make_engine();
  }

  // Null: there is none, and no tool that would hear of it.
  engine::Engine* engine_for_tools();

  // One per device, made with the engine.
  std::vector<std::unique_ptr<DeviceState>> devices;

  // Handles that the program holds.
  bool knows(const engine::Stream* stream) { return knows(stream, last_stream_, streams_); }
  bool knows(const engine::Event* event) { return knows(event, last_event_, events_); }
  engine::Stream* add_stream(engine::Device& device, unsigned flags, int priority);
  engine::Event* add_event(engine::Device& device, unsigned flags,
                           std::shared_ptr<engine::SharedEvent> shared);
  std::shared_ptr<engine::Event> find(const engine::Event* event);
  void remove(engine::Stream* stream);
  void remove(engine::Event* event);
  // All streams and events of a device, which is being reset.
  void remove_all(const engine::Device& device);

 private:
  engine::Engine& make_engine();
  // The last handle that a thread asked about is good until any is destroyed.
  struct Known {
    const void* handle = nullptr;
    std::uint64_t destroyed = 0;
  };
  template <class All>
  bool knows(const void* handle, Known& last, const All& all) {
    if (last.handle == handle && handle &&
        last.destroyed == destroyed_.load(std::memory_order_acquire)) [[likely]]
      return true;
    return look_up(handle, last, all);
  }
  template <class All>
  bool look_up(const void* handle, Known& last, const All& all);

  std::atomic<engine::Engine*> engine_{nullptr};
  std::mutex mutex_;
  std::unordered_set<const engine::Stream*> streams_;
  std::unordered_map<const engine::Event*, std::shared_ptr<engine::Event>> events_;
  std::atomic<std::uint64_t> destroyed_{1};  // counts handles that are gone
  static thread_local constinit Known last_stream_, last_event_;
};

// Never destroyed: destructors of the program's static objects may still call the runtime.
inline Context& context() {
  static auto* const root = new Context;
  return *root;
}

struct ThreadState {
  int last_error = 0;  // of the runtime API
  int device = 0;      // that it has chosen
  bool in_host_function = false;
  const engine::Partition* partition = nullptr;  // of a green context that is current
  int in_driver = 0;  // calls of the driver API, which say themselves what is wrong
  bool has_primary =
      false;  // the runtime API has been used: the device's primary context is current
  bool own_default_stream = false;  // stream 0 is cudaStreamPerThread
  engine::CaptureMode capture_mode = engine::CaptureMode::kGlobal;
};
inline constinit thread_local ThreadState state_of_thread;
inline ThreadState& thread_state() {
  return state_of_thread;
}

// While one lives, stream 0 is the calling thread's own (second_forms.cpp).
class PerThreadDefaultStream {
 public:
  PerThreadDefaultStream() { thread_state().own_default_stream = true; }
  ~PerThreadDefaultStream() { thread_state().own_default_stream = false; }
};

inline engine::Engine& the_engine() {
  return context().engine();
}

// The device that the calling thread has chosen.
inline Device& current_device() {
  return the_engine().device(thread_state().device);
}

// What answers device code that asks for facts of functions and devices. Set by the API that has
// them, before any engine is made.
extern engine::Launcher::DeviceQueries device_queries;

}  // namespace heddle::process
