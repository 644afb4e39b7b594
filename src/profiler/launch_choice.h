// SPDX-License-Identifier: Apache-2.0
// Which launches are kept: --kernel-name, --launch-skip, --launch-count.
#pragma once

#include <cstdint>
#include <string>

#include "profiler/options.h"
#include "support/kernel_choice.h"

namespace heddle::profiler {

class LaunchChoice {
 public:
  // Throws support::OptionError for a bad regular expression.
  explicit LaunchChoice(const Options& options);

  // Asked once for each launch, in order. `kernel`: as its author wrote it.
  bool takes(const std::string& kernel);

 private:
  const std::uint64_t skip_, count_;
  support::KernelChoice name_;
  std::uint64_t matched_ = 0;
};

}  // namespace heddle::profiler
