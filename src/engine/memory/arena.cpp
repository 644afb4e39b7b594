// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/arena.h"

#include <sys/mman.h>

#include <algorithm>

#include "engine/memory/host_budget.h"

namespace heddle::engine {
namespace {

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kHugePage = std::uint64_t{2} << 20;
constexpr std::uint64_t kSmallLimit = std::uint64_t{1} << 20;  // below: carved from chunks
constexpr std::uint64_t kGranule = 512;
constexpr std::uint64_t kWarmLimit = std::uint64_t{2} << 30;
// Low enough that base + terabytes is still a canonical address whose fault names itself, and
// outside of what address sanitizer keeps for itself.
constexpr std::uintptr_t kPreferredBase = std::uintptr_t{0x2000} << 32;

std::uint64_t round_up(std::uint64_t n, std::uint64_t to) {
  return (n + to - 1) & ~(to - 1);
}

void* at(std::uint64_t address) {
  return reinterpret_cast<void*>(address);
}

}  // namespace

Arena::Arena(int device, std::uint64_t capacity, std::uint64_t budget)
    : device_(device),
      capacity_(round_up(capacity, kHugePage)),
      budget_(std::min(capacity_, budget)) {}

Arena::~Arena() {
  if (base_) munmap(at(base_), capacity_ + kHugePage);
}

bool Arena::reserve() {
  if (base_) return true;
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void* want = at(kPreferredBase + (std::uint64_t{1} << 42) * static_cast<unsigned>(device_));
#if defined(__SANITIZE_THREAD__) || (defined(__has_feature) && __has_feature(thread_sanitizer))
  want = nullptr;  // thread sanitizer accepts only its own ranges of addresses
#endif
  void* got = mmap(want, capacity_ + kHugePage, PROT_NONE, flags, -1, 0);
  if (got == MAP_FAILED) return false;
  base_ = reinterpret_cast<std::uintptr_t>(got);
  pages_.add(round_up(base_, kHugePage), capacity_);
  return true;
}

Error Arena::allocate(std::uint64_t bytes, MemoryKind kind, void** out) {
  *out = nullptr;
  if (bytes == 0) return Error::kSuccess;
  if (bytes > capacity_) return Error::kMemoryAllocation;
  std::lock_guard lock(mutex_);
  if (!reserve()) return Error::kMemoryAllocation;
  std::optional<Block> block = bytes < kSmallLimit ? take_small(bytes) : take_pages(bytes);
  if (!block) return Error::kMemoryAllocation;
  block->row.size = bytes;
  block->row.kind = kind;
  block->row.device = device_;
  *out = at(block->row.base);
  blocks_.emplace(block->row.base, *block);
  return Error::kSuccess;
}

std::optional<Arena::Block> Arena::take_pages(std::uint64_t bytes) {
  const std::uint64_t mapped = round_up(bytes, kPage);
  // At least one inaccessible page follows, so that running off the end of a large array faults.
  const std::uint64_t reserved = round_up(mapped + kPage, bytes >= kHugePage ? kHugePage : kPage);
  for (auto it = warm_.rbegin(); it != warm_.rend(); ++it) {
    if (it->mapped != mapped) continue;
    const Warm warm = *it;
    warm_.erase(std::next(it).base());
    warm_bytes_ -= warm.mapped;
    return Block{{warm.begin}, warm.reserved, warm.mapped};
  }
  if (committed_ + mapped > budget_) cool_down(0);
  if (committed_ + mapped > budget_ || !host_can_commit(mapped)) return std::nullopt;
  const std::uint64_t align = bytes >= kHugePage ? kHugePage : kPage;
  auto begin = pages_.take(reserved, align);
  if (!begin && cool_down(0)) begin = pages_.take(reserved, align);
  if (!begin) return std::nullopt;
  if (mprotect(at(*begin), mapped, PROT_READ | PROT_WRITE) != 0) {
    pages_.add(*begin, reserved);
    return std::nullopt;
  }
  if (mapped >= kHugePage) madvise(at(*begin), mapped, MADV_HUGEPAGE);
  committed_ += mapped;
  return Block{{*begin}, reserved, mapped};
}

std::optional<Arena::Block> Arena::take_small(std::uint64_t bytes) {
  const std::uint64_t size = round_up(bytes, kGranule);
  auto begin = small_.take(size, kGranule);
  if (!begin) {
    const std::optional<Block> chunk = take_pages(kHugePage);
    if (!chunk) return std::nullopt;
    small_.add(chunk->row.base, chunk->mapped);
    begin = small_.take(size, kGranule);
  }
  return Block{{*begin}, 0, size};
}

void Arena::give_back(const Block& block) {
  if (block.reserved == 0) {
    small_.add(block.row.base, block.mapped);
    return;
  }
  warm_.push_back({block.row.base, block.reserved, block.mapped});
  warm_bytes_ += block.mapped;
  cool_down(std::min(kWarmLimit, budget_ / 8));
}

// Gives the longest-unused warm ranges back to the host until at most `keep` bytes are warm.
bool Arena::cool_down(std::uint64_t keep) {
  std::size_t count = 0;
  while (warm_bytes_ > keep) make_cold(warm_[count++]);
  warm_.erase(warm_.begin(), warm_.begin() + static_cast<std::ptrdiff_t>(count));
  return count > 0;
}

void Arena::make_cold(const Warm& warm) {
  madvise(at(warm.begin), warm.mapped, MADV_DONTNEED);
  mprotect(at(warm.begin), warm.mapped, PROT_NONE);
  pages_.add(warm.begin, warm.reserved);
  warm_bytes_ -= warm.mapped;
  committed_ -= warm.mapped;
}

Error Arena::release(void* address) {
  std::lock_guard lock(mutex_);
  auto it = blocks_.find(reinterpret_cast<std::uintptr_t>(address));
  if (it == blocks_.end() || it->second.row.kind == MemoryKind::kModule) {
    return Error::kInvalidValue;
  }
  give_back(it->second);
  blocks_.erase(it);
  return Error::kSuccess;
}

void Arena::release_module(void* address) {
  std::lock_guard lock(mutex_);
  auto it = blocks_.find(reinterpret_cast<std::uintptr_t>(address));
  if (it == blocks_.end()) return;
  give_back(it->second);
  blocks_.erase(it);
}

std::optional<Allocation> Arena::find(const void* pointer) const {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (address - base_ >= capacity_ + kHugePage) return std::nullopt;
  std::lock_guard lock(mutex_);
  auto it = blocks_.upper_bound(address);
  if (it == blocks_.begin()) return std::nullopt;
  const Allocation& row = std::prev(it)->second.row;
  if (address - row.base >= row.size) return std::nullopt;
  return row;
}

void Arena::reset() {
  std::lock_guard lock(mutex_);
  if (!base_) return;
  mmap(at(base_), capacity_ + kHugePage, PROT_NONE,
       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  blocks_.clear();
  warm_.clear();
  small_.clear();
  pages_.clear();
  committed_ = warm_bytes_ = 0;
  pages_.add(round_up(base_, kHugePage), capacity_);
}

std::uint64_t Arena::available() const {
  std::lock_guard lock(mutex_);
  return budget_ - (committed_ - warm_bytes_);
}

}  // namespace heddle::engine
