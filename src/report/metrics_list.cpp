// SPDX-License-Identifier: Apache-2.0
// The table of metrics, for a terminal and as a document.
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

std::string metrics_document() {
  std::string text =
      "# Metrics of heddle profile\n\n"
      "`heddle profile --list-metrics` prints this list; `--metrics NAME` shows one. Names and "
      "meanings "
      "are those\nthat people know from NVIDIA's profiler; what it has no name for begins with "
      "`heddle__`. The endings `.sum`, `.ratio`\nand `.pct` may be left out.\n\n"
      "- **exact**: follows from the addresses and masks of the lanes, or from the launch, as on a "
      "GPU.\n"
      "- **as compiled**: of the instructions that Heddle's compiler makes; a GPU's compiler may "
      "make "
      "others.\n"
      "- **estimate**.\n\n"
      "This page is made by `scripts/make_metrics_page`.\n";
  for (const auto& section : profiler::metric_sections()) {
    text += fmt::format(
        "\n## {}\n\n| metric | unit | kind | meaning | computed as |\n|---|---|---|---|---|\n",
        section.name);
    for (const auto& metric : section.metrics) {
      text += fmt::format("| `{}` | {} | {} | {} | {} |\n", metric.name, metric.unit,
                          profiler::kind_name(metric.kind), metric.sentence, metric.how);
    }
  }
  return text;
}

}  // namespace heddle::report
