// SPDX-License-Identifier: Apache-2.0
#include "checker/memory/transfer_check.h"

#include <fmt/format.h>

#include "checker/describe.h"

namespace heddle::checker {
namespace {

using probes::MemoryOrigin;

// From the first byte to the last one.
std::uint64_t span_of(const probes::Transfer& event, const probes::TransferBox& box) {
  return (event.depth - 1) * box.slice + (event.height - 1) * box.pitch + event.width;
}

// Nobody else's memory lies behind it or comes to its place: of registered memory, which is the
// program's own, parts may be known.
bool is_told_in_full(const MemoryRange& range) {
  return range.origin != MemoryOrigin::kRegistered;
}
bool is_of_device(const MemoryRange& range) {
  return range.origin != MemoryOrigin::kRegistered && range.origin != MemoryOrigin::kHost;
}

struct Fault {
  Class id;
  const MemoryRange* range;
};

std::optional<Fault> fault_of(const MemoryRanges& memory, std::uint64_t first, std::uint64_t last) {
  if (const auto* range = memory.live_at(first)) {
    if (range->contains(first, last) || !is_told_in_full(*range)) return std::nullopt;
    return Fault{Class::kOutOfBounds, range};
  }
  if (const auto* range = memory.freed_at(first); range && is_of_device(*range)) {
    return Fault{Class::kUseAfterFree, range};
  }
  return std::nullopt;
}

}  // namespace

void TransferCheck::transfer(const probes::Transfer& event) {
  if (event.of_kernel) return;  // BulkCheck's, which knows where
  if (event.width == 0 || event.height == 0 || event.depth == 0) return;
  if (event.kind != probes::TransferKind::kRead) check(event, event.to, true);
  if (event.kind != probes::TransferKind::kSet) check(event, event.from, false);
}

void TransferCheck::check(const probes::Transfer& event, const probes::TransferBox& box,
                          bool is_write) {
  const std::uint64_t bytes = span_of(event, box);
  const auto fault = fault_of(session_.memory, box.address, box.address + bytes - 1);
  if (!fault) return;
  if (fault->id == Class::kUseAfterFree &&
      session_.is_freed_out_of_order(box.address, event.work)) {
    return;
  }
  session_.findings.report(fault->id, place_key(event.trace), is_write, 1, [&] {
    Finding finding;
    finding.headline = fmt::format("Invalid {} of {} by {}", is_write ? "write" : "read",
                                   bytes_text(bytes), event.name);
    finding.address = box.address;
    finding.object = object_of(*fault->range, box.address);
    if (const auto end = box.address + bytes; fault->id == Class::kOutOfBounds) {
      finding.notes.push_back(fmt::format("What is {} ends {} after the end of it",
                                          is_write ? "written" : "read",
                                          bytes_text(end - fault->range->end)));
    }
    if (event.refused) finding.notes.push_back("The call answered an error and copied nothing");
    finding.traces.push_back({"called", frames_of(event.trace)});
    for (auto& trace : traces_of(*fault->range)) finding.traces.push_back(std::move(trace));
    return finding;
  });
}

}  // namespace heddle::checker
