// SPDX-License-Identifier: Apache-2.0
#include "engine/stream/order_events.h"

#include "engine/stream/operation.h"
#include "engine/stream/stream.h"
#include "engine/stream/streams.h"

namespace heddle::engine {
namespace {

using probes::OrderChange;
using probes::StreamKind;

StreamKind told_kind(Stream::Kind kind) {
  switch (kind) {
    case Stream::Kind::kLegacyDefault:
      return StreamKind::kLegacyDefault;
    case Stream::Kind::kNonBlocking:
      return StreamKind::kNonBlocking;
    default:
      return StreamKind::kBlocking;
  }
}

}  // namespace

void OrderEvents::tell(probes::WorkOrder event) const {
  if (const ListenerSet* tools = listening()) {
    tools->tell(probes::Event::kWorkOrder, [&](probes::Listener& l) { l.work_order(event); });
  }
}

void OrderEvents::tell(OrderChange change, const Stream& stream, std::uint64_t work,
                       std::uint64_t after) const {
  tell({change, stream.ordinal(), stream.id, told_kind(stream.kind), work, after});
}

void OrderEvents::made(const Stream& stream) const {
  if (listening()) tell(OrderChange::kStreamMade, stream);
}

void OrderEvents::gone(const Stream& stream) const {
  if (listening()) tell(OrderChange::kStreamGone, stream);
}

void OrderEvents::given(const Stream& stream, Operation& operation,
                        const Operation* also_after) const {
  if (!listening()) return;
  if (operation.told_as() == 0) operation.tell_as(Operation::take_numbers());
  tell(OrderChange::kGiven, stream, operation.told_as(), also_after ? also_after->told_as() : 0);
  const bool heard = probes::has(listening()->events(), probes::Event::kHostUse);
  if (heard && observer_ && !operation.uses().empty()) {
    observer_->given(operation.told_as(), operation.uses());
  }
  if (operation.is_host_function()) tell(OrderChange::kHostFunction, stream, operation.told_as());
}

std::uint64_t OrderEvents::given(const Stream& stream) const {
  if (!listening()) return 0;
  const auto number = Operation::take_numbers();
  tell(OrderChange::kGiven, stream, number);
  return number;
}

void OrderEvents::follows(const Stream& stream, const Operation& before) const {
  if (listening()) tell(OrderChange::kFollows, stream, 0, before.told_as());
}

std::uint64_t OrderEvents::graph(std::uint32_t nodes,
                                 std::span<const probes::NodeOrder> edges) const {
  if (!listening()) return 0;
  const auto number = Operation::take_numbers(nodes + std::uint64_t{1});
  tell({OrderChange::kGraph, -1, 0, StreamKind::kBlocking, number, 0, nodes, edges});
  return number;
}

void OrderEvents::tell_waited() const {
  const ListenerSet* tools = listening();
  if (observer_ && probes::has(tools->events(), probes::Event::kHostUse)) {
    observer_->waited(*tools);
  }
}

void OrderEvents::waited(const Operation& operation) const {
  if (!listening() || operation.told_as() == 0) return;
  tell({OrderChange::kWaitedWork, -1, 0, StreamKind::kBlocking, operation.told_as()});
  tell_waited();
}

void OrderEvents::waited(const Stream& stream) const {
  if (!listening()) return;
  tell(OrderChange::kWaitedStream, stream);
  tell_waited();
}

void OrderEvents::waited_for_device(int device) const {
  if (!listening()) return;
  tell({OrderChange::kWaitedDevice, device});
  tell_waited();
}

void OrderEvents::tell_time(std::uint64_t work, bool ended) const {
  if (const ListenerSet* tools = listening(probes::Event::kWorkTime)) {
    const probes::WorkTime event{work, ended};
    tools->tell(probes::Event::kWorkTime, [&](probes::Listener& l) { l.work_time(event); });
  }
}

}  // namespace heddle::engine
