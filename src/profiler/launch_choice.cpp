// SPDX-License-Identifier: Apache-2.0
#include "profiler/launch_choice.h"

#include <fmt/format.h>

namespace heddle::profiler {

LaunchChoice::LaunchChoice(const Options& options)
    : skip_(options.launch_skip), count_(options.launch_count) {
  if (options.kernel_name.empty()) return;
  try {
    name_.emplace(options.kernel_name);
  } catch (const std::regex_error& error) {
    throw support::OptionError(fmt::format("--kernel-name: '{}' is no regular expression: {}",
                                           options.kernel_name, error.what()));
  }
}

bool LaunchChoice::takes(const std::string& kernel) {
  if (name_ && !std::regex_search(kernel, *name_)) return false;
  ++matched_;
  return matched_ > skip_ && (count_ == 0 || matched_ - skip_ <= count_);
}

}  // namespace heddle::profiler
