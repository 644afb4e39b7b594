// SPDX-License-Identifier: Apache-2.0
// --page details: sections of metrics in three columns, and advice.
#include <fmt/format.h>

#include <algorithm>

#include "report/profile_report.h"

namespace heddle::report {

using profiler::Advice;
using profiler::Evaluation;
using profiler::Metric;
using profiler::Value;

namespace {

constexpr std::size_t kLabel = 42, kUnit = 18, kNumber = 16;

std::string mark_of(const Metric& metric, const Value& value) {
  switch (value.kind.value_or(metric.kind)) {
    case profiler::Kind::kExact:
      return " ";
    case profiler::Kind::kAsCompiled:
      return "c";
    case profiler::Kind::kEstimate:
      return "~";
  }
  return " ";
}

std::string row(std::string_view label, const Metric& metric, const Value& value) {
  if (!value.is_known()) {
    return fmt::format("    {:<{}} {:<{}} {:>{}}\n", label, kLabel, metric.unit, kUnit, "n/a",
                       kNumber);
  }
  const auto shown = value.number ? scaled(*value.number, metric.unit)
                                  : Scaled{value.text, std::string(metric.unit)};
  return fmt::format("    {:<{}} {:<{}} {:>{}} {}\n", label, kLabel, shown.unit, kUnit,
                     shown.number, kNumber, mark_of(metric, value));
}

// Metrics of what the kernel does not do would be a page of zeros.
bool is_worth_a_row(const Metric& metric, const Value& value) {
  if (!metric.counts) return true;
  return value.number.value_or(0) != 0 || !value.text.empty();
}

std::string section_text(std::string_view name, std::span<const Metric> metrics,
                         const Evaluation& evaluation) {
  std::string rows;
  for (const auto& metric : metrics) {
    const auto& value = evaluation.of(metric);
    if (is_worth_a_row(metric, value)) rows += row(metric.label, metric, value);
  }
  if (rows.empty()) return "";
  const std::string line(kLabel + kUnit + kNumber + 4, '-');
  return fmt::format("    Section: {}\n    {}\n    {:<{}} {:<{}} {:>{}}\n    {}\n{}    {}\n\n",
                     name, line, "Metric Name", kLabel, "Metric Unit", kUnit, "Metric Value",
                     kNumber, line, rows, line);
}

// In lines of about 100 letters behind `indent`.
std::string wrapped(const std::string& text, const std::string& first, const std::string& indent) {
  constexpr std::size_t kWidth = 100;
  std::string result = first;
  std::size_t column = first.size();
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find(' ', begin), text.size());
    if (column + (end - begin) > kWidth && column > indent.size()) {
      result += "\n" + indent;
      column = indent.size();
    } else if (begin != 0) {
      result += ' ';
      ++column;
    }
    result += text.substr(begin, end - begin);
    column += end - begin;
    begin = end + 1;
  }
  return result + "\n";
}

std::string advice_text(const Advice& advice) {
  std::string head = "    OPT   ";
  if (advice.gain) {
    head += fmt::format("Est. saving: {:.0f}% of {}. ", 100 * *advice.gain, advice.gain_of);
  }
  const std::string indent(10, ' ');
  std::string text = wrapped(advice.what, head, indent);
  bool first = true;
  for (const auto& place : advice.places) {
    text += fmt::format("{}{} {}:{}{}\n", indent, first ? "at" : "inlined at",
                        file_text(place.file), place.line,
                        place.function.empty() ? "" : fmt::format(" in {}", place.function));
    first = false;
  }
  text += wrapped(advice.reason, indent, indent);
  text += wrapped(advice.change, indent, indent);
  if (advice.gain) text += wrapped(fmt::format("(Estimate: {}.)", advice.gain_how), indent, indent);
  return text + fmt::format("{}[{}]\n\n", indent, advice.rule);
}

std::string asked_for(const ProfileReport& report, const Evaluation& evaluation) {
  std::string text;
  for (const auto* metric : report.metrics) {
    const auto& value = evaluation.of(*metric);
    text += row(metric->name, *metric, value);
    if (!value.is_known()) text += fmt::format("      n/a: {}\n", value.absent);
  }
  return text + "\n";
}

}  // namespace

std::string details_page(const ProfileReport& report) {
  std::string text;
  for (std::size_t k = 0; k < report.run.profiles.size(); ++k) {
    const auto& profile = report.run.profiles[k];
    text += fmt::format("  {}\n", launch_title(profile));
    for (const auto& remark : remarks_on(profile))
      text += wrapped(remark, "    WRN   ", "          ");
    for (std::size_t g = 0; g < report.gpus.size(); ++g) {
      const auto& evaluation = report.evaluations[k][g];
      const auto& gpu = report.gpus[g];
      text += fmt::format("    GPU: {} ({}), CC {}.{}\n\n", gpu.name, gpu.id, gpu.major, gpu.minor);
      if (!report.metrics.empty()) {
        text += asked_for(report, evaluation);
        continue;
      }
      for (const auto& section : profiler::metric_sections()) {
        text += section_text(section.name, section.metrics, evaluation);
      }
      for (const auto& advice : evaluation.advice) text += advice_text(advice);
    }
  }
  return text +
         "  c: as compiled by Heddle, a GPU's compiler may make other instructions;  ~: an "
         "estimate;  "
         "all others are exact\n";
}

}  // namespace heddle::report
