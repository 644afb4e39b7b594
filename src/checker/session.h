// SPDX-License-Identifier: Apache-2.0
// What the checks of a process share.
#pragma once

#include "checker/findings.h"
#include "checker/launch_filter.h"
#include "checker/memory/ranges.h"
#include "checker/options.h"

namespace heddle::checker {

struct Session {
  explicit Session(Options asked)
      : options(std::move(asked)), findings(options.print_limit), launches(options) {}

  const Options options;
  Findings findings;
  LaunchFilter launches;
  MemoryRanges memory;
};

}  // namespace heddle::checker
