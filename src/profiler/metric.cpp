// SPDX-License-Identifier: Apache-2.0
#include "profiler/metric.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "profiler/metrics/sections.h"
#include "support/nearest.h"

namespace heddle::profiler {
namespace {

// What NVIDIA's profiler knows and this one does not say. A name that begins so is one of them.
struct NotThere {
  std::string_view beginning;
  std::string_view why;
};
constexpr NotThere kNotThere[] = {
    {"dram__", "of the memory's metrics only the bytes read and written are estimated"},
    {"lts__", "of L2's metrics only its sectors and their hit rate are estimated"},
    {"l1tex__data_bank_conflicts",
     "this counter of the hardware also counts lost arbitration; memory_l1_wavefronts_shared and "
     "its "
     "ideal are exact"},
    {"l1tex__data_pipe",
     "this counter also counts lost arbitration; see memory_l1_wavefronts_shared"},
    {"sm__warps_active", "the achieved occupancy is not estimated yet"},
    {"sm__throughput", "see the times of the GPU's parts (heddle__time_...)"},
    {"gpc__", "see gpu__time_duration"},
    {"smsp__average_warp", "reasons for stalls are not estimated yet"},
    {"smsp__warp_issue", "reasons for stalls are not estimated yet"},
    {"smsp__cycles", "see gpu__time_duration"},
    {"sm__cycles", "see gpu__time_duration"},
    {"smsp__pcsamp", "there are no samples of program counters"},
};

std::string_view without_ending(std::string_view name) {
  for (const std::string_view ending : {".sum", ".pct", ".ratio", ".avg"}) {
    if (name.ends_with(ending)) return name.substr(0, name.size() - ending.size());
  }
  return name;
}

}  // namespace

const char* kind_name(Kind kind) {
  switch (kind) {
    case Kind::kExact:
      return "exact";
    case Kind::kAsCompiled:
      return "as compiled";
    case Kind::kEstimate:
      return "estimate";
  }
  return "";
}

Value ratio(double numerator, double denominator, const char* of_nothing) {
  return denominator == 0 ? Value::none(of_nothing) : Value::of(numerator / denominator);
}

std::span<const MetricSection> metric_sections() {
  static const std::array<MetricSection, 7> sections = {{
      {"GPU Speed Of Light Throughput", time_metrics()},
      {"GPU Speed Of Light Roofline Chart", roofline_metrics()},
      {"Memory Workload Analysis", memory_metrics()},
      {"Caches", cache_metrics()},
      {"Instruction Statistics", instruction_metrics()},
      {"Launch Statistics", launch_metrics()},
      {"Occupancy", occupancy_metrics()},
  }};
  return sections;
}

const Metric* find_metric(std::string_view name) {
  for (const auto& section : metric_sections()) {
    for (const auto& metric : section.metrics) {
      if (metric.name == name || without_ending(metric.name) == without_ending(name)) {
        return &metric;
      }
    }
  }
  return nullptr;
}

std::string no_such_metric(std::string_view name) {
  for (const auto& row : kNotThere) {
    if (name.starts_with(row.beginning)) return fmt::format("no metric '{}': {}", name, row.why);
  }
  std::vector<std::string_view> all;
  for (const auto& section : metric_sections()) {
    for (const auto& metric : section.metrics) all.push_back(metric.name);
  }
  return fmt::format("there is no metric '{}'; the nearest names are {} (--list-metrics)", name,
                     fmt::join(support::nearest(name, all, 3), ", "));
}

// Of threads that ran one by one, the engine puts warps together again as if their threads met
// behind each branch: what a GPU does is near that, and what waiting loops do depends on the run.
Value value_of(const Metric& metric, const Seen& seen) {
  if (metric.counts && seen.profile.is_not_counted()) {
    return Value::none("the threads of the kernel ran one by one, in code that counts nothing");
  }
  auto value = metric.value(seen);
  if (metric.counts && seen.profile.one_by_one && value.is_known()) value.kind = Kind::kEstimate;
  return value;
}

}  // namespace heddle::profiler
