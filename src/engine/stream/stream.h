// SPDX-License-Identifier: Apache-2.0
// Streams and events (CUDA C++ Programming Guide, "Asynchronous Concurrent Execution").
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/memory/host_guard.h"
#include "engine/stream/operation.h"
#include "engine/stream/operation_memory.h"
#include "engine/stream/scheduler.h"
#include "engine/stream/shared_event.h"
#include "probes/events.h"

namespace heddle::engine {

class Capture;
class Captures;
class Device;
class Stream;
struct CapturedPoint;

// The streams of one device, and the engines that its copies go through. Under the scheduler's
// lock.
struct Streams {
  std::vector<Stream*> all;
  std::vector<OperationRef> orphans;  // last operations of streams that were destroyed
  // The last copy of each: copies to the device, and from it, or all where there is one engine.
  OperationRef copies[2];
};

// What a program may set of a stream.
struct StreamAttributes {
  int priority = 0;  // lower is more urgent
  probes::AccessPolicyWindow window;
  int synchronization_policy = 1;  // cudaSynchronizationPolicy
  std::array<unsigned char, 2> domain_map{0, 1};
  bool remote_domain = false;
};

// The operations of a stream run one after the other. The legacy default stream comes after all
// that other streams got before, and they after it, but for non-blocking ones.
class Stream {
 public:
  enum class Kind : std::uint8_t { kLegacyDefault, kBlocking, kNonBlocking };

  // `with_flags`: cudaStreamNonBlocking or 0.
  Stream(Device& on, Kind as, unsigned with_flags, int with_priority);
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  Device& device;
  const Kind kind;
  const unsigned flags;
  const std::uint64_t id;

  StreamAttributes attributes() {
    const auto lock = scheduler_.lock();
    return attributes_;
  }
  // change(StreamAttributes&) for what is submitted from now on.
  template <class Change>
  void change(Change change) {
    const auto lock = scheduler_.lock();
    change(attributes_);
    has_window_.store(attributes_.window.bytes != 0, std::memory_order_relaxed);
  }
  bool has_window() const { return has_window_.load(std::memory_order_relaxed); }

  // Whether work that the stream is given may not just be submitted: it is captured, or would make
  // the legacy default stream wait for one that is (capture.h).
  bool heeds_capture() const { return heeds_capture_.load(std::memory_order_acquire) != 0; }

  // `also_after`: of another stream. `engine`: the copy engine that it goes through, if any.
  void submit(const OperationRef& operation, const OperationRef& also_after = nullptr,
              OperationRef* engine = nullptr);
  // Does something small at once if nothing else goes on; false: it has not been done. An operation
  // without a trace: there is nothing left to come after.
  template <class Body>
  bool do_now(Body body) {
    return scheduler_.do_now([&] {
      if (kind == Kind::kLegacyDefault) Scheduler::turn_to(0);
      const HostGuard::Access device_memory;
      body();
    });
  }
  // Whether what is submitted now begins when `operation` has ended.
  bool comes_after(const OperationRef& operation);
  // Whether all that was submitted has ended; of the legacy default stream: to all streams that it
  // comes after. An H200 has it so.
  bool idle();
  void wait();
  // What comes in this stream goes on with what the calling thread had done in others.
  void take_turn() const { Scheduler::turn_to(id); }
  // The last operation, null before the first. Under the scheduler's lock.
  const OperationRef& last() const { return last_; }

 private:
  // Calls each(operation) for what an operation that is submitted now has to wait for.
  template <class Each>
  void each_before(Each each) const;

  friend class Captures;
  Scheduler& scheduler_;
  OperationRef last_;
  StreamAttributes attributes_;  // under the scheduler's lock
  std::atomic<bool> has_window_{false};
  std::atomic<int> heeds_capture_{0};
  std::shared_ptr<Capture> capture_;  // under the captures' lock
  static inline std::atomic<std::uint64_t> next_id_{1};
};

// Waits for all streams of the device.
void wait_for_all(Device& device);

// An event in a stream: the time when the stream came to it.
class EventRecord final : public Operation {
 public:
  EventRecord() = default;
  // One that other processes know of. `other`: that one of them made.
  EventRecord(std::shared_ptr<SharedEvent> event, std::uint64_t record, bool other)
      : event_(std::move(event)), record_(record), other_(other) {}
  void work(unsigned) override;
  Size size() const override { return other_ ? Size::kLarge : Size::kTiny; }
  bool waits() const override { return other_; }
  std::int64_t nanoseconds() const { return nanoseconds_; }  // monotonic; of an ended one
  std::uint64_t number() const { return record_; }

 private:
  std::int64_t nanoseconds_ = 0;
  const std::shared_ptr<SharedEvent> event_;
  const std::uint64_t record_ = 0;
  const bool other_ = false;
};

struct Event {
  explicit Event(Device& on, unsigned with_flags) : device(on), flags(with_flags) {}
  Device& device;
  const unsigned flags;
  // What other processes know of it, if they may.
  std::shared_ptr<SharedEvent> shared;

  void record(Stream& stream);
  // The next record, for somebody else to carry out.
  std::shared_ptr<EventRecord> begin_record();
  // The last one; null: it was never recorded, or was by another process and has ended.
  std::shared_ptr<EventRecord> last() const;
  // Where in a capture it was recorded last; null: it was not, or outside one later.
  std::shared_ptr<const CapturedPoint> captured() const;
  void set_captured(std::shared_ptr<const CapturedPoint> point);

 private:
  std::shared_ptr<EventRecord> last_of_all() const;
  mutable std::mutex mutex_;
  mutable std::shared_ptr<EventRecord> last_;
  std::shared_ptr<const CapturedPoint> captured_;
};

// A callable.
template <class Run>
class Call final : public Operation {
 public:
  Call(Run run, Size size) : run_(std::move(run)), size_(size) {}
  void work(unsigned) override { run_(); }
  Size size() const override { return size_; }

 private:
  Run run_;
  const Size size_;
};

template <class Run>
OperationRef make_call(Run run, Operation::Size size) {
  return make_operation<Call<Run>>(std::move(run), size);
}

// A callable that is the user's.
template <class Run>
class HostFunction final : public Operation {
 public:
  explicit HostFunction(Run run) : run_(std::move(run)) {}
  void work(unsigned) override { run_(); }
  bool is_host_function() const override { return true; }

 private:
  Run run_;
};

template <class Run>
OperationRef make_host_function(Run run) {
  return make_operation<HostFunction<Run>>(std::move(run));
}

}  // namespace heddle::engine
