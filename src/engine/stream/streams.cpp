// SPDX-License-Identifier: Apache-2.0
#include "engine/stream/streams.h"

#include <utility>

#include "engine/stream/scheduler.h"
#include "engine/stream/stream.h"

namespace heddle::engine {

Streams::Streams(Device& on, Scheduler& with, std::vector<StreamObserver*> told)
    : device(on), scheduler(with), observers(std::move(told)) {}

void Streams::wait_for_all() {
  std::vector<OperationRef> last;
  {
    const auto lock = scheduler.lock();
    for (const Stream* stream : all) last.push_back(stream->last());
    for (const OperationRef& orphan : orphans) last.push_back(orphan);
  }
  for (const OperationRef& operation : last) scheduler.wait(operation);
  tell_host_waited();
}

void Streams::tell_host_waited() const {
  for (StreamObserver* observer : observers) observer->host_waited();
}

}  // namespace heddle::engine
