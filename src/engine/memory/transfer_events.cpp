// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/transfer_events.h"

#include "engine/stream/operation.h"

namespace heddle::engine {
namespace {

probes::TransferBox told_box(const Box& box) {
  return {reinterpret_cast<std::uintptr_t>(box.at), box.pitch, box.slice};
}

}  // namespace

struct TransferNote::Told {
  const MemoryEvents& events;
  Place place;
  Box to, from;
  Extent extent;
  MemoryEvents::Caller by;
  std::uint64_t work;
};

TransferNote::TransferNote(const MemoryEvents& events, Place place, const Box& to, const Box& from,
                           const Extent& extent)
    : TransferNote(events, place, to, from, extent,
                   events.transfers_wanted() ? events.caller() : MemoryEvents::Caller{},
                   events.transfers_wanted() ? Operation::take_numbers() : 0) {}

TransferNote::TransferNote(const MemoryEvents& events, Place place, const Box& to, const Box& from,
                           const Extent& extent, const MemoryEvents::Caller& by,
                           std::uint64_t work) {
  if (extent.empty() || !events.transfers_wanted()) return;
  told_ = std::make_shared<const Told>(events, place, to, from, extent, by, work);
}

std::uint64_t TransferNote::work() const {
  return told_ ? told_->work : 0;
}

void TransferNote::name(Operation& operation) const {
  if (!told_) return;
  operation.tell_as(told_->work);
  const auto& extent = told_->extent;
  const auto use = [&](const Box& box, bool writes) {
    if (!box.at) return;
    const auto bytes =
        (extent.depth - 1) * box.slice + (extent.height - 1) * box.pitch + extent.width;
    operation.note_use({reinterpret_cast<std::uintptr_t>(box.at), bytes, writes});
  };
  use(told_->to, true);
  use(told_->from, false);
  operation.touches_no_more();
}

void TransferNote::tell(bool refused) const {
  const Told& t = *told_;
  const auto kind = t.from.at ? probes::TransferKind::kCopy : probes::TransferKind::kSet;
  t.events.transfer({kind, refused, t.place.device, t.place.stream, told_box(t.to),
                     told_box(t.from), t.extent.width, t.extent.height, t.extent.depth, t.by.name,
                     t.by.trace, t.work});
}

void TransferNote::tell_end() const {
  told_->events.transfer_ended(told_->work);
}

}  // namespace heddle::engine
