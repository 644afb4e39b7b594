// SPDX-License-Identifier: Apache-2.0
// Which launches are kept: --kernel-name, --launch-skip, --launch-count.
#pragma once

#include <cstdint>
#include <optional>
#include <regex>
#include <string>

#include "profiler/options.h"

namespace heddle::profiler {

class LaunchChoice {
 public:
  // Throws support::OptionError for a bad regular expression.
  explicit LaunchChoice(const Options& options);

  // Asked once for each launch, in order. `kernel`: as its author wrote it.
  bool takes(const std::string& kernel);

 private:
  const std::uint64_t skip_, count_;
  std::optional<std::regex> name_;
  std::uint64_t matched_ = 0;
};

}  // namespace heddle::profiler
