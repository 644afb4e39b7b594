// SPDX-License-Identifier: Apache-2.0
// Streams and events.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>

namespace heddle::engine {

class Device;

// Work that a stream does in its turn.
class Operation {
 public:
  virtual ~Operation() = default;
  virtual void run() = 0;
};

// The operations of one stream, in the order of their submission. They run in the thread that
// submits them, before submit() returns: nothing else than this class knows that.
class Queue {
 public:
  void submit(Operation& operation) {
    // Recursive: a host function of the stream may use the stream.
    std::lock_guard lock(mutex_);
    operation.run();
  }
  // Whether all that was submitted has ended.
  bool idle() const { return true; }
  void wait() {}

 private:
  std::recursive_mutex mutex_;
};

struct Stream {
  Stream(Device& on, unsigned with_flags, int with_priority)
      : device(on), flags(with_flags), priority(with_priority), id(next_id++) {}
  Device& device;
  const unsigned flags;  // cudaStreamNonBlocking or 0
  const int priority;
  const std::uint64_t id;
  Queue queue;

 private:
  static inline std::atomic<std::uint64_t> next_id{1};
};

struct Event {
  explicit Event(Device& on, unsigned with_flags) : device(on), flags(with_flags) {}
  Device& device;
  const unsigned flags;
  std::atomic<bool> recorded{false};
  std::atomic<std::int64_t> nanoseconds{0};  // monotonic, when the stream came to it

  void stamp() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
    recorded = true;
  }
};

// Submits a callable.
template <class Run>
void submit(Stream& stream, Run run) {
  struct Call final : Operation {
    explicit Call(Run& r) : body(r) {}
    void run() override { body(); }
    Run& body;
  } call(run);
  stream.queue.submit(call);
}

}  // namespace heddle::engine
