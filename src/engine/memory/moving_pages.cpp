// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/moving_pages.h"

#include <sched.h>

#include <atomic>

namespace heddle::engine {
namespace {

std::mutex mutex;
std::atomic<std::uintptr_t> moving_begin{0}, moving_end{0};
std::atomic<std::uint64_t> moves{0};
thread_local std::uint64_t seen = 0;

}  // namespace

MovingPages::MovingPages(std::uintptr_t begin, std::uint64_t bytes) : lock_(mutex) {
  moving_begin = begin;
  moving_end = begin + bytes;
}

MovingPages::~MovingPages() {
  ++moves;
  moving_end = moving_begin = 0;
}

bool MovingPages::wait(const void* address) {
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  while (number >= moving_begin && number < moving_end) sched_yield();
  const std::uint64_t now = moves;
  const bool moved = now != seen;
  seen = now;
  return moved;
}

}  // namespace heddle::engine
