// SPDX-License-Identifier: Apache-2.0
#include "profiler/kernel_sums.h"

#include <algorithm>
#include <map>

namespace heddle::profiler {

std::vector<KernelSums> sums_by_kernel(
    std::span<const Profile> profiles, std::span<const Metric* const> metrics,
    const std::function<const Value&(std::size_t, const Metric&)>& value) {
  std::map<std::string, KernelSums> by_name;
  for (std::size_t k = 0; k < profiles.size(); ++k) {
    auto& all = by_name[profiles[k].kernel];
    if (all.sums.empty()) all.sums.assign(metrics.size(), 0.0);
    all.kernel = profiles[k].kernel;
    all.launches += profiles[k].launches;
    for (std::size_t i = 0; i < metrics.size(); ++i) {
      const auto& one = value(k, *metrics[i]).number;
      if (one && all.sums[i]) {
        *all.sums[i] += *one * static_cast<double>(profiles[k].launches);
      } else {
        all.sums[i].reset();
      }
    }
  }
  std::vector<KernelSums> kernels;
  for (auto& [name, all] : by_name) kernels.push_back(std::move(all));
  std::ranges::sort(kernels, std::greater<>(), [](const KernelSums& all) {
    return all.sums.empty() ? std::nullopt : all.sums.front();
  });
  return kernels;
}

}  // namespace heddle::profiler
