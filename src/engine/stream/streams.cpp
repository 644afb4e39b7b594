// SPDX-License-Identifier: Apache-2.0
#include "engine/stream/streams.h"

#include <utility>

#include "engine/stream/scheduler.h"
#include "engine/stream/stream.h"

namespace heddle::engine {

Streams::Streams(Device& on, int number, Scheduler& with, std::vector<StreamObserver*> told)
    : device(on), ordinal(number), scheduler(with), observers(std::move(told)) {}

void Streams::wait_for_all() {
  wait_untold();
  scheduler.order_events().waited_for_device(ordinal);
}

void Streams::wait_untold() {
  std::vector<OperationRef> open;
  {
    const auto lock = scheduler.lock();
    const auto add = [&](const OperationRef& operation) {
      if (operation && !operation->ended()) open.push_back(operation);
    };
    for (const Stream* stream : all) add(stream->last());
    for (const OperationRef& orphan : orphans) add(orphan);
  }
  scheduler.wait(nullptr);  // the calling thread has waited, also where all has ended
  for (const OperationRef& operation : open) scheduler.wait(operation);
  tell_host_waited();
}

void Streams::tell_host_waited() const {
  for (StreamObserver* observer : observers) observer->host_waited();
}

}  // namespace heddle::engine
