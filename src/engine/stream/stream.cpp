// SPDX-License-Identifier: Apache-2.0
#include "engine/stream/stream.h"

#include <algorithm>
#include <chrono>

#include "engine/device.h"
#include "engine/graph/capture.h"

namespace heddle::engine {

Stream::Stream(Device& on, Kind as, unsigned with_flags, int with_priority)
    : device(on), kind(as), flags(with_flags), id(next_id_++), scheduler_(on.scheduler) {
  const auto lock = scheduler_.lock();
  attributes_.priority = with_priority;
  device.streams.all.push_back(this);
}

// What was submitted runs all the same.
Stream::~Stream() {
  device.captures.forget(*this);
  const auto lock = scheduler_.lock();
  std::erase(device.streams.all, this);
  auto& orphans = device.streams.orphans;
  std::erase_if(orphans, [](const OperationRef& operation) { return operation->ended(); });
  if (last_ && !last_->ended()) orphans.push_back(last_);
}

template <class Each>
void Stream::each_before(Each each) const {
  const auto tell = [&](const OperationRef& operation) {
    if (operation && !operation->ended()) each(operation);
  };
  tell(last_);
  if (kind == Kind::kLegacyDefault) {
    for (const Stream* other : device.streams.all) {
      if (other->kind == Kind::kBlocking) tell(other->last_);
    }
    for (const OperationRef& orphan : device.streams.orphans) tell(orphan);
  } else if (kind == Kind::kBlocking) {
    tell(device.null_stream.last_);
  }
}

void Stream::submit(const OperationRef& operation, const OperationRef& also_after,
                    OperationRef* engine) {
  auto lock = scheduler_.lock();
  scheduler_.hold(*operation, operation->priority().value_or(attributes_.priority));
  each_before([&](const OperationRef& before) { Scheduler::follow(operation, before); });
  Scheduler::follow(operation, also_after);
  if (engine) {
    Scheduler::follow(operation, *engine);
    *engine = operation;
  }
  last_ = operation;
  scheduler_.start(lock, operation, kind == Kind::kLegacyDefault ? 0 : id);
}

bool Stream::comes_after(const OperationRef& operation) {
  const auto lock = scheduler_.lock();
  bool after = operation->ended();
  each_before([&](const OperationRef& before) {
    after = after || Scheduler::is_before(operation, *before);
  });
  return after;
}

bool Stream::idle() {
  const auto lock = scheduler_.lock();
  if (kind != Kind::kLegacyDefault) return !last_ || last_->ended();
  bool any = false;
  each_before([&](const OperationRef&) { any = true; });
  return !any;
}

void Stream::wait() {
  std::vector<OperationRef> before;
  {
    const auto lock = scheduler_.lock();
    if (kind == Kind::kLegacyDefault) {
      each_before([&](const OperationRef& operation) { before.push_back(operation); });
    } else {
      before.push_back(last_);
    }
  }
  for (const OperationRef& operation : before) scheduler_.wait(operation);
  device.pools.synchronised();
}

void wait_for_all(Device& device) {
  std::vector<OperationRef> all;
  {
    const auto lock = device.scheduler.lock();
    for (Stream* stream : device.streams.all) all.push_back(stream->last());
    for (const OperationRef& orphan : device.streams.orphans) all.push_back(orphan);
  }
  for (const OperationRef& operation : all) device.scheduler.wait(operation);
  device.pools.synchronised();
}

void EventRecord::work(unsigned) {
  if (other_) return event_->wait_for(record_);
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  nanoseconds_ = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
  if (event_) event_->end(record_);
}

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
  const auto lock = device.scheduler.lock();
  device.scheduler.hold(*last_, 0);
  device.scheduler.release(last_);
  return last_;
}

}  // namespace heddle::engine
