// SPDX-License-Identifier: Apache-2.0
#include "engine/grid/misplaced.h"

#include <sys/mman.h>

#include <atomic>

namespace heddle::engine {
namespace {

// Larger than what one reaches from a pointer into a block's memory; inaccessible, never released.
constexpr std::uint64_t kBytes = std::uint64_t{1} << 30;
constexpr std::uint64_t kMiddle = kBytes / 2;

std::atomic<std::uint64_t> begin{0};

// 0, an address that nobody may access either, where there is no room.
std::uint64_t reserve() {
  void* memory =
      mmap(nullptr, kBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? 0 : reinterpret_cast<std::uint64_t>(memory);
}

}  // namespace

std::uint64_t misplaced(std::uint64_t address) {
  static const std::uint64_t reserved = reserve();
  begin.store(reserved, std::memory_order_relaxed);
  constexpr std::uint64_t kPage = 4096;
  return reserved == 0 ? 0 : reserved + kMiddle + address % kPage;
}

bool is_misplaced(std::uint64_t address) {
  const std::uint64_t reserved = begin.load(std::memory_order_relaxed);
  return reserved != 0 && address - reserved < kBytes;
}

}  // namespace heddle::engine
