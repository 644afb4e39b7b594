// SPDX-License-Identifier: Apache-2.0
#include "nccl/bell.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <climits>
#include <ctime>

namespace heddle::nccl {
namespace {

// Filling a slot takes less: ranks that are at work do not sleep. Who gives the processor to others
// (sched_yield) gets it back late.
constexpr std::chrono::microseconds kLookAround{20};
constexpr timespec kNowAndThen{0, 50'000'000};

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

void Bell::ring() {
  rung_.fetch_add(1);
  if (asleep_.load() != 0) syscall(SYS_futex, &rung_, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

void Bell::wait(std::uint32_t seen) {
  using Clock = std::chrono::steady_clock;
  for (const auto until = Clock::now() + kLookAround; Clock::now() < until; pause())
    if (rung() != seen) return;
  asleep_.fetch_add(1);
  if (rung_.load() == seen) syscall(SYS_futex, &rung_, FUTEX_WAIT, seen, &kNowAndThen, nullptr, 0);
  asleep_.fetch_sub(1);
}

}  // namespace heddle::nccl
