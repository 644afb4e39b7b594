// SPDX-License-Identifier: Apache-2.0
// Atomic operations in shared memory of which there is no instruction: of floats, and of 64 bits
// but for exchanges and compare-and-swap. A GPU loads, computes, and compares and swaps until no
// other lane was first.
#pragma once

#include "profiler/profile.h"

namespace heddle::profiler {

bool is_sum_loop(const Access& access);

// Cycles of its SM, of all requests.
double sum_loop_cycles(const Access& access);

// What warps wait for that come to their end, all together, in cycles.
double sum_loop_waits(const Profile& profile);

}  // namespace heddle::profiler
