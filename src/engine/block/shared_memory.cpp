// SPDX-License-Identifier: Apache-2.0
#include "engine/block/shared_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>

#include "image/kernel_abi.h"

namespace heddle::engine {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kMargin = (abi::kSharedGuardBytes + kPage - 1) / kPage * kPage;
// Blocks that are not there: two for addresses of ranks, and one for descriptors.
constexpr std::uint32_t kOfRanks = 2, kNowhere = kOfRanks + 1;

}  // namespace

SharedMemory::~SharedMemory() {
  if (mapping_) munmap(mapping_, mapped_);
}

// Of each block: an inaccessible page, margin, storage, margin, and inaccessible pages up to the
// next block's, at a distance that is a power of two.
std::byte* SharedMemory::reserve(std::size_t bytes, std::uint32_t blocks) {
  if (mapping_ && bytes <= capacity_ && blocks <= blocks_) return first_;
  const std::size_t capacity = std::max(capacity_, (bytes + kPage - 1) / kPage * kPage);
  blocks = std::max(blocks, blocks_);
  const std::size_t used = capacity + 2 * kMargin;
  const std::size_t stride = std::bit_ceil(used + 2 * kPage);
  const std::size_t mapped = stride * (blocks + kNowhere);
  void* mapping = mmap(nullptr, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping == MAP_FAILED) return nullptr;
  auto* begin = static_cast<std::byte*>(mapping);
  for (std::uint32_t b = 0; b < blocks; ++b) {
    if (mprotect(begin + b * stride + kPage, used, PROT_READ | PROT_WRITE) != 0) {
      munmap(mapping, mapped);
      return nullptr;
    }
  }
  if (mapping_) munmap(mapping_, mapped_);
  mapping_ = begin;
  mapped_ = mapped;
  capacity_ = capacity;
  blocks_ = blocks;
  shift_ = static_cast<std::uint32_t>(std::countr_zero(stride));
  return first_ = begin + kPage + kMargin;
}

void SharedMemory::forbid(std::uint32_t block) {
  mprotect(of(block) - kMargin, capacity_ + 2 * kMargin, PROT_NONE);
}

void SharedMemory::admit(std::uint32_t block) {
  mprotect(of(block) - kMargin, capacity_ + 2 * kMargin, PROT_READ | PROT_WRITE);
}

std::uint32_t SharedMemory::block_at(std::uintptr_t address) const {
  const std::uintptr_t offset = address - reinterpret_cast<std::uintptr_t>(mapping_);
  return offset < mapped_ ? static_cast<std::uint32_t>(offset >> shift_) : blocks_ + kNowhere;
}

bool SharedMemory::is_nowhere(std::uintptr_t address) const {
  const auto block = block_at(address);
  return block >= blocks_ && block < blocks_ + kOfRanks;
}

bool SharedMemory::is_no_operand(std::uintptr_t address) const {
  return block_at(address) == blocks_ + kOfRanks;
}

}  // namespace heddle::engine
