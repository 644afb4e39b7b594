// SPDX-License-Identifier: Apache-2.0
#include "engine/base/asymmetric_fence.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace heddle::engine {
namespace {

// Store buffering: each thread stores, fences, and loads what the other stores. Without the fences
// both loads may come before both stores. Threads meet anew in each round.
TEST(AsymmetricFence, OfTwoThreadsOneSeesTheOthersStore) {
  AsymmetricFence::enable();
  struct alignas(64) Cell {
    std::atomic<int> value{0};
  };
  Cell light_store, heavy_store, light_round, heavy_round;
  int seen_by_light = 0;
  std::atomic<bool> over{false};
  std::thread light([&] {
    for (int round = 1; !over.load(); ++round) {
      light_round.value.store(round);
      while (heavy_round.value.load() < round && !over.load()) {
      }
      light_store.value.store(round, std::memory_order_relaxed);
      AsymmetricFence::light();
      seen_by_light = heavy_store.value.load(std::memory_order_relaxed);
      light_round.value.store(-round);
      while (heavy_round.value.load() != -round && !over.load()) {
      }
    }
  });
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  int both_missed = 0;
  for (int round = 1; std::chrono::steady_clock::now() < until; ++round) {
    heavy_round.value.store(round);
    while (light_round.value.load() != round) {
    }
    for (int k = 0; k < round % 64; ++k) std::atomic_signal_fence(std::memory_order_seq_cst);
    heavy_store.value.store(round, std::memory_order_relaxed);
    AsymmetricFence::heavy();
    const int seen_by_heavy = light_store.value.load(std::memory_order_relaxed);
    while (light_round.value.load() != -round) {
    }
    both_missed += seen_by_heavy != round && seen_by_light != round;
    heavy_round.value.store(-round);
  }
  over.store(true);
  light.join();
  EXPECT_EQ(both_missed, 0);
}

}  // namespace
}  // namespace heddle::engine
