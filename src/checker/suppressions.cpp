// SPDX-License-Identifier: Apache-2.0
#include "checker/suppressions.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <sstream>

#include "checker/options.h"
#include "support/read_file.h"
#include "support/source_lines.h"

namespace heddle::checker {
namespace {

bool is_file(const std::string& path, const std::string& end) {
  if (!path.ends_with(end)) return false;
  return path.size() == end.size() || path[path.size() - end.size() - 1] == '/';
}

// Places in the source at which a finding may be suppressed: the innermost ones and their callers.
template <class Any>
bool any_place(const Finding& finding, Any any) {
  for (const auto& side : finding.sides) {
    if (std::ranges::any_of(side.places, any)) return true;
  }
  for (const auto& trace : finding.traces) {
    for (const auto& frame : trace.frames) {
      if (any(frame.place)) return true;
    }
  }
  return false;
}

bool names(const std::string& line, std::string_view name) {
  static constexpr std::string_view kMark = "heddle-check: ignore";
  const auto mark = line.find(kMark);
  if (mark == std::string::npos) return false;
  std::istringstream words(line.substr(mark + kMark.size()));
  for (std::string word; words >> word;) {
    if (word.ends_with(',')) word.pop_back();
    if (word == name || word == "all") return true;
  }
  return false;
}

bool is_comment_alone(const std::string& line) {
  const auto begin = line.find_first_not_of(" \t");
  return begin != std::string::npos && line.compare(begin, 2, "//") == 0;
}

}  // namespace

Suppressions::Row Suppressions::row_of(const std::string& text) {
  std::istringstream words(text);
  std::string id, kernel, place, more;
  words >> id >> kernel >> place;
  if (place.empty()) throw OptionError("a line is: class kernel file:line (or * for any)");
  if (words >> more) throw OptionError(fmt::format("'{}' is one word too many", more));
  Row row;
  if (id != "*") {
    row.id = class_named(id);
    if (!row.id) throw OptionError(fmt::format("there is no class '{}'", id));
  }
  if (kernel != "*") {
    try {
      row.kernel.emplace(kernel);
    } catch (const std::regex_error& error) {
      throw OptionError(fmt::format("'{}' is no regular expression: {}", kernel, error.what()));
    }
  }
  if (place == "*") return row;
  const auto colon = place.rfind(':');
  row.file = place.substr(0, colon);
  if (colon != std::string::npos) {
    const char* end = place.data() + place.size();
    const auto [stop, error] = std::from_chars(place.data() + colon + 1, end, row.line);
    if (error != std::errc() || stop != end || row.line == 0) {
      throw OptionError(fmt::format("'{}' is no file:line", place));
    }
  }
  return row;
}

void Suppressions::read(const std::string& file) {
  const auto text = support::read_file(file);
  if (!text) throw OptionError(fmt::format("cannot read the suppressions in {}", file));
  std::istringstream lines(*text);
  unsigned number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    line = line.substr(0, line.find('#'));
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    try {
      rows_.push_back(row_of(line));
    } catch (const OptionError& error) {
      throw OptionError(fmt::format("{}:{}: {}", file, number, error.what()));
    }
  }
}

bool Suppressions::covers(const Row& row, const Finding& finding) {
  if (row.id && *row.id != finding.id) return false;
  if (row.kernel && !std::regex_search(finding.kernel, *row.kernel)) return false;
  if (row.file.empty()) return true;
  return any_place(finding, [&](const Place& place) {
    return is_file(place.file, row.file) && (row.line == 0 || row.line == place.line);
  });
}

bool Suppressions::covers(const Finding& finding) const {
  return std::ranges::any_of(rows_, [&](const Row& row) { return covers(row, finding); });
}

bool is_ignored_in_source(const Finding& finding) {
  const auto name = row(finding.id).name;
  return any_place(finding, [&](const Place& place) {
    if (place.file.empty()) return false;
    const auto here = support::source_line(place.file, place.line);
    if (here && names(*here, name)) return true;
    const auto before = support::source_line(place.file, place.line - 1);
    return before && is_comment_alone(*before) && names(*before, name);
  });
}

}  // namespace heddle::checker
