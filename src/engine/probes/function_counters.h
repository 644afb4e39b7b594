// SPDX-License-Identifier: Apache-2.0
// The words that functions behind pointers count in (probes/counters.h). A kernel may call those of
// any object that is loaded, so each launch that calls through pointers has words for all of them,
// one object after the other; an object that comes later is counted by later launches.
#pragma once

#include <cstdint>
#include <vector>

#include "image/kernel_abi.h"
#include "probes/counters.h"

namespace heddle::engine {

struct FunctionCounters {
  std::uint64_t words = 0;
  std::vector<probes::CountedFunctions> tables;  // their `first` from the first function's on

  // Of the objects that have been loaded by now.
  static FunctionCounters now();
  // `functions` has been loaded, and may have been before.
  static void add(const abi::KernelCode& functions);
};

}  // namespace heddle::engine
