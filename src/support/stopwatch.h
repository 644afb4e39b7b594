// SPDX-License-Identifier: Apache-2.0
// Measures how long something takes for less than it costs to ask the system for the time: the
// processor's counter of time is read where it runs at one rate.
#pragma once

#include <chrono>
#include <cstdint>

namespace heddle::support {

class Stopwatch {
 public:
  void start() { begin_ = ticks(); }
  // Since start().
  float nanoseconds() const {
    const auto passed = static_cast<std::int64_t>(ticks() - begin_);
    return static_cast<float>(passed) * nanoseconds_a_tick();
  }

 private:
  using Clock = std::chrono::steady_clock;
  struct Moment {
    std::uint64_t ticks;
    Clock::time_point time;
  };
  static Moment moment();
  static std::uint64_t ticks();
  static float nanoseconds_a_tick();

  std::uint64_t begin_ = 0;
};

}  // namespace heddle::support
