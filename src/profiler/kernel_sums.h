// SPDX-License-Identifier: Apache-2.0
// What all launches of a kernel did together, where they did many different things.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "profiler/metric.h"
#include "profiler/profile.h"

namespace heddle::profiler {

struct KernelSums {
  std::string kernel;
  std::uint64_t launches = 0;
  // Of each metric over the launches; none where it is not known of one of them.
  std::vector<std::optional<double>> sums;
};

// `metrics`: numbers that add up. value(k, metric): of one launch of profiles[k]. The kernel with
// the largest first sum comes first, those without one last.
std::vector<KernelSums> sums_by_kernel(
    std::span<const Profile> profiles, std::span<const Metric* const> metrics,
    const std::function<const Value&(std::size_t, const Metric&)>& value);

}  // namespace heddle::profiler
