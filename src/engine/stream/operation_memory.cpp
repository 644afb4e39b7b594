// SPDX-License-Identifier: Apache-2.0
#include "engine/stream/operation_memory.h"

#include <array>
#include <atomic>
#include <new>
#include <utility>

namespace heddle::engine {
namespace {

constexpr std::size_t kAlign = 64, kLargest = 2048, kSizes = kLargest / kAlign + 1;
constexpr std::size_t kMostKept = 4 << 20;  // bytes, of all sizes

struct Block {
  Block* next;
};
// Given back by any thread, one by one; taken by one that needs some, all at once. (One by one
// would have to know that a block which is first again has not been away.)
struct Kept {
  std::atomic<std::size_t> bytes{0};
  std::array<std::atomic<Block*>, kSizes> first{};
};
// Never destroyed: operations of static objects may outlive it.
Kept& kept() {
  static auto* const all = new Kept;
  return *all;
}

std::size_t lines(std::size_t bytes) {
  return (bytes + kAlign - 1) / kAlign;
}

void keep(Block* block, std::size_t count) {
  std::atomic<Block*>& first = kept().first[count];
  block->next = first.load(std::memory_order_relaxed);
  while (!first.compare_exchange_weak(block->next, block, std::memory_order_release,
                                      std::memory_order_relaxed)) {
  }
}

// What a thread has taken and not used.
constinit thread_local Block* taken[kSizes] = {};
constinit thread_local std::size_t used = 0;  // bytes, of those
constinit thread_local bool thread_ends = false;

struct AtThreadEnd {
  AtThreadEnd() = default;
  AtThreadEnd(const AtThreadEnd&) = delete;
  ~AtThreadEnd() {
    thread_ends = true;
    kept().bytes.fetch_sub(std::exchange(used, 0), std::memory_order_relaxed);
    for (std::size_t count = 0; count < kSizes; ++count) {
      while (Block* block = taken[count]) {
        taken[count] = block->next;
        keep(block, count);
      }
    }
  }
};

// Of all threads, when this one has none left.
Block* take_all(std::size_t count) {
  if (thread_ends) return nullptr;
  thread_local const AtThreadEnd give_back;
  (void)give_back;
  kept().bytes.fetch_sub(std::exchange(used, 0), std::memory_order_relaxed);
  return kept().first[count].exchange(nullptr, std::memory_order_acquire);
}

}  // namespace

void* take_operation_memory(std::size_t bytes) {
  const std::size_t count = lines(bytes);
  if (count < kSizes) {
    Block*& first = taken[count];
    if (!first) first = take_all(count);
    if (Block* block = first) {
      first = block->next;
      used += count * kAlign;
      return block;
    }
  }
  return ::operator new(count * kAlign, std::align_val_t{kAlign});
}

void give_operation_memory(void* block, std::size_t bytes) noexcept {
  const std::size_t count = lines(bytes);
  if (count < kSizes && kept().bytes.load(std::memory_order_relaxed) < kMostKept) {
    kept().bytes.fetch_add(count * kAlign, std::memory_order_relaxed);
    keep(new (block) Block{nullptr}, count);
    return;
  }
  ::operator delete(block, std::align_val_t{kAlign});
}

}  // namespace heddle::engine
