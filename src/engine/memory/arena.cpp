// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/arena.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

#include "engine/base/host_guard.h"
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
constexpr unsigned kHostPlace = 20;  // behind those of devices

std::uint64_t round_up(std::uint64_t n, std::uint64_t to) {
  return (n + to - 1) & ~(to - 1);
}

void* at(std::uint64_t address) {
  return reinterpret_cast<void*>(address);
}

}  // namespace

Arena::Arena(int device, std::uint64_t capacity, std::uint64_t budget, const MemoryEvents* events,
             MemoryKind kind)
    : device_(device),
      capacity_(round_up(capacity, kHugePage)),
      budget_(std::min(capacity_, budget)),
      events_(events),
      kind_(kind) {}

Arena::~Arena() {
  if (base_) munmap(at(base_), capacity_ + kHugePage);
}

bool Arena::reserve() {
  if (base_) return true;
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  const auto place = is_host() ? kHostPlace : static_cast<unsigned>(device_);
  void* want = at(kPreferredBase + (std::uint64_t{1} << 42) * place);
#if defined(__SANITIZE_THREAD__) || (defined(__has_feature) && __has_feature(thread_sanitizer))
  want = nullptr;  // thread sanitizer accepts only its own ranges of addresses
#endif
  void* got = mmap(want, capacity_ + kHugePage, PROT_NONE, flags, -1, 0);
  if (got == MAP_FAILED) return false;
  const auto base = reinterpret_cast<std::uintptr_t>(got);
  base_ = base;
  pages_.add(round_up(base, kHugePage), capacity_);
  return true;
}

Error Arena::allocate(std::uint64_t bytes, MemoryKind kind, void** out) {
  *out = nullptr;
  if (bytes == 0) return Error::kSuccess;
  if (bytes > capacity_) return Error::kMemoryAllocation;
  std::optional<Block> block;
  {
    std::lock_guard lock(mutex_);
    if (!reserve()) return Error::kMemoryAllocation;
    const bool shared = is_shared(kind);
    const auto take = [&] {
      return bytes < kSmallLimit ? take_small(bytes, shared) : take_pages(bytes, shared);
    };
    block = take();
    if (!block && use_held_back(0)) block = take();
    if (!block) return Error::kMemoryAllocation;
    block->row.size = bytes;
    block->row.kind = kind;
    block->row.device = device_;
    block->row.id = new_allocation_id();
    *out = at(block->row.base);
    blocks_.emplace(block->row.base, *block);
    ++table_changes;
  }
  // Modules name their variables.
  const bool is_variable = kind == MemoryKind::kModule || kind == MemoryKind::kManagedVariable;
  if (events_ && !is_variable) events_->allocated(block->row);
  return Error::kSuccess;
}

bool Arena::heard() const {
  return events_ && events_->wanted();
}

std::optional<std::uint64_t> Arena::reserve_pages(std::uint64_t reserved, std::uint64_t bytes) {
  const std::uint64_t align = bytes >= kHugePage ? kHugePage : kPage;
  auto begin = pages_.take(reserved, align);
  if (!begin && cool_down(0)) begin = pages_.take(reserved, align);
  return begin;
}

std::optional<Arena::Block> Arena::take_pages(std::uint64_t bytes, bool shared) {
  const std::uint64_t mapped = round_up(bytes, kPage);
  // At least one inaccessible page follows, so that running off the end of a large array faults.
  const std::uint64_t reserved = round_up(mapped + kPage, bytes >= kHugePage ? kHugePage : kPage);
  for (auto it = warm_.rbegin(); it != warm_.rend(); ++it) {
    if (it->mapped != mapped || it->shared != shared) continue;
    const Warm warm = *it;
    warm_.erase(std::next(it).base());
    warm_bytes_ -= warm.mapped;
    return Block{{warm.begin}, warm.reserved, warm.mapped};
  }
  if (committed_ + mapped > budget_) cool_down(0);
  if (committed_ + mapped > budget_ || !host_can_commit(mapped)) return std::nullopt;
  const auto begin = reserve_pages(reserved, bytes);
  if (!begin) return std::nullopt;
  if (!HostGuard::open(*begin, mapped, shared)) {
    pages_.add(*begin, reserved);
    return std::nullopt;
  }
  if (mapped >= kHugePage) madvise(at(*begin), mapped, MADV_HUGEPAGE);
  committed_ += mapped;
  return Block{{*begin}, reserved, mapped};
}

std::optional<Arena::Block> Arena::take_small(std::uint64_t bytes, bool shared) {
  const std::uint64_t size = round_up(bytes + (heard() ? kMemoryGap : 0), kGranule);
  auto begin = small_[shared].take(size, kGranule);
  if (!begin) {
    const std::optional<Block> chunk = take_pages(kHugePage, shared);
    if (!chunk) return std::nullopt;
    chunks_[chunk->row.base] = chunk->mapped;
    small_[shared].add(chunk->row.base, chunk->mapped);
    begin = small_[shared].take(size, kGranule);
  }
  return Block{{*begin}, 0, size};
}

// Not used any more; used again at once unless a tool wants to know who still does.
void Arena::retire_block(const Block& block) {
  if (!heard() && held_back_.empty()) return give_back(block);
  held_back_.push_back(block);
  held_back_bytes_ += block.mapped;
  use_held_back(heard() ? kMemoryHeldBack : 0);
}

// Makes what was freed first usable again until at most `keep` bytes wait.
bool Arena::use_held_back(std::uint64_t keep) {
  bool any = false;
  while (held_back_bytes_ > keep) {
    const Block block = held_back_.front();
    held_back_.pop_front();
    held_back_bytes_ -= block.mapped;
    give_back(block);
    any = true;
  }
  return any;
}

void Arena::give_back(const Block& block) {
  const bool shared = is_shared(block.row.kind);
  if (block.reserved == 0) {
    small_[shared].add(block.row.base, block.mapped);
    return;
  }
  const Warm warm{block.row.base, block.reserved, block.mapped, shared};
  warm_bytes_ += block.mapped;
  if (files_.count(block.row.base)) return make_cold(warm);
  warm_.push_back(warm);
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
  if (!forget_file(warm.begin)) madvise(at(warm.begin), warm.mapped, MADV_DONTNEED);
  HostGuard::close(warm.begin, warm.mapped, warm.shared);
  pages_.add(warm.begin, warm.reserved);
  warm_bytes_ -= warm.mapped;
  committed_ -= warm.mapped;
}

Arena::Blocks::iterator Arena::find_own(void* address) {
  auto it = blocks_.find(reinterpret_cast<std::uintptr_t>(address));
  if (it == blocks_.end()) return it;
  const Allocation& row = it->second.row;
  const bool runtimes = row.kind == MemoryKind::kModule || row.kind == MemoryKind::kArray ||
                        row.kind == MemoryKind::kGraph || row.kind == MemoryKind::kManagedVariable;
  return runtimes || row.pool || row.imported ? blocks_.end() : it;
}

Error Arena::release(void* address) {
  Allocation row;
  {
    std::lock_guard lock(mutex_);
    const auto it = find_own(address);
    if (it == blocks_.end()) return Error::kInvalidValue;
    row = it->second.row;
    retire_block(it->second);
    blocks_.erase(it);
    ++table_changes;
  }
  if (events_) events_->freed(row);
  return Error::kSuccess;
}

Error Arena::retire(void* address) {
  std::lock_guard lock(mutex_);
  const auto it = find_own(address);
  if (it == blocks_.end()) return Error::kInvalidValue;
  segments_.insert(*it);
  blocks_.erase(it);
  ++table_changes;
  return Error::kSuccess;
}

void Arena::release_own(void* address) {
  Allocation row;
  {
    std::lock_guard lock(mutex_);
    auto it = blocks_.find(reinterpret_cast<std::uintptr_t>(address));
    if (it == blocks_.end()) return;
    row = it->second.row;
    retire_block(it->second);
    blocks_.erase(it);
    ++table_changes;
  }
  if (events_) events_->freed(row);
}

void Arena::add(const Allocation& row) {
  std::lock_guard lock(mutex_);
  auto& block = blocks_.emplace(row.base, Block{row, 0, 0}).first->second;
  block.row.id = new_allocation_id();
  ++table_changes;
}

bool Arena::remove(std::uintptr_t base) {
  std::lock_guard lock(mutex_);
  ++table_changes;
  return blocks_.erase(base) != 0;
}

std::optional<Allocation> Arena::find(const void* pointer) const {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (address - base_ >= capacity_ + kHugePage) return std::nullopt;
  std::lock_guard lock(mutex_);
  return row_of(address);
}

std::optional<Allocation> Arena::find_now(const void* pointer, bool* inside) const {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const std::uintptr_t base = base_;
  *inside = base && address - base < capacity_ + kHugePage;
  if (!*inside || !mutex_.try_lock()) return std::nullopt;
  std::lock_guard lock(mutex_, std::adopt_lock);
  return row_of(address);
}

std::optional<Allocation> Arena::row_of(std::uintptr_t address) const {
  auto it = blocks_.upper_bound(address);
  if (it == blocks_.begin()) return std::nullopt;
  const Allocation& row = std::prev(it)->second.row;
  if (address - row.base >= row.size) return std::nullopt;
  return row;
}

void Arena::reset() {
  if (events_) events_->reset(device_);
  std::lock_guard lock(mutex_);
  if (!base_) return;
  for (const auto& [begin, file] : files_) {
    if (file.file >= 0) ::close(file.file);
  }
  files_.clear();
  HostGuard::forget(base_, capacity_ + kHugePage);
  mmap(at(base_), capacity_ + kHugePage, PROT_NONE,
       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  blocks_.clear();
  ++table_changes;
  segments_.clear();
  chunks_.clear();
  warm_.clear();
  held_back_.clear();
  held_back_bytes_ = 0;
  for (FreeRanges& ranges : small_) ranges.clear();
  pages_.clear();
  committed_ = charged_;
  warm_bytes_ = 0;
  pages_.add(round_up(base_, kHugePage), capacity_);
}

std::uint64_t Arena::available() const {
  std::lock_guard lock(mutex_);
  return budget_ - (committed_ - warm_bytes_);
}

}  // namespace heddle::engine
