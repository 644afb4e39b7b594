// SPDX-License-Identifier: Apache-2.0
#include "process/context.h"

#include <chrono>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "engine/jit/jit_source.h"
#include "engine/stream/value_wait.h"
#include "process/device_models.h"
#include "process/func_launch.h"
#include "process/tools.h"
#include "support/debugger.h"

namespace heddle::process {
namespace {

constexpr unsigned kNonBlocking = 1;  // of the flags of streams

// gdb lets the threads of a program go on one after the other. If the first one ends the program
// before the last one runs, gdb 13 stops with an internal error ("num_lwps (pid) == 1").
void wait_for_debugger() {
  constexpr std::chrono::milliseconds kUntilAllThreadsRun(200);
  if (support::is_debugged()) std::this_thread::sleep_for(kUntilAllThreadsRun);
}

// A program that ends without synchronising still sees what its kernels printed.
void flush_at_exit() {
  engine::Engine& engine = context().engine();
  engine.launcher().variants().source().stop();
  for (int i = 0; i < engine.device_count(); ++i) {
    // A host function that ends the program would wait for itself, and a value in memory may never
    // come.
    if (!thread_state().in_host_function && !engine::has_value_waits()) {
      engine::wait_for_all(engine.device(i));
    }
    engine.device(i).printf.flush();
  }
  wait_for_debugger();
}

}  // namespace

constinit engine::Launcher::DeviceQueries device_queries = nullptr;

engine::Engine& Context::make_engine() {
  // Not std::call_once: that keeps what it calls in variables of a thread of the C++ library, which
  // this library, which is loaded late by Python, would ask to be where that library was not given
  // room for them.
  static std::mutex making;
  const std::lock_guard lock(making);
  if (!engine_.load(std::memory_order_acquire)) {
    support::Settings settings = support::read_settings();
    std::vector<gpu::Model> models = chosen_models(settings);
    auto source = std::make_unique<engine::JitSource>(settings);
    auto made = std::make_unique<engine::Engine>(std::move(settings), registry, std::move(models),
                                                 std::move(source));
    made->launcher().check_nodes_by(&check_resident);
    made->launcher().answer_device_by(device_queries);
    for (int i = 0; i < made->device_count(); ++i) {
      devices.push_back(std::make_unique<DeviceState>(made->device(i).model));
    }
    load_tools(*made);
    engine_.store(made.release(), std::memory_order_release);
    std::atexit(&flush_at_exit);
  }
  return *engine_.load(std::memory_order_acquire);
}

engine::Engine* Context::engine_for_tools() {
  engine::Engine* made = engine_.load(std::memory_order_acquire);
  if (!made && tools_are_asked_for()) return &engine();
  return made;
}

thread_local constinit Context::Known Context::last_stream_, Context::last_event_;

template <class All>
bool Context::look_up(const void* handle, Known& last, const All& all) {
  std::lock_guard lock(mutex_);
  if (all.count(static_cast<All::key_type>(handle)) == 0) return false;
  last = {handle, destroyed_.load(std::memory_order_relaxed)};
  return true;
}
template bool Context::look_up(const void*, Known&, const decltype(streams_)&);
template bool Context::look_up(const void*, Known&, const decltype(events_)&);

engine::Stream* Context::add_stream(engine::Device& device, unsigned flags, int priority) {
  const auto kind =
      flags & kNonBlocking ? engine::Stream::Kind::kNonBlocking : engine::Stream::Kind::kBlocking;
  auto stream = std::make_unique<engine::Stream>(device.streams, kind, flags, priority);
  std::lock_guard lock(mutex_);
  streams_.insert(stream.get());
  return stream.release();
}

engine::Event* Context::add_event(engine::Device& device, unsigned flags,
                                  std::shared_ptr<engine::SharedEvent> shared) {
  auto event = std::make_shared<engine::Event>(device.streams, flags);
  event->shared = std::move(shared);
  std::lock_guard lock(mutex_);
  return events_.emplace(event.get(), event).first->second.get();
}

std::shared_ptr<engine::Event> Context::find(const engine::Event* event) {
  std::lock_guard lock(mutex_);
  const auto it = events_.find(event);
  return it == events_.end() ? nullptr : it->second;
}

void Context::remove(engine::Stream* stream) {
  std::lock_guard lock(mutex_);
  ++destroyed_;
  if (streams_.erase(stream)) delete stream;
}

void Context::remove(engine::Event* event) {
  std::lock_guard lock(mutex_);
  ++destroyed_;
  events_.erase(event);
}

void Context::remove_all(const engine::Device& device) {
  std::lock_guard lock(mutex_);
  ++destroyed_;
  std::erase_if(streams_, [&](const engine::Stream* stream) {
    const bool gone = &stream->device == &device;
    if (gone) delete stream;
    return gone;
  });
  std::erase_if(events_, [&](const auto& event) { return &event.second->device == &device; });
}

}  // namespace heddle::process
