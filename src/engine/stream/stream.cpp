// SPDX-License-Identifier: Apache-2.0
#include "engine/stream/stream.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/stream/streams.h"

namespace heddle::engine {

Stream::Stream(Streams& of, Kind as, unsigned with_flags, int with_priority)
    : device(of.device),
      kind(as),
      flags(with_flags),
      id(next_id_++),
      streams_(of),
      scheduler_(of.scheduler) {
  {
    const auto lock = scheduler_.lock();
    attributes_.priority = with_priority;
    streams_.all.push_back(this);
    if (kind == Kind::kLegacyDefault) streams_.legacy = this;
  }
  order_events().made(*this);
}

int Stream::ordinal() const {
  return streams_.ordinal;
}

// What was submitted runs all the same.
Stream::~Stream() {
  for (StreamObserver* observer : streams_.observers) observer->stream_ends(*this);
  order_events().gone(*this);
  const auto lock = scheduler_.lock();
  std::erase(streams_.all, this);
  auto& orphans = streams_.orphans;
  std::erase_if(orphans, [](const OperationRef& operation) { return operation->ended(); });
  if (last_ && !last_->ended()) orphans.push_back(last_);
}

void Stream::set_capture(std::shared_ptr<Capture> capture) {
  const int change = static_cast<int>(capture != nullptr) - static_cast<int>(capture_ != nullptr);
  captures_in_progress_ += change;
  if (kind == Kind::kBlocking) streams_.legacy->captures_in_progress_ += change;
  capture_ = std::move(capture);
}

template <class Each>
void Stream::each_before(Each each) const {
  const auto tell = [&](const OperationRef& operation) {
    if (operation && !operation->ended()) each(operation);
  };
  tell(last_);
  if (kind == Kind::kLegacyDefault) {
    for (const Stream* other : streams_.all) {
      if (other->kind == Kind::kBlocking) tell(other->last_);
    }
    for (const OperationRef& orphan : streams_.orphans) tell(orphan);
  } else if (kind == Kind::kBlocking) {
    tell(streams_.legacy->last_);
  }
}

void Stream::submit(const OperationRef& operation, const OperationRef& also_after,
                    OperationRef* engine) {
  order_events().given(*this, *operation, also_after.get());
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
  order_events().waited(*this);
  streams_.tell_host_waited();
}

}  // namespace heddle::engine
