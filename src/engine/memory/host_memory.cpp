// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/host_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "engine/base/host_guard.h"
#include "engine/memory/host_budget.h"

namespace heddle::engine {
namespace {
constexpr std::size_t kPage = 4096;
std::uintptr_t number(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address);
}
}  // namespace

Error HostMemory::allocate(std::uint64_t bytes, unsigned flags, int device, void** out) {
  *out = nullptr;
  if (bytes == 0) return Error::kSuccess;
  if (bytes > std::uint64_t{1} << 47 || !host_can_commit(bytes)) return Error::kMemoryAllocation;
  void* memory = std::aligned_alloc(kPage, (bytes + kPage - 1) / kPage * kPage);
  if (!memory) return Error::kMemoryAllocation;
  Allocation row{number(memory), bytes, MemoryKind::kHost, device, flags};
  row.id = new_allocation_id();
  {
    std::lock_guard lock(mutex_);
    rows_[row.base] = row;
    ++table_changes;
  }
  if (events_) events_->allocated(row);
  *out = memory;
  return Error::kSuccess;
}

Error HostMemory::release(void* address) {
  Allocation row;
  {
    std::lock_guard lock(mutex_);
    auto it = rows_.find(number(address));
    if (it == rows_.end() || it->second.kind != MemoryKind::kHost) return Error::kInvalidValue;
    row = it->second;
    rows_.erase(it);
    ++table_changes;
  }
  if (events_) events_->freed(row);
  HostGuard::stop_watching(row.base, row.size);
  std::free(address);
  return Error::kSuccess;
}

bool HostMemory::overlaps(std::uintptr_t begin, std::uint64_t bytes) const {
  auto it = rows_.lower_bound(begin);
  if (it != rows_.end() && it->first < begin + bytes) return true;
  return it != rows_.begin() && begin < std::prev(it)->first + std::prev(it)->second.size;
}

Error HostMemory::add(void* address, std::uint64_t bytes, unsigned flags, int device) {
  // Memory that is not there cannot be locked into place.
  const std::uintptr_t first = number(address) / kPage * kPage;
  std::uintptr_t end = 0;
  if (__builtin_add_overflow(number(address), bytes, &end) ||
      msync(reinterpret_cast<void*>(first), end - first, MS_ASYNC) != 0) {
    return Error::kInvalidValue;
  }
  Allocation row{number(address), bytes, MemoryKind::kRegistered, device, flags};
  row.id = new_allocation_id();
  {
    std::lock_guard lock(mutex_);
    if (overlaps(number(address), bytes)) return Error::kHostMemoryAlreadyRegistered;
    rows_[row.base] = row;
    ++table_changes;
  }
  if (events_) events_->allocated(row);
  return Error::kSuccess;
}

Error HostMemory::remove(void* address) {
  Allocation row;
  {
    std::lock_guard lock(mutex_);
    auto it = rows_.find(number(address));
    // Inside of what was registered is not where it begins.
    if (it == rows_.end()) {
      return overlaps(number(address), 1) ? Error::kInvalidValue : Error::kHostMemoryNotRegistered;
    }
    if (it->second.kind != MemoryKind::kRegistered) return Error::kInvalidValue;
    row = it->second;
    rows_.erase(it);
    ++table_changes;
  }
  if (events_) events_->freed(row);
  HostGuard::stop_watching(row.base, row.size);
  return Error::kSuccess;
}

void HostMemory::forget(int device) {
  if (events_ && events_->wanted()) {
    std::vector<Allocation> gone;
    {
      std::lock_guard lock(mutex_);
      for (const auto& [base, row] : rows_) {
        if (row.device == device) gone.push_back(row);
      }
    }
    for (const auto& row : gone) events_->freed(row);
  }
  std::lock_guard lock(mutex_);
  std::erase_if(rows_, [&](const auto& row) {
    if (row.second.device != device) return false;
    HostGuard::stop_watching(row.second.base, row.second.size);
    if (row.second.kind == MemoryKind::kHost) std::free(reinterpret_cast<void*>(row.first));
    return true;
  });
  ++table_changes;
}

std::optional<Allocation> HostMemory::find(const void* address) const {
  std::lock_guard lock(mutex_);
  auto it = rows_.upper_bound(number(address));
  if (it == rows_.begin()) return std::nullopt;
  const Allocation& row = std::prev(it)->second;
  if (number(address) - row.base >= row.size) return std::nullopt;
  return row;
}

}  // namespace heddle::engine
