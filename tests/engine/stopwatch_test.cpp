// SPDX-License-Identifier: Apache-2.0
#include "support/stopwatch.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>

namespace heddle::support {
namespace {

// What it says is what the clock says, from the first call on and when its rate is known.
TEST(Stopwatch, AgreesWithTheClock) {
  for (const unsigned microseconds : {0u, 1000u, 20000u, 50000u, 5000u}) {
    const auto before = std::chrono::steady_clock::now();
    Stopwatch watch;
    watch.start();
    const auto begin = std::chrono::steady_clock::now();
    if (microseconds != 0) usleep(microseconds);
    const auto end = std::chrono::steady_clock::now();
    const float seen = watch.nanoseconds();
    const auto after = std::chrono::steady_clock::now();
    const auto least = std::chrono::duration<float, std::nano>(end - begin).count();
    const auto most = std::chrono::duration<float, std::nano>(after - before).count();
    EXPECT_GT(seen, 0.95f * least - 200) << microseconds;
    EXPECT_LT(seen, 1.05f * most + 200) << microseconds;
  }
}

}  // namespace
}  // namespace heddle::support
