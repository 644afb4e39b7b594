// SPDX-License-Identifier: Apache-2.0
#include "engine/base/asymmetric_fence.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <thread>

namespace heddle::engine {
namespace {

// Store buffering: each thread stores, fences, and loads what the other stores; never may both
// loads miss. The light thread does not wait for the other, so that its stores are really on their
// way: without the system call in heavy() 85,601 of 90,372 rounds missed (two idle Zen 3 cores; on
// one core at a time nothing can be seen).
TEST(AsymmetricFence, OfTwoThreadsOneSeesTheOthersStore) {
  AsymmetricFence::enable();
  constexpr std::uint64_t kKept = 1 << 22;  // rounds of the light thread
  struct alignas(64) Cell {
    std::atomic<std::uint64_t> value{0};
  };
  Cell light_store, heavy_store, done;
  auto seen = std::make_unique<std::atomic<std::uint64_t>[]>(kKept);
  std::atomic<bool> over{false};
  std::thread light([&] {
    for (std::uint64_t i = 1; !over.load(std::memory_order_relaxed); ++i) {
      light_store.value.store(i, std::memory_order_relaxed);
      AsymmetricFence::light();
      seen[i % kKept].store(heavy_store.value.load(std::memory_order_relaxed),
                            std::memory_order_relaxed);
      done.value.store(i, std::memory_order_release);
    }
  });
  const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(500);
  std::uint64_t both_missed = 0;
  for (std::uint64_t j = 1; std::chrono::steady_clock::now() < until; ++j) {
    heavy_store.value.store(j, std::memory_order_relaxed);
    AsymmetricFence::heavy();
    // The first store of the other that is not seen here: its load must see j.
    const auto missed = light_store.value.load(std::memory_order_relaxed) + 1;
    while (done.value.load(std::memory_order_acquire) < missed) {
    }
    const auto seen_by_light = seen[missed % kKept].load(std::memory_order_relaxed);
    const bool kept = done.value.load(std::memory_order_acquire) < missed + kKept / 2;
    both_missed += kept && seen_by_light < j;
  }
  over.store(true);
  light.join();
  EXPECT_EQ(both_missed, 0u);
}

}  // namespace
}  // namespace heddle::engine
