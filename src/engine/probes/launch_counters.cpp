// SPDX-License-Identifier: Apache-2.0
#include "engine/probes/launch_counters.h"

#include <atomic>

namespace heddle::engine {
namespace {

std::atomic<std::uint64_t> launches{0};

}  // namespace

LaunchCounters::LaunchCounters(std::uint32_t words)
    : words_(words), id_(launches.fetch_add(1, std::memory_order_relaxed) + 1) {}

std::uint64_t* LaunchCounters::take() {
  auto memory = std::make_unique<std::uint64_t[]>(words_);
  const std::lock_guard lock(mutex_);
  all_.push_back(std::move(memory));
  return all_.back().get();
}

}  // namespace heddle::engine
