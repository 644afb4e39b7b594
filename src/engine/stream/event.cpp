// SPDX-License-Identifier: Apache-2.0
#include "engine/stream/event.h"

#include <chrono>

#include "engine/stream/operation_memory.h"
#include "engine/stream/scheduler.h"
#include "engine/stream/stream.h"
#include "engine/stream/streams.h"

namespace heddle::engine {

void EventRecord::work(unsigned) {
  if (other_) return event_->wait_for(record_);
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  nanoseconds_ = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
  if (event_) event_->end(record_);
}

Event::Event(Streams& of, unsigned with_flags)
    : device(of.device), flags(with_flags), scheduler_(of.scheduler) {}

void Event::record(Stream& stream) {
  stream.submit(begin_record());
}

std::shared_ptr<EventRecord> Event::begin_record() {
  auto made = shared ? make_operation<EventRecord>(shared, shared->announce(), false)
                     : make_operation<EventRecord>();
  const std::lock_guard lock(mutex_);
  last_ = made;
  captured_ = nullptr;
  return made;
}

std::shared_ptr<const CapturedPoint> Event::captured() const {
  const std::lock_guard lock(mutex_);
  return captured_;
}

void Event::set_captured(std::shared_ptr<const CapturedPoint> point) {
  const std::lock_guard lock(mutex_);
  captured_ = std::move(point);
}

std::shared_ptr<EventRecord> Event::last() const {
  const std::lock_guard lock(mutex_);
  return shared ? last_of_all() : last_;
}

// Another process's record is an operation here that waits for it.
std::shared_ptr<EventRecord> Event::last_of_all() const {
  const std::uint64_t number = shared->last();
  if (last_ && last_->number() == number) return last_;
  if (number == 0 || shared->ended(number)) return nullptr;
  last_ = std::make_shared<EventRecord>(shared, number, true);
  const auto lock = scheduler_.lock();
  scheduler_.hold(*last_, 0);
  scheduler_.release(last_);
  return last_;
}

}  // namespace heddle::engine
