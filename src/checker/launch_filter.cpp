// SPDX-License-Identifier: Apache-2.0
#include "checker/launch_filter.h"

#include "checker/describe.h"

namespace heddle::checker {

LaunchFilter::LaunchFilter(const Options& options)
    : all_(options.kernel_name.empty() && options.launch_skip == 0 && options.launch_count == 0),
      skip_(options.launch_skip),
      count_(options.launch_count),
      name_(options.kernel_name) {}

void LaunchFilter::kernel_begin(const probes::Launch& launch) {
  if (all_) return;
  const bool matches = name_.takes(kernel_of(launch));
  std::lock_guard lock(mutex_);
  if (matches) {
    ++matched_;
    if (matched_ > skip_ && (count_ == 0 || matched_ <= skip_ + count_)) return;
  }
  left_out_.insert(launch.id);
}

void LaunchFilter::kernel_end(const probes::Launch& launch, bool) {
  if (all_) return;
  std::lock_guard lock(mutex_);
  left_out_.erase(launch.id);
}

bool LaunchFilter::covers(const probes::Launch& launch) const {
  if (all_) return true;
  std::lock_guard lock(mutex_);
  return !left_out_.contains(launch.id);
}

}  // namespace heddle::checker
