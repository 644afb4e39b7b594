// SPDX-License-Identifier: Apache-2.0
#include "engine/block/shared_memory.h"

#include <sys/mman.h>

#include "image/kernel_abi.h"

namespace heddle::engine {
namespace {
constexpr std::size_t kPage = 4096;
constexpr std::size_t kMargin = (abi::kSharedGuardBytes + kPage - 1) / kPage * kPage;
}  // namespace

SharedMemory::~SharedMemory() {
  if (mapping_) munmap(mapping_, mapped_);
}

std::byte* SharedMemory::reserve(std::size_t bytes) {
  if (!mapping_ || bytes > capacity_) {
    const std::size_t capacity = (bytes + kPage - 1) / kPage * kPage;
    const std::size_t mapped = capacity + 2 * (kMargin + kPage);
    void* mapping = mmap(nullptr, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping == MAP_FAILED) return nullptr;
    auto* begin = static_cast<std::byte*>(mapping);
    if (mprotect(begin + kPage, mapped - 2 * kPage, PROT_READ | PROT_WRITE) != 0) {
      munmap(mapping, mapped);
      return nullptr;
    }
    if (mapping_) munmap(mapping_, mapped_);
    mapping_ = begin;
    mapped_ = mapped;
    capacity_ = capacity;
  }
  return mapping_ + kPage + kMargin;
}

}  // namespace heddle::engine
