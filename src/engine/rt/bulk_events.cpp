// SPDX-License-Identifier: Apache-2.0
#include "engine/rt/bulk_events.h"

#include "engine/block/host_thread.h"
#include "engine/probes/listeners.h"

namespace heddle::engine {
namespace {

void tell(const BlockRunner& runner, const probes::Transfer& event) {
  const auto* tools = runner.grid().listeners;
  if (!tools || event.width == 0) return;
  const HostThread::Listening listening;
  tools->tell(probes::Event::kTransfer, [&](probes::Listener& l) { l.transfer(event); });
}

probes::Transfer transfer(const BlockRunner& runner, probes::TransferKind kind, const char* name,
                          std::uint64_t to, std::uint64_t from, std::uint64_t bytes, bool further) {
  probes::Transfer event{};
  event.kind = kind;
  event.device = runner.block_told().launch.device;
  event.to = {to};
  event.from = {from};
  event.width = bytes;
  event.height = event.depth = 1;
  event.name = name;
  event.of_kernel = true;
  event.further = further;
  return event;
}

}  // namespace

void tell_of_copy(const BlockRunner& runner, const char* name, std::uint64_t to, std::uint64_t from,
                  std::uint64_t bytes, bool further) {
  if (!runner.grid().listeners) return;
  tell(runner, transfer(runner, probes::TransferKind::kCopy, name, to, from, bytes, further));
}

void tell_of_fill(const BlockRunner& runner, const char* name, std::uint64_t to,
                  std::uint64_t bytes, bool further) {
  if (!runner.grid().listeners) return;
  tell(runner, transfer(runner, probes::TransferKind::kSet, name, to, 0, bytes, further));
}

}  // namespace heddle::engine
