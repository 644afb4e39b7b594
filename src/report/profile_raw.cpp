// SPDX-License-Identifier: Apache-2.0
// --page raw: every metric by its name, unscaled. --page summary: a line for each launch.
#include <fmt/format.h>

#include <algorithm>

#include "profiler/kernel_sums.h"
#include "report/profile_report.h"

namespace heddle::report {
namespace {

// Of kernels that did many different things: more rows than anybody reads.
constexpr std::size_t kManyRows = 30;

std::string name_column(std::string name) {
  constexpr std::size_t kWidest = 40;
  if (name.size() > kWidest) name = name.substr(0, kWidest - 3) + "...";
  return fmt::format("{:<{}}", name, kWidest);
}

std::string number_column(std::optional<double> number, std::string_view unit) {
  const auto shown = number ? scaled(*number, unit) : Scaled{"n/a", ""};
  const auto letter = shown.unit.size() > unit.size() ? shown.unit.substr(0, 1) : "";
  return fmt::format(" {:>11}", shown.number + letter);
}

std::string summary_row(const profiler::Profile& profile, const profiler::Evaluation& evaluation,
                        const std::vector<const profiler::Metric*>& metrics) {
  std::string text = fmt::format("{:>6} {:>8}  {}", profile.first_launch, profile.launches,
                                 name_column(profile.kernel));
  for (const auto* metric : metrics) {
    const auto& value = evaluation.of(*metric);
    text += value.text.empty() ? number_column(value.number, metric->unit)
                               : fmt::format(" {:>11}", value.text);
  }
  return text + "\n";
}

// The columns of the summary.
struct Column {
  std::string_view head, metric;
};
constexpr Column kColumns[] = {
    {"instr", "smsp__inst_executed.sum"},
    {"thr/instr", "smsp__thread_inst_executed_per_inst_executed.ratio"},
    {"sectors", "memory_l2_theoretical_sectors_global"},
    {"excess", "derived__memory_l2_theoretical_sectors_global_excessive"},
    {"bank excess", "derived__memory_l1_wavefronts_shared_excessive"},
    {"waves", "launch__waves_per_multiprocessor"},
    {"occupancy %", "sm__maximum_warps_per_active_cycle_pct"},
};

// What adds up.
constexpr std::string_view kSums[] = {"smsp__inst_executed.sum",
                                      "memory_l2_theoretical_sectors_global",
                                      "derived__memory_l2_theoretical_sectors_global_excessive",
                                      "derived__memory_l1_wavefronts_shared_excessive"};

// Of each kernel in all; empty where there are few rows.
std::string kernels_in_all(const ProfileReport& report, std::size_t gpu) {
  if (report.run.profiles.size() <= kManyRows) return "";
  std::vector<const profiler::Metric*> metrics;
  for (const auto name : kSums) metrics.push_back(profiler::find_metric(name));
  std::string text =
      fmt::format("  {:>6} {:>8}  {}", "", "launches", name_column("kernel, in all"));
  for (const auto* head : {"instr", "sectors", "excess", "bank excess"}) {
    text += fmt::format(" {:>11}", head);
  }
  text += "\n";
  const auto kernels = profiler::sums_by_kernel(
      report.run.profiles, metrics,
      [&](std::size_t k, const profiler::Metric& metric) -> const profiler::Value& {
        return report.evaluations[k][gpu].of(metric);
      });
  for (const auto& kernel : kernels) {
    text += fmt::format("  {:>6} {:>8}  {}", "", kernel.launches, name_column(kernel.kernel));
    for (std::size_t i = 0; i < metrics.size(); ++i) {
      text += number_column(kernel.sums[i], metrics[i]->unit);
    }
    text += "\n";
  }
  return text;
}

}  // namespace

std::string raw_page(const ProfileReport& report) {
  std::string text;
  for (std::size_t k = 0; k < report.run.profiles.size(); ++k) {
    text += fmt::format("  {}\n", launch_title(report.run.profiles[k]));
    for (std::size_t g = 0; g < report.gpus.size(); ++g) {
      text += fmt::format("    GPU: {}\n", report.gpus[g].id);
      for (const auto& [metric, value] : report.evaluations[k][g].rows) {
        const bool wanted = report.metrics.empty() ||
                            std::ranges::find(report.metrics, metric) != report.metrics.end();
        if (!wanted) continue;
        text += fmt::format("    {:<68} {:<16} {:>20} {}\n", metric->name, metric->unit,
                            value.is_known() ? value_text(value) : "n/a",
                            profiler::kind_name(value.kind.value_or(metric->kind)));
        if (!value.is_known()) text += fmt::format("      n/a: {}\n", value.absent);
      }
    }
  }
  return text;
}

std::string summary_page(const ProfileReport& report) {
  auto metrics = report.metrics;
  std::vector<std::string> heads;
  if (metrics.empty()) {
    for (const auto& column : kColumns) {
      metrics.push_back(profiler::find_metric(column.metric));
      heads.emplace_back(column.head);
    }
  } else {
    for (const auto* metric : metrics) heads.emplace_back(metric->label.substr(0, 11));
  }
  std::string text;
  for (std::size_t g = 0; g < report.gpus.size(); ++g) {
    text += fmt::format("  GPU: {} ({})\n  {:>6} {:>8}  {:<40}", report.gpus[g].name,
                        report.gpus[g].id, "launch", "launches", "kernel");
    for (const auto& head : heads) text += fmt::format(" {:>11}", head);
    text += "\n";
    for (std::size_t k = 0; k < report.run.profiles.size(); ++k) {
      text += "  " + summary_row(report.run.profiles[k], report.evaluations[k][g], metrics);
    }
    text += kernels_in_all(report, g);
  }
  for (const auto& transfers : report.run.transfers) {
    const auto bytes = scaled(static_cast<double>(transfers.bytes), "byte");
    text += fmt::format("  {}: {} time{}, {} {}\n", transfers.call, transfers.count,
                        transfers.count == 1 ? "" : "s", bytes.number, bytes.unit);
  }
  return text;
}

}  // namespace heddle::report
