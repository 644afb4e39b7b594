// SPDX-License-Identifier: Apache-2.0
#include "checker/memory/ranges.h"

#include "checker/describe.h"
#include "support/demangle.h"

namespace heddle::checker {
namespace {

using probes::MemoryOrigin;

// The range of `map` that holds `address`: ranges do not overlap, but that host memory may be
// registered in parts.
const MemoryRange* holder(const std::map<std::uintptr_t, MemoryRange*>& map,
                          std::uint64_t address) {
  auto it = map.upper_bound(address);
  for (int i = 0; i < 4 && it != map.begin(); ++i) {
    --it;
    if (it->second->contains(address)) return it->second;
  }
  return nullptr;
}

std::string kind_of(const MemoryRange& range) {
  switch (range.origin) {
    case MemoryOrigin::kVariable:
      return "__device__ variable";
    case MemoryOrigin::kConstant:
      return "__constant__ variable";
    case MemoryOrigin::kHeap:
      return "allocation of the device's heap";
    case MemoryOrigin::kArray:
      return "array";
    case MemoryOrigin::kManaged:
      return range.is_variable() ? "__managed__ variable" : "managed allocation";
    case MemoryOrigin::kHost:
      return "pinned host allocation";
    case MemoryOrigin::kRegistered:
      return "registered host memory";
    default:
      return "allocation";
  }
}

}  // namespace

void MemoryRanges::hear(const probes::Memory& event) {
  if (event.change == probes::MemoryChange::kAllocated) allocated(event);
  if (event.change == probes::MemoryChange::kFreed) freed(event);
  if (event.change == probes::MemoryChange::kReset) reset(event.device);
}

void MemoryRanges::allocated(const probes::Memory& event) {
  if (event.bytes == 0) return;
  std::lock_guard lock(mutex_);
  auto& range = all_.emplace_back();
  range.begin = event.address;
  range.end = event.address + event.bytes;
  range.origin = event.origin;
  range.device = event.device;
  range.name = intern(event.name);
  range.made = intern(event.trace);
  range.mapped = event.name == "cuMemSetAccess";
  live_[range.begin] = &range;
  // What was freed there is no longer known by its address.
  auto it = freed_.upper_bound(range.begin);
  if (it != freed_.begin() && std::prev(it)->second->end > range.begin) --it;
  while (it != freed_.end() && it->first < range.end) it = freed_.erase(it);
}

const MemoryRange* MemoryRanges::add_constants(std::uintptr_t begin, std::uintptr_t end) {
  allocated({probes::MemoryChange::kAllocated,
             MemoryOrigin::kConstant,
             0,
             begin,
             end - begin,
             "of the kernel's code",
             {}});
  return live_at(begin);
}

void MemoryRanges::freed(const probes::Memory& event) {
  std::lock_guard lock(mutex_);
  const auto it = live_.find(event.address);
  if (it == live_.end()) return;
  MemoryRange& range = *it->second;
  range.freed = intern(event.trace);
  range.live.store(false, std::memory_order_relaxed);
  freed_[range.begin] = &range;
  live_.erase(it);
}

void MemoryRanges::reset(int device) {
  std::lock_guard lock(mutex_);
  std::erase_if(live_, [&](const auto& row) {
    MemoryRange& range = *row.second;
    if (range.device != device || range.origin == MemoryOrigin::kHost ||
        range.origin == MemoryOrigin::kRegistered) {
      return false;
    }
    range.live.store(false, std::memory_order_relaxed);
    return true;
  });
}

const MemoryRange* MemoryRanges::live_at(std::uint64_t address) const {
  std::shared_lock lock(mutex_);
  return holder(live_, address);
}

const MemoryRange* MemoryRanges::freed_at(std::uint64_t address) const {
  std::shared_lock lock(mutex_);
  return holder(freed_, address);
}

const MemoryRange* MemoryRanges::live_before(std::uint64_t address) const {
  std::shared_lock lock(mutex_);
  const auto it = live_.upper_bound(address);
  return it == live_.begin() ? nullptr : std::prev(it)->second;
}

const MemoryRange* MemoryRanges::live_after(std::uint64_t address) const {
  std::shared_lock lock(mutex_);
  const auto it = live_.upper_bound(address);
  return it == live_.end() ? nullptr : it->second;
}

std::vector<const MemoryRange*> MemoryRanges::live() const {
  std::shared_lock lock(mutex_);
  std::vector<const MemoryRange*> result;
  for (const auto& range : all_) {
    if (range.live.load(std::memory_order_relaxed)) result.push_back(&range);
  }
  return result;
}

const std::string* MemoryRanges::intern(std::string_view name) {
  return &*names_.emplace(name).first;
}

const Calls* MemoryRanges::intern(std::span<void* const> trace) {
  return &*traces_.emplace(trace.begin(), trace.end()).first;
}

Object object_of(const MemoryRange& range, std::uint64_t address) {
  Object object;
  object.kind = kind_of(range);
  object.bytes = range.bytes();
  object.relation = relation_of(address, range.begin, range.bytes());
  if (range.is_variable()) {
    object.name = support::demangle(*range.name);
  } else {
    object.call = *range.name;
  }
  return object;
}

std::vector<Trace> traces_of(const MemoryRange& range) {
  std::vector<Trace> traces;
  if (range.made && !range.made->empty()) traces.push_back({"allocated", frames_of(*range.made)});
  if (range.freed && !range.freed->empty()) traces.push_back({"freed", frames_of(*range.freed)});
  return traces;
}

}  // namespace heddle::checker
