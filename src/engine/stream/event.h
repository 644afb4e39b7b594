// SPDX-License-Identifier: Apache-2.0
// Events (CUDA C++ Programming Guide, "Events").
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "engine/stream/operation.h"
#include "engine/stream/shared_event.h"

namespace heddle::engine {

class Device;
class Scheduler;
class Stream;
struct CapturedPoint;
struct Streams;

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
  Event(Streams& of, unsigned with_flags);
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
  Scheduler& scheduler_;
  mutable std::mutex mutex_;
  mutable std::shared_ptr<EventRecord> last_;
  std::shared_ptr<const CapturedPoint> captured_;
};

}  // namespace heddle::engine
