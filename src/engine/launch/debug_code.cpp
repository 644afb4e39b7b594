// SPDX-License-Identifier: Apache-2.0
#include "engine/launch/debug_code.h"

#include <ctime>

#include "engine/block/debug_view.h"
#include "support/debugger.h"

namespace heddle::engine {
namespace {

// Asking takes as long as some launches.
constexpr std::int64_t kValidNs = 100'000'000;

std::int64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * std::int64_t{1'000'000'000} + now.tv_nsec;
}

}  // namespace

bool DebugCode::is_wanted() const {
  if (settings_.debug_code == support::Settings::DebugCode::kAlways) return true;
  if (heddle_debug_stops) return true;
  const std::int64_t now = now_ns();
  if (now >= valid_until_ns_.load(std::memory_order_relaxed)) {
    debugged_.store(support::is_debugged(), std::memory_order_relaxed);
    valid_until_ns_.store(now + kValidNs, std::memory_order_relaxed);
  }
  return debugged_.load(std::memory_order_relaxed);
}

}  // namespace heddle::engine
