// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/host_watch.h"

#include <algorithm>

#include "engine/base/host_guard.h"

namespace heddle::engine {
namespace {

constexpr std::uint64_t kPage = 4096;

std::uint64_t page_of(std::uint64_t address) {
  return address / kPage * kPage;
}
std::uint64_t page_behind(std::uint64_t address) {
  return page_of(address + kPage - 1);
}

}  // namespace

// Managed allocations share pages with each other, pinned ones have their own, and around
// registered memory and __managed__ variables lies anything.
HostWatch::Range HostWatch::pages_of(const probes::GivenUse& use) const {
  const auto row = pointers_.find(reinterpret_cast<const void*>(use.address));
  if (!row || !row->on_host()) return {0, 0};
  const bool own_pages = row->is_managed() || row->kind == MemoryKind::kHost;
  const auto begin = use.bytes ? use.address : row->base;
  const auto end = use.bytes ? use.address + use.bytes : row->base + row->size;
  const auto first = own_pages && begin == row->base ? page_of(begin) : page_behind(begin);
  const auto last = own_pages && end >= row->base + row->size ? page_behind(end) : page_of(end);
  return {first, last > first ? last - first : 0};
}

void HostWatch::given(std::uint64_t work, std::span<const probes::GivenUse> uses) {
  Given one{work, {}};
  for (const auto& use : uses) {
    const auto range = pages_of(use);
    if (range.bytes != 0) one.ranges.push_back(range);
  }
  if (one.ranges.empty()) return;
  for (const auto& range : one.ranges) HostGuard::watch(range.begin, range.bytes);
  const std::lock_guard lock(mutex_);
  given_.push_back(std::move(one));
}

void HostWatch::waited(const ListenerSet& tools) {
  std::vector<Given> over;
  {
    const std::lock_guard lock(mutex_);
    if (given_.empty()) return;
    const auto is_open = [&](const Given& one) {
      bool known = true;
      tools.tell(probes::Event::kHostUse,
                 [&](probes::Listener& l) { known = known && l.is_over(one.work); });
      return !known;
    };
    const auto first = std::partition(given_.begin(), given_.end(), is_open);
    over.assign(std::make_move_iterator(first), std::make_move_iterator(given_.end()));
    given_.erase(first, given_.end());
  }
  for (const auto& one : over) {
    for (const auto& range : one.ranges) HostGuard::let_go(range.begin, range.bytes);
  }
}

}  // namespace heddle::engine
