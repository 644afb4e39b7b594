// SPDX-License-Identifier: Apache-2.0
// --page raw: every metric by its name, unscaled. --page summary: a line for each launch.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>

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

// All launches of a kernel together, of that; the one with most instructions first. Empty
// where there are few rows.
std::string kernels_in_all(const ProfileReport& report, std::size_t gpu) {
  if (report.run.profiles.size() <= kManyRows) return "";
  struct Kernel {
    std::uint64_t launches = 0;
    std::array<double, std::size(kSums)> sums{};
  };
  std::map<std::string, Kernel> by_name;
  for (std::size_t k = 0; k < report.run.profiles.size(); ++k) {
    const auto& profile = report.run.profiles[k];
    auto& kernel = by_name[profile.kernel];
    kernel.launches += profile.launches;
    for (std::size_t i = 0; i < std::size(kSums); ++i) {
      const auto& value = report.evaluations[k][gpu].of(*profiler::find_metric(kSums[i]));
      kernel.sums[i] += value.number.value_or(0) * static_cast<double>(profile.launches);
    }
  }
  std::vector<std::pair<std::string, Kernel>> kernels(by_name.begin(), by_name.end());
  std::ranges::sort(kernels, std::greater<>(),
                    [](const auto& kernel) { return kernel.second.sums[0]; });
  std::string text =
      fmt::format("  {:>6} {:>8}  {}", "", "launches", name_column("kernel, in all"));
  for (const auto* head : {"instr", "sectors", "excess", "bank excess"}) {
    text += fmt::format(" {:>11}", head);
  }
  text += "\n";
  for (const auto& [name, kernel] : kernels) {
    text += fmt::format("  {:>6} {:>8}  {}", "", kernel.launches, name_column(name));
    for (std::size_t i = 0; i < std::size(kSums); ++i) {
      text += number_column(kernel.sums[i], profiler::find_metric(kSums[i])->unit);
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
