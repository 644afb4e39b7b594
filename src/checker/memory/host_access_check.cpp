// SPDX-License-Identifier: Apache-2.0
#include "checker/memory/host_access_check.h"

#include <fmt/format.h>

#include "checker/describe.h"

namespace heddle::checker {
namespace {

using probes::MemoryOrigin;

bool is_of_device(const MemoryRange& range) {
  return range.origin != MemoryOrigin::kManaged && range.origin != MemoryOrigin::kHost &&
         range.origin != MemoryOrigin::kRegistered && range.origin != MemoryOrigin::kHeap;
}

}  // namespace

void HostAccessCheck::host_access(const probes::HostAccess& event) {
  const auto* range = session_.memory.live_at(event.address);
  const bool live = range != nullptr;
  if (!live) range = session_.memory.freed_at(event.address);
  if (range && !is_of_device(*range)) return;
  const auto id = live || !range ? Class::kDevicePointer : Class::kUseAfterFree;
  session_.findings.report(id, place_key(event.trace), 0, 1, [&] {
    Finding finding;
    finding.headline =
        fmt::format("Invalid {} of device memory by the host", event.write ? "write" : "read");
    finding.address = event.address;
    finding.traces.push_back({"called", frames_of(event.trace)});
    if (range) {
      finding.object = object_of(*range, event.address);
      for (auto& trace : traces_of(*range)) finding.traces.push_back(std::move(trace));
    } else {
      finding.notes.push_back(
          fmt::format("Address {:#x} is in no allocation of a device", event.address));
    }
    return finding;
  });
}

}  // namespace heddle::checker
