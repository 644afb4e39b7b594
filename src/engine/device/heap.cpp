// SPDX-License-Identifier: Apache-2.0
#include "engine/device/heap.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdlib>

namespace heddle::engine {
namespace {

constexpr std::uint64_t kMostHeldBack = std::uint64_t{8} << 20;
constexpr std::uint64_t kLive = 0x6865646c65686561;
// In front of an allocation.
struct alignas(16) Header {
  std::uint64_t size;  // of all of it; above kLeadShift the logarithm of where it lies in that
  std::uint64_t mark;  // kLive ^ size while allocated

  static constexpr int kLeadShift = 56;
  std::uint64_t bytes() const { return size & ((std::uint64_t{1} << kLeadShift) - 1); }
  std::uint64_t lead() const { return std::uint64_t{1} << (size >> kLeadShift); }
};

}  // namespace

void* Heap::allocate(std::uint64_t bytes, std::uint64_t alignment, bool heard) {
  if (!is_in_use()) in_use_.store(true, std::memory_order_relaxed);
  const std::uint64_t most = limit.load(std::memory_order_relaxed);
  if (bytes == 0 || bytes > most || !std::has_single_bit(alignment) || alignment > most) {
    return nullptr;
  }
  // The header stands in front of the first aligned address.
  const std::uint64_t lead = std::max<std::uint64_t>(alignment, sizeof(Header));
  const std::uint64_t size = (bytes + lead - 1) / lead * lead + lead;
  if (used_.fetch_add(size, std::memory_order_relaxed) + size > most) {
    used_.fetch_sub(size, std::memory_order_relaxed);
    return nullptr;
  }
  auto* begin = static_cast<std::byte*>(std::aligned_alloc(lead, size));
  if (!begin) {
    used_.fetch_sub(size, std::memory_order_relaxed);
    return nullptr;
  }
  auto* header = reinterpret_cast<Header*>(begin + lead) - 1;
  header->size = size | static_cast<std::uint64_t>(std::countr_zero(lead)) << Header::kLeadShift;
  header->mark = kLive ^ header->size;
  if (heard) {
    const std::lock_guard lock(mutex_);
    live_.insert(header + 1);
  }
  return header + 1;
}

Heap::~Heap() {
  for (const auto& [begin, bytes] : held_back_) std::free(begin);
}

void Heap::hold_back(HeldBack memory) {
  const std::lock_guard lock(mutex_);
  held_back_.push_back(memory);
  held_bytes_ += memory.bytes;
  while (held_bytes_ > kMostHeldBack) {
    held_bytes_ -= held_back_.front().bytes;
    std::free(held_back_.front().begin);
    held_back_.pop_front();
  }
}

bool Heap::release(void* address, bool heard) {
  if (!address) return true;
  if (heard) {
    const std::lock_guard lock(mutex_);
    if (live_.erase(address) == 0) return false;
  }
  Header* header = static_cast<Header*>(address) - 1;
  if (header->mark != (kLive ^ header->size)) return false;
  header->mark = 0;
  const HeldBack memory{static_cast<std::byte*>(address) - header->lead(), header->bytes()};
  used_.fetch_sub(memory.bytes, std::memory_order_relaxed);
  if (heard) {
    hold_back(memory);
  } else {
    std::free(memory.begin);
  }
  return true;
}

void Heap::reset() {
  limit.store(kUsualLimit, std::memory_order_relaxed);
  in_use_.store(false, std::memory_order_relaxed);
}

}  // namespace heddle::engine
