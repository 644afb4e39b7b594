// SPDX-License-Identifier: Apache-2.0
// The table of metrics, for a terminal.
#include <fmt/format.h>

#include "report/profile_report.h"

namespace heddle::report {

std::string metrics_list() {
  std::string text;
  for (const auto& section : profiler::metric_sections()) {
    text += fmt::format("{}{}\n", text.empty() ? "" : "\n", section.name);
    for (const auto& metric : section.metrics) {
      text += fmt::format("  {}\n      {}{}. {}\n", metric.name, profiler::kind_name(metric.kind),
                          metric.unit.empty() ? "" : fmt::format(", in {}", metric.unit),
                          metric.sentence);
    }
  }
  return text;
}

}  // namespace heddle::report
