// SPDX-License-Identifier: Apache-2.0
#include "engine/stream/operation_memory.h"

#include <array>
#include <mutex>
#include <new>

namespace heddle::engine {
namespace {

constexpr std::size_t kAlign = 64, kLargest = 2048, kSizes = kLargest / kAlign + 1;
constexpr std::size_t kMostKept = 4 << 20;  // bytes, of all sizes

struct Block {
  Block* next;
};
struct Kept {
  std::mutex mutex;
  std::size_t bytes = 0;
  std::array<Block*, kSizes> first{};
};
// Never destroyed: operations of static objects may outlive it.
Kept& kept() {
  static auto* const all = new Kept;
  return *all;
}

std::size_t lines(std::size_t bytes) {
  return (bytes + kAlign - 1) / kAlign;
}

}  // namespace

void* take_operation_memory(std::size_t bytes) {
  const std::size_t count = lines(bytes);
  if (count < kSizes) {
    Kept& all = kept();
    const std::lock_guard lock(all.mutex);
    if (Block* block = all.first[count]) {
      all.first[count] = block->next;
      all.bytes -= count * kAlign;
      return block;
    }
  }
  return ::operator new(count * kAlign, std::align_val_t{kAlign});
}

void give_operation_memory(void* block, std::size_t bytes) noexcept {
  const std::size_t count = lines(bytes);
  if (count < kSizes) {
    Kept& all = kept();
    const std::lock_guard lock(all.mutex);
    if (all.bytes < kMostKept) {
      all.first[count] = new (block) Block{all.first[count]};
      all.bytes += count * kAlign;
      return;
    }
  }
  ::operator delete(block, std::align_val_t{kAlign});
}

}  // namespace heddle::engine
