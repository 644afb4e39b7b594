// SPDX-License-Identifier: Apache-2.0
#include "report/excerpt.h"

#include <fmt/format.h>

#include <cctype>
#include <span>

#include "support/source_lines.h"

namespace heddle::report {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

bool names(const std::string& line, const std::string& name) {
  for (auto at = line.find(name); at != std::string::npos; at = line.find(name, at + 1)) {
    const bool begins = at == 0 || !is_word(line[at - 1]);
    const auto end = at + name.size();
    if (begins && (end == line.size() || !is_word(line[end]))) return true;
  }
  return false;
}

// "i = 500, n = 500", of those that the line names.
std::string values_text(const std::string& line,
                        std::span<const checker::VariableValue> variables) {
  std::string text;
  for (const auto& one : variables) {
    if (!names(line, one.name)) continue;
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", one.name, one.value);
  }
  return text;
}

}  // namespace

std::vector<std::string> excerpt(const checker::Place& place,
                                 std::span<const checker::VariableValue> variables) {
  const auto line = support::source_line(place.file, place.line);
  if (!line) return {};
  const auto number = fmt::format("{}", place.line);
  std::vector<std::string> lines = {fmt::format("{} | {}", number, *line)};
  const auto values = values_text(*line, variables);
  if (place.column == 0 || place.column > line->size()) {
    if (!values.empty()) lines.push_back(fmt::format("{:{}} | {}", "", number.size(), values));
    return lines;
  }
  const std::size_t begin = place.column - 1;
  std::string mark(begin, ' ');
  for (std::size_t i = 0; i < begin; ++i) {
    if ((*line)[i] == '\t') mark[i] = '\t';
  }
  mark += '^' + std::string(support::end_of_expression(*line, begin) - begin - 1, '~');
  if (!values.empty()) mark += "  " + values;
  lines.push_back(fmt::format("{:{}} | {}", "", number.size(), mark));
  return lines;
}

}  // namespace heddle::report
