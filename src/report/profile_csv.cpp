// SPDX-License-Identifier: Apache-2.0
// --csv: a row for each launch, GPU and metric, with the columns that NVIDIA's profiler has.
#include <fmt/format.h>

#include <algorithm>

#include "report/profile_report.h"

namespace heddle::report {
namespace {

std::string cell(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string triple(const std::array<std::uint32_t, 3>& three) {
  return fmt::format("({}, {}, {})", three[0], three[1], three[2]);
}

}  // namespace

std::string profile_as_csv(const ProfileReport& report) {
  std::string text =
      "\"ID\",\"Process ID\",\"Kernel Name\",\"Launch\",\"Launches\",\"Block Size\",\"Grid Size\","
      "\"GPU\",\"Section Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\",\"Kind\"\n";
  for (std::size_t k = 0; k < report.run.profiles.size(); ++k) {
    const auto& profile = report.run.profiles[k];
    for (std::size_t g = 0; g < report.gpus.size(); ++g) {
      const auto begin =
          fmt::format("{},{},{},{},{},{},{},{}", k, profile.process, cell(profile.kernel),
                      profile.first_launch, profile.launches, cell(triple(profile.block)),
                      cell(triple(profile.grid)), cell(report.gpus[g].id));
      for (const auto& section : profiler::metric_sections()) {
        for (const auto& metric : section.metrics) {
          const bool wanted = report.metrics.empty() ||
                              std::ranges::find(report.metrics, &metric) != report.metrics.end();
          if (!wanted) continue;
          const auto& value = report.evaluations[k][g].of(metric);
          text += fmt::format("{},{},{},{},{},{}\n", begin, cell(section.name), cell(metric.name),
                              cell(metric.unit), cell(value.is_known() ? value_text(value) : "n/a"),
                              cell(profiler::kind_name(value.kind.value_or(metric.kind))));
        }
      }
    }
  }
  return text;
}

}  // namespace heddle::report
