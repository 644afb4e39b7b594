// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "report/comparison.h"
#include "report/profile_report.h"

namespace heddle::report {

using profiler::Change;
using profiler::KernelChanges;
using profiler::LineChange;
using profiler::SavedProfile;

namespace {

std::string triple(const std::array<std::uint32_t, 3>& three) {
  return fmt::format("({}, {}, {})", three[0], three[1], three[2]);
}

std::string number_text(double number, const std::string& unit) {
  const auto shown = scaled(number, unit.empty() ? " " : unit);
  // The letter that multiplies the unit stands with the number.
  const auto letter = shown.unit.size() > std::max<std::size_t>(unit.size(), 1)
                          ? shown.unit.substr(0, 1)
                          : std::string();
  return shown.number + letter;
}

std::string ratio_text(const Change& change) {
  const auto ratio = change.ratio();
  if (!ratio) return "new";
  if (change.after == 0) return "gone";
  return fmt::format("{:+.1f}%", 100 * *ratio);
}

const char* verdict(const Change& change) {
  return change.is_worse() ? "worse" : change.is_better() ? "better" : "";
}

std::string change_line(const Change& change) {
  const auto label =
      change.unit.empty() ? change.label : fmt::format("{} [{}]", change.label, change.unit);
  return fmt::format("      {:<52} {:>10} {:>10} {:>10}  {}", label,
                     number_text(change.before, change.unit),
                     number_text(change.after, change.unit), ratio_text(change), verdict(change));
}

std::string place_text(const LineChange& line) {
  const auto& file = line.after != 0 ? line.file_after : line.file_before;
  if (line.after == 0) return fmt::format("{}:{} (gone)", file_text(file), line.before);
  if (line.before == 0) return fmt::format("{}:{} (new)", file_text(file), line.after);
  if (line.before == line.after) return fmt::format("{}:{}", file_text(file), line.after);
  return fmt::format("{}:{} (was {})", file_text(file), line.after, line.before);
}

std::string without_blanks(const std::string& text) {
  const auto begin = std::min(text.find_first_not_of(" \t"), text.size());
  return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

std::string shape_text(const SavedProfile& p) {
  return fmt::format("{}x{}, Launch {}", triple(p.grid), triple(p.block), p.first_launch);
}

std::string title(const KernelChanges& kernel) {
  if (!kernel.before) return fmt::format("{} {}: new", kernel.kernel, shape_text(*kernel.after));
  if (!kernel.after) return fmt::format("{} {}: gone", kernel.kernel, shape_text(*kernel.before));
  const auto was = shape_text(*kernel.before), is = shape_text(*kernel.after);
  if (was == is) return fmt::format("{} {}", kernel.kernel, is);
  return fmt::format("{} {} -> {}", kernel.kernel, was, is);
}

// Trailing blanks are nobody's wish.
void add_line(std::string& text, std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  text += line + "\n";
}

}  // namespace

std::string comparison_as_text(const profiler::Comparison& comparison, std::string_view before,
                               std::string_view after) {
  std::string text = fmt::format("==HEDDLE PROFILE== {} -> {}: changes of {:.3g}% and more\n",
                                 before, after, 100 * comparison.threshold);
  std::size_t same = 0;
  for (const auto& kernel : comparison.kernels) {
    if (!kernel.changed()) {
      ++same;
      continue;
    }
    text += fmt::format("  {}\n", title(kernel));
    for (const auto& gpu : kernel.gpus) {
      text +=
          fmt::format("    {:<54} {:>10} {:>10} {:>10}\n", gpu.gpu, "before", "after", "change");
      for (const auto& change : gpu.changes) add_line(text, change_line(change));
    }
    for (const auto& line : kernel.lines) {
      text += fmt::format("    {}\n      | {}\n", place_text(line), without_blanks(line.text));
      for (const auto& change : line.changes) add_line(text, change_line(change));
    }
  }
  for (const auto& remark : comparison.remarks) text += fmt::format("  {}\n", remark);
  return text + fmt::format("  {} of {} kernels are as before; {} numbers are worse, {} better\n",
                            same, comparison.kernels.size(), comparison.worse(),
                            comparison.better());
}

}  // namespace heddle::report
