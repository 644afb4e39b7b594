// SPDX-License-Identifier: Apache-2.0
// --predict: how long each kernel takes on each GPU, and all of them together.
#include <fmt/format.h>

#include "report/profile_report.h"

namespace heddle::report {
namespace {

constexpr std::size_t kKernel = 40;

// Of a metric of the model of time; null: not known.
const profiler::Value& of(const profiler::Evaluation& evaluation, std::string_view name) {
  return evaluation.of(*profiler::find_metric(name));
}

std::string cut(const std::string& name) {
  return name.size() <= kKernel ? name : name.substr(0, kKernel - 3) + "...";
}

}  // namespace

std::string times_page(const ProfileReport& report) {
  std::string text;
  for (std::size_t g = 0; g < report.gpus.size(); ++g) {
    const auto& gpu = report.gpus[g];
    text += fmt::format("  Time on {} ({}), an estimate with a band\n", gpu.name, gpu.id);
    text += fmt::format("  {:>8} {:<{}} {:>12} {:>12} {:>12}  {}\n", "launches", "kernel", kKernel,
                        "us", "from", "to", "longest part");
    double sum = 0, low = 0, high = 0;
    std::uint64_t unknown = 0;
    for (std::size_t k = 0; k < report.run.profiles.size(); ++k) {
      const auto& profile = report.run.profiles[k];
      const auto& evaluation = report.evaluations[k][g];
      const auto& time = of(evaluation, "gpu__time_duration");
      const auto row =
          fmt::format("  {:>8} {:<{}}", profile.launches, cut(profile.kernel), kKernel);
      if (!time.number) {
        unknown += profile.launches;
        text += fmt::format("{} not known: {}\n", row, time.absent);
        continue;
      }
      const auto from = of(evaluation, "heddle__time_duration_low").number.value_or(0);
      const auto to = of(evaluation, "heddle__time_duration_high").number.value_or(0);
      text += fmt::format("{} {:>12.1f} {:>12.1f} {:>12.1f}  {}\n", row, *time.number, from, to,
                          of(evaluation, "heddle__time_longest_part").text);
      const auto launches = static_cast<double>(profile.launches);
      sum += launches * *time.number;
      low += launches * from;
      high += launches * to;
    }
    text += fmt::format("  {:>8} {:<{}} {:>12.1f} {:>12.1f} {:>12.1f}", "",
                        "all kernels, one after the other", kKernel, sum, low, high);
    if (unknown != 0) text += fmt::format("  without {} launches", unknown);
    text += "\n\n";
  }
  return text;
}

}  // namespace heddle::report
