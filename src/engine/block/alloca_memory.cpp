// SPDX-License-Identifier: Apache-2.0
#include "engine/block/alloca_memory.h"

#include <sys/mman.h>

#include <algorithm>

namespace heddle::engine {

AllocaMemory::~AllocaMemory() {
  if (base_) munmap(reinterpret_cast<void*>(base_), used_.size() * kDistance);
}

bool AllocaMemory::reserve(std::size_t threads) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void* mapping = mmap(nullptr, threads * kDistance, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (mapping == MAP_FAILED) return false;
  if (base_) munmap(reinterpret_cast<void*>(base_), used_.size() * kDistance);
  base_ = reinterpret_cast<std::uintptr_t>(mapping);
  used_.assign(threads, 0);
  return true;
}

void AllocaMemory::clear() {
  std::ranges::fill(used_, 0);
}

void* AllocaMemory::allocate(std::size_t thread, std::uint64_t bytes, std::uint64_t alignment) {
  const std::uintptr_t begin = base_ + thread * kDistance;
  const std::uintptr_t address = (begin + used_[thread] + alignment - 1) & ~(alignment - 1);
  const std::uint64_t before = address - begin;
  if (before > kThreadBytes || bytes > kThreadBytes - before) return nullptr;
  used_[thread] = static_cast<std::uint32_t>(before + bytes);
  return reinterpret_cast<void*>(address);
}

}  // namespace heddle::engine
