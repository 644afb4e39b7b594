// SPDX-License-Identifier: Apache-2.0
// Device memory that is a file's: what other processes map, segments of pools that are exported.
#include <sys/mman.h>
#include <unistd.h>

#include "engine/base/foreign_file.h"
#include "engine/base/host_guard.h"
#include "engine/memory/arena.h"
#include "engine/memory/host_budget.h"
#include "engine/memory/moving_pages.h"

namespace heddle::engine {
namespace {

constexpr std::uint64_t kPage = 4096;

std::uint64_t round_up(std::uint64_t n, std::uint64_t to) {
  return (n + to - 1) & ~(to - 1);
}
void* at(std::uint64_t address) {
  return reinterpret_cast<void*>(address);
}
bool map_file(std::uint64_t begin, std::uint64_t bytes, FilePart part) {
  return mmap(at(begin), bytes, PROT_NONE, MAP_SHARED | MAP_FIXED, part.file,
              static_cast<off_t>(part.offset)) != MAP_FAILED;
}
// Inaccessible memory of nobody, as the whole reservation was in the beginning.
void unmap(std::uint64_t begin, std::uint64_t bytes) {
  mmap(at(begin), bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

// Nobody writes while they are copied, nobody reads until they are back.
bool move_pages(std::uint64_t begin, std::uint64_t bytes, int file, void* view) {
  const HostGuard::Access access;
  const MovingPages moving(begin, bytes);
  if (mprotect(at(begin), bytes, PROT_READ) != 0) return false;
  __builtin_memcpy(view, at(begin), bytes);
  HostGuard::close(begin, bytes, false);
  const bool moved = map_file(begin, bytes, {file, 0});
  return HostGuard::open(begin, bytes, false) && moved;
}

// The file that the bytes at `begin` are in from now on, or -1.
int move_to_file(std::uint64_t begin, std::uint64_t bytes) {
  const int file = make_memory_file("heddle-memory", bytes);
  if (file < 0) return -1;
  bool moved = false;
  void* view = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (view != MAP_FAILED) {
    moved = move_pages(begin, bytes, file, view);
    munmap(view, bytes);
  }
  if (moved) return file;
  ::close(file);
  return -1;
}

}  // namespace

Error Arena::share(const void* address, FilePart* out) {
  const std::lock_guard lock(mutex_);
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  const auto it = blocks_.find(number);
  if (it == blocks_.end()) return Error::kInvalidValue;
  const Block& block = it->second;
  if (block.row.kind != MemoryKind::kDevice || block.row.pool || block.row.imported) {
    return Error::kInvalidValue;
  }
  // A small allocation takes its chunk, and what else lies there, along.
  std::uint64_t begin = number, bytes = block.mapped;
  if (block.reserved == 0) {
    const auto chunk = std::prev(chunks_.upper_bound(number));
    begin = chunk->first;
    bytes = chunk->second;
  }
  auto known = files_.find(begin);
  if (known == files_.end()) {
    if (!host_can_commit(bytes)) return Error::kMemoryAllocation;
    const int file = move_to_file(begin, bytes);
    if (file < 0) return Error::kMemoryAllocation;
    known = files_.emplace(begin, File{file, bytes}).first;
  }
  *out = {known->second.file, number - begin};
  return Error::kSuccess;
}

bool Arena::forget_file(std::uint64_t begin) {
  const auto it = files_.find(begin);
  if (it == files_.end()) return false;
  unmap(begin, it->second.bytes);
  if (it->second.file >= 0) ::close(it->second.file);
  files_.erase(it);
  return true;
}

Error Arena::import(FilePart part, std::uint64_t bytes, Pool* pool, void** out, bool external) {
  const std::lock_guard lock(mutex_);
  if (!reserve()) return Error::kMapBufferObjectFailed;
  const std::uint64_t skipped = part.offset % kPage;
  const std::uint64_t mapped = round_up(skipped + bytes, kPage);
  const auto begin = reserve_pages(mapped + kPage, mapped);
  if (!begin) return Error::kMapBufferObjectFailed;
  const bool good = map_file(*begin, mapped, {part.file, part.offset - skipped}) &&
                    HostGuard::open(*begin, mapped, is_host());
  if (!good) {
    unmap(*begin, mapped);
    pages_.add(*begin, mapped + kPage);
    return Error::kMapBufferObjectFailed;
  }
  Allocation row{*begin + skipped, bytes, kind_, device_};
  row.pool = pool;
  row.imported = true;
  row.external = external;
  row.id = new_allocation_id();
  *out = at(row.base);
  blocks_.emplace(row.base, Block{row, mapped + kPage, mapped});
  ++table_changes;
  return Error::kSuccess;
}

Error Arena::release_import(void* address) {
  const std::lock_guard lock(mutex_);
  const auto it = blocks_.find(reinterpret_cast<std::uintptr_t>(address));
  if (it == blocks_.end() || !it->second.row.imported) return Error::kInvalidValue;
  const Block& block = it->second;
  const std::uint64_t begin = block.row.base / kPage * kPage;
  HostGuard::close(begin, block.mapped, is_host());
  unmap(begin, block.mapped);
  pages_.add(begin, block.reserved);
  blocks_.erase(it);
  ++table_changes;
  return Error::kSuccess;
}

Error Arena::take_segment(std::uint64_t bytes, FilePart part, std::uint64_t* begin) {
  const std::lock_guard lock(mutex_);
  if (bytes > capacity_ || !reserve()) return Error::kMemoryAllocation;
  if (part.file < 0) {
    const auto block = take_pages(bytes, is_host());
    if (!block) return Error::kMemoryAllocation;
    *begin = block->row.base;
    segments_.emplace(*begin, *block);
    return Error::kSuccess;
  }
  if (committed_ + bytes > budget_) cool_down(0);
  if (committed_ + bytes > budget_ || !host_can_commit(bytes)) return Error::kMemoryAllocation;
  const auto at_pages = reserve_pages(bytes + kPage, bytes);
  if (!at_pages) return Error::kMemoryAllocation;
  if (!map_file(*at_pages, bytes, part) || !HostGuard::open(*at_pages, bytes, is_host())) {
    unmap(*at_pages, bytes);
    pages_.add(*at_pages, bytes + kPage);
    return Error::kMemoryAllocation;
  }
  *begin = *at_pages;
  committed_ += bytes;
  segments_.emplace(*begin, Block{{*begin}, bytes + kPage, bytes});
  files_.emplace(*begin, File{-1, bytes});  // the pool's: it closes it
  return Error::kSuccess;
}

bool Arena::charge(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  if (bytes > budget_) return false;
  if (committed_ + bytes > budget_) cool_down(0);
  if (committed_ + bytes > budget_ || !host_can_commit(bytes)) return false;
  committed_ += bytes;
  charged_ += bytes;
  return true;
}

void Arena::discharge(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  committed_ -= bytes;
  charged_ -= bytes;
}

void Arena::give_segment(std::uint64_t begin) {
  const std::lock_guard lock(mutex_);
  const auto it = segments_.find(begin);
  if (it == segments_.end()) return;
  give_back(it->second);
  segments_.erase(it);
}

}  // namespace heddle::engine
