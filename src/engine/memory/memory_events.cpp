// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/memory_events.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <unordered_map>

#include "engine/probes/untold.h"
#include "support/thread_own.h"

namespace heddle::engine {
namespace {

using probes::MemoryChange;
using probes::MemoryOrigin;

constexpr int kMostFrames = 48;

MemoryOrigin origin_of(const Allocation& row) {
  if (row.pool) return MemoryOrigin::kPool;
  // Another process may have written it, which nobody hears: as the host may managed memory.
  if (row.imported) return MemoryOrigin::kManaged;
  switch (row.kind) {
    case MemoryKind::kDevice:
      return MemoryOrigin::kDevice;
    case MemoryKind::kModule:
      return MemoryOrigin::kVariable;
    case MemoryKind::kArray:
      return MemoryOrigin::kArray;
    case MemoryKind::kGraph:
      return MemoryOrigin::kPool;
    case MemoryKind::kManagedVariable:
    case MemoryKind::kManaged:
      return MemoryOrigin::kManaged;
    case MemoryKind::kHost:
      return MemoryOrigin::kHost;
    case MemoryKind::kRegistered:
      return MemoryOrigin::kRegistered;
  }
  return MemoryOrigin::kDevice;
}

void give(const ListenerSet& tools, const probes::Memory& event) {
  tools.tell(probes::Event::kMemory, [&](probes::Listener& l) { l.memory(event); });
  if (event.change != MemoryChange::kAllocated && event.change != MemoryChange::kMoved) {
    Untold::close_all();
  }
}

probes::Memory event_of(MemoryChange change, const Allocation& row) {
  const int device = row.on_device() ? row.device : -1;
  return {change, origin_of(row), device, row.base, row.size, {}, {}, 0};
}

// Where this library lies.
struct Place {
  std::uintptr_t begin = 0, end = 0;
  bool holds(const void* at) const {
    return reinterpret_cast<std::uintptr_t>(at) - begin < end - begin;
  }
};
int look_for_own(dl_phdr_info* library, std::size_t, void* place) {
  Place here{~std::uintptr_t{0}, 0};
  for (const auto& part : std::span(library->dlpi_phdr, library->dlpi_phnum)) {
    if (part.p_type != PT_LOAD) continue;
    const auto begin = library->dlpi_addr + part.p_vaddr;
    here.begin = std::min<std::uintptr_t>(here.begin, begin);
    here.end = std::max<std::uintptr_t>(here.end, begin + part.p_memsz);
  }
  if (!here.holds(reinterpret_cast<const void*>(&look_for_own))) return 0;
  *static_cast<Place*>(place) = here;
  return 1;
}

// Of a function of this library; may be null. Looked up once in each thread: it takes long, and
// most calls come the same way.
const char* name_of(const void* at) {
  auto& known =
      support::ThreadOwn<std::unordered_map<const void*, const char*>, struct OfCallers>::get();
  const auto [row, is_new] = known.emplace(at, nullptr);
  if (Dl_info info{}; is_new && dladdr(at, &info) != 0) row->second = info.dli_sname;
  return row->second;
}

}  // namespace

bool MemoryEvents::wanted() const {
  return listening() != nullptr;
}

// The frames of this library are left out, but for the name of the function that was called.
MemoryEvents::Caller MemoryEvents::caller() {
  static const Place own = [] {
    Place found;
    dl_iterate_phdr(&look_for_own, &found);
    return found;
  }();
  void* frames[kMostFrames];
  const int count = ::backtrace(frames, kMostFrames);
  Caller result;
  int first = 0;
  for (; first < count && own.holds(frames[first]); ++first) {
    if (const char* name = name_of(frames[first])) result.name = name;
  }
  result.trace.assign(frames + first, frames + count);
  return result;
}

void MemoryEvents::tell(MemoryChange change, const Allocation& row, std::uint64_t work) const {
  const ListenerSet* tools = listening();
  if (!tools) return;
  const Caller by = caller();
  auto event = event_of(change, row);
  event.name = by.name;
  event.trace = by.trace;
  event.work = work;
  give(*tools, event);
}

void MemoryEvents::freed(const Allocation& row, const Caller& by, std::uint64_t work) const {
  const ListenerSet* tools = listening();
  if (!tools) return;
  auto event = event_of(MemoryChange::kFreed, row);
  event.name = by.name;
  event.trace = by.trace;
  event.work = work;
  give(*tools, event);
}

void MemoryEvents::transfer(const probes::Transfer& event) const {
  if (const ListenerSet* tools = listening(probes::Event::kTransfer)) {
    tools->tell(probes::Event::kTransfer, [&](probes::Listener& l) { l.transfer(event); });
  }
}

void MemoryEvents::transfer_ended(std::uint64_t work) const {
  if (const ListenerSet* tools = listening(probes::Event::kWorkTime)) {
    const probes::WorkTime event{work, true};
    tools->tell(probes::Event::kWorkTime, [&](probes::Listener& l) { l.work_time(event); });
  }
}

void MemoryEvents::refused(const void* address) const {
  Allocation none;
  none.base = reinterpret_cast<std::uintptr_t>(address);
  tell(MemoryChange::kRefused, none);
}

void MemoryEvents::reset(int device) const {
  Allocation all;
  all.device = device;
  tell(MemoryChange::kReset, all);
}

void MemoryEvents::variable(MemoryChange change, const Allocation& row, MemoryOrigin origin,
                            std::string_view name) const {
  const ListenerSet* tools = listening();
  if (!tools) return;
  auto event = event_of(change, row);
  event.origin = origin;
  event.name = name;
  give(*tools, event);
}

void MemoryEvents::moved(std::uint64_t address, std::uint64_t bytes, int device) const {
  const ListenerSet* tools = listening();
  if (!tools) return;
  give(*tools, {MemoryChange::kMoved, MemoryOrigin::kManaged, device, address, bytes, {}, {}, 0});
}

void MemoryEvents::heap(MemoryChange change, int device, const void* address, std::uint64_t bytes,
                        void* called_from, const probes::Memory::Caller* caller) const {
  const ListenerSet* tools = listening();
  if (!tools) return;
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  const std::span<void* const> trace(&called_from, 1);
  const char* name = change == MemoryChange::kAllocated ? "malloc" : "free";
  give(*tools, {change, MemoryOrigin::kHeap, device, number, bytes, name, trace, 0, caller});
}

}  // namespace heddle::engine
