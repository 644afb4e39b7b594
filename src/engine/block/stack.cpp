// SPDX-License-Identifier: Apache-2.0
#include "engine/block/stack.h"

#include <sys/mman.h>

namespace heddle::engine {

Stacks::~Stacks() {
  if (base_) munmap(reinterpret_cast<void*>(base_), count_ * (size_ + guard_));
}

bool Stacks::reserve(std::size_t count, std::size_t size, std::size_t guard) {
  if (count <= count_ && size <= size_) return true;
  const std::size_t stride = size + guard;
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK;
  void* mapping = mmap(nullptr, count * stride, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (mapping == MAP_FAILED) return false;
  if (base_) munmap(reinterpret_cast<void*>(base_), count_ * (size_ + guard_));
  base_ = reinterpret_cast<std::uintptr_t>(mapping);
  count_ = count;
  size_ = size;
  guard_ = guard;
  for (std::size_t i = 0; guard && i < count; ++i) {
    mprotect(reinterpret_cast<void*>(base_ + i * stride), guard, PROT_NONE);
  }
  return true;
}

}  // namespace heddle::engine
