// SPDX-License-Identifier: Apache-2.0
#include "support/stopwatch.h"

#include <atomic>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace heddle::support {
namespace {

using Nanoseconds = std::chrono::duration<float, std::nano>;

std::uint64_t clock_ticks() {
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}

// "Invariant TSC": its rate changes neither with the clock of a core nor while one sleeps.
bool find_counter() {
#if defined(__x86_64__)
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & 1u << 8);
#else
  return false;
#endif
}

const bool has_counter = find_counter();
std::atomic<float> known_rate{0};

}  // namespace

std::uint64_t Stopwatch::ticks() {
#if defined(__x86_64__)
  if (has_counter) [[likely]]
    return __builtin_ia32_rdtsc();
#endif
  return clock_ticks();
}

// Both at one moment: not where the thread was interrupted between the two.
Stopwatch::Moment Stopwatch::moment() {
  constexpr std::uint64_t kInterrupted = 5000;
  for (;;) {
    const std::uint64_t before = ticks();
    const Clock::time_point time = Clock::now();
    if (ticks() - before < kInterrupted) return {before, time};
  }
}

// The counter is compared with the clock from the first call on; after a while the rate is known.
float Stopwatch::nanoseconds_a_tick() {
  if (const float rate = known_rate.load(std::memory_order_relaxed); rate != 0) [[likely]]
    return rate;
  static const Moment first = moment();
  constexpr std::chrono::microseconds kLeast{10};
  constexpr std::chrono::milliseconds kEnough{10};
  Moment now = moment();
  while (now.time - first.time < kLeast) now = moment();
  const Nanoseconds time = now.time - first.time;
  const float rate = time.count() / static_cast<float>(now.ticks - first.ticks);
  if (time > kEnough) known_rate.store(rate, std::memory_order_relaxed);
  return rate;
}

}  // namespace heddle::support
