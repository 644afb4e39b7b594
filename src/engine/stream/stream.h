// SPDX-License-Identifier: Apache-2.0
// Streams (CUDA C++ Programming Guide, "Asynchronous Concurrent Execution").
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

#include "engine/base/host_guard.h"
#include "engine/stream/operation.h"
#include "engine/stream/scheduler.h"
#include "probes/events.h"

namespace heddle::engine {

class Capture;
class Device;
struct Partition;
struct Streams;

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

  // One of `of`. `with_flags`: cudaStreamNonBlocking or 0.
  Stream(Streams& of, Kind as, unsigned with_flags, int with_priority);
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  Device& device;
  const Kind kind;
  const unsigned flags;
  const std::uint64_t id;
  int ordinal() const;  // of the device
  // What its kernels run on; null: all of the device. Set before anybody uses it.
  const Partition* partition = nullptr;
  // Who is told of the order of its work.
  const OrderEvents& order_events() const { return scheduler_.order_events(); }

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

  // Whether it is captured or, of the legacy default stream, a stream is that it would have to wait
  // for (capture.h): then work may not just be submitted.
  bool is_capturing() const { return captures_in_progress_.load(std::memory_order_acquire) != 0; }
  // The capture that it takes part in; null: none. Under the captures' lock.
  const std::shared_ptr<Capture>& capture() const { return capture_; }
  void set_capture(std::shared_ptr<Capture> capture);

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

  Streams& streams_;
  Scheduler& scheduler_;
  OperationRef last_;
  StreamAttributes attributes_;  // under the scheduler's lock
  std::atomic<bool> has_window_{false};
  std::atomic<int> captures_in_progress_{0};
  std::shared_ptr<Capture> capture_;
  static inline std::atomic<std::uint64_t> next_id_{1};
};

}  // namespace heddle::engine
