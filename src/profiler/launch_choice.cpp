// SPDX-License-Identifier: Apache-2.0
#include "profiler/launch_choice.h"

namespace heddle::profiler {

LaunchChoice::LaunchChoice(const Options& options)
    : skip_(options.launch_skip), count_(options.launch_count), name_(options.kernel_name) {}

bool LaunchChoice::takes(const std::string& kernel) {
  if (!name_.takes(kernel)) return false;
  ++matched_;
  return matched_ > skip_ && (count_ == 0 || matched_ - skip_ <= count_);
}

}  // namespace heddle::profiler
