// SPDX-License-Identifier: Apache-2.0
#include "checker/memory/allocation_check.h"

#include <fmt/format.h>

#include "checker/describe.h"

namespace heddle::checker {
namespace {

bool is_to_be_freed(const MemoryRange& range) {
  using probes::MemoryOrigin;
  switch (range.origin) {
    case MemoryOrigin::kDevice:
    case MemoryOrigin::kPool:
    case MemoryOrigin::kManaged:
    case MemoryOrigin::kHost:
    case MemoryOrigin::kArray:
    case MemoryOrigin::kHeap:
      return !range.is_variable() || range.origin == MemoryOrigin::kHeap;
    default:
      return false;
  }
}

}  // namespace

void AllocationCheck::memory(const probes::Memory& event) {
  if (event.change == probes::MemoryChange::kRefused) return refused(event);
  if (event.change == probes::MemoryChange::kFreed && session_.note_freed) {
    session_.note_freed(event);
  }
  session_.memory.hear(event);
}

void AllocationCheck::refused(const probes::Memory& event) {
  if (!session_.options.memcheck) return;
  const auto* freed = session_.memory.freed_at(event.address);
  const auto* live = session_.memory.live_at(event.address);
  const bool again = !live && freed && freed->begin == event.address;
  const auto id = again ? Class::kDoubleFree : Class::kInvalidFree;
  session_.findings.report(id, place_key(event.trace), 0, 1, [&] {
    Finding finding;
    finding.headline = fmt::format("{} by {}", again ? "Double free" : "Invalid free", event.name);
    finding.address = event.address;
    const auto* range = live ? live : freed;
    if (event.caller) {
      const auto* dim = event.caller->launch.block;
      tell_kernel(finding, event.caller->launch);
      finding.sides.push_back(
          {"", {}, thread_in({dim[0], dim[1], dim[2]}, event.caller->thread), event.caller->block});
    }
    finding.traces.push_back({"called", frames_of(event.trace)});
    if (range) {
      finding.object = object_of(*range, event.address);
      for (auto& trace : traces_of(*range)) finding.traces.push_back(std::move(trace));
    } else {
      finding.notes.push_back(
          fmt::format("Address {:#x} is the beginning of no allocation", event.address));
    }
    return finding;
  });
}

void AllocationCheck::report_leaks() {
  for (const auto* range : session_.memory.live()) {
    if (!is_to_be_freed(*range)) continue;
    session_.findings.report(Class::kLeak, place_key(*range->made), 0, 1, [&] {
      Finding finding;
      finding.headline = fmt::format("Leaked {}", bytes_text(range->bytes()));
      finding.address = range->begin;
      finding.object = object_of(*range, range->begin);
      finding.traces = traces_of(*range);
      return finding;
    });
  }
}

}  // namespace heddle::checker
