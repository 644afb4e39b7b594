// SPDX-License-Identifier: Apache-2.0
#include "engine/launch/heap.h"

#include <cstdlib>

namespace heddle::engine {
namespace {

constexpr std::uint64_t kLive = 0x6865646c65686561;
struct alignas(16) Header {
  std::uint64_t size;
  std::uint64_t mark;  // kLive ^ size while allocated
};

}  // namespace

void* Heap::allocate(std::uint64_t bytes) {
  const std::uint64_t most = limit.load(std::memory_order_relaxed);
  if (bytes == 0 || bytes > most) return nullptr;
  const std::uint64_t size = (bytes + 15) / 16 * 16 + sizeof(Header);
  if (used_.fetch_add(size, std::memory_order_relaxed) + size > most) {
    used_.fetch_sub(size, std::memory_order_relaxed);
    return nullptr;
  }
  auto* header = static_cast<Header*>(std::aligned_alloc(alignof(Header), size));
  if (!header) return nullptr;
  header->size = size;
  header->mark = kLive ^ size;
  return header + 1;
}

bool Heap::release(void* address) {
  if (!address) return true;
  Header* header = static_cast<Header*>(address) - 1;
  if (header->mark != (kLive ^ header->size)) return false;
  header->mark = 0;
  used_.fetch_sub(header->size, std::memory_order_relaxed);
  std::free(header);
  return true;
}

}  // namespace heddle::engine
