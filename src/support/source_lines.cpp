// SPDX-License-Identifier: Apache-2.0
#include "support/source_lines.h"

#include <cctype>
#include <map>
#include <mutex>
#include <vector>

#include "support/read_file.h"

namespace heddle::support {
namespace {

std::vector<std::string> lines_of(const std::string& file) {
  std::vector<std::string> lines;
  const auto text = support::read_file(file);
  if (!text) return lines;
  std::size_t begin = 0;
  while (begin < text->size()) {
    const auto end = std::min(text->find('\n', begin), text->size());
    lines.push_back(text->substr(begin, end - begin));
    if (lines.back().ends_with('\r')) lines.back().pop_back();
    begin = end + 1;
  }
  return lines;
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

std::size_t end_of_word(const std::string& line, std::size_t at) {
  while (at < line.size() && is_word(line[at])) ++at;
  return at;
}

// The bracket that belongs to the one at `at`, in steps of 1 or -1; npos: it is in another line.
std::size_t partner(const std::string& line, std::size_t at, int step) {
  int depth = 0;
  for (auto i = at; i < line.size(); i += static_cast<std::size_t>(step)) {
    if (line[i] == '[' || line[i] == '(') depth += step;
    if (line[i] == ']' || line[i] == ')') depth -= step;
    if (depth == 0) return i;
  }
  return std::string::npos;
}

// Behind names, brackets and members that follow each other.
std::size_t end_of_postfix(const std::string& line, std::size_t at) {
  at = end_of_word(line, at);
  while (at < line.size()) {
    if (line[at] == '[' || line[at] == '(') {
      const auto close = partner(line, at, 1);
      if (close == std::string::npos) break;
      at = close + 1;
    } else if (line[at] == '.') {
      at = end_of_word(line, at + 1);
    } else if (line.compare(at, 2, "->") == 0) {
      at = end_of_word(line, at + 2);
    } else {
      break;
    }
  }
  return at;
}

// The same towards the beginning: of what ends in front of `end`.
std::size_t begin_of_postfix(const std::string& line, std::size_t end) {
  auto at = end;
  for (;;) {
    while (at > 0 && (line[at - 1] == ']' || line[at - 1] == ')')) {
      const auto open = partner(line, at - 1, -1);
      if (open == std::string::npos) return at;
      at = open;
    }
    while (at > 0 && is_word(line[at - 1])) --at;
    if (at > 0 && line[at - 1] == '.') {
      --at;
    } else if (at > 1 && line.compare(at - 2, 2, "->") == 0) {
      at -= 2;
    } else {
      return at;
    }
  }
}

}  // namespace

std::size_t end_of_expression(const std::string& line, std::size_t begin) {
  std::size_t end = begin;
  while (end < line.size() && is_word(line[end])) ++end;
  if (end == begin) return begin + 1;
  if (end == line.size() || (line[end] != '[' && line[end] != '(')) return end;
  const char open = line[end], close = open == '[' ? ']' : ')';
  int depth = 0;
  for (std::size_t i = end; i < line.size(); ++i) {
    if (line[i] == open) ++depth;
    if (line[i] == close && --depth == 0) return i + 1;
  }
  return end;
}

// Whether a * there has an operand on its right only.
static bool dereferences(const std::string& line, std::size_t column) {
  if (line[column] != '*' || column + 1 >= line.size() || !is_word(line[column + 1])) return false;
  const auto before = column == 0 ? std::string::npos : line.find_last_not_of(" \t", column - 1);
  if (before == std::string::npos) return true;
  const char last = line[before];
  return !is_word(last) && last != ')' && last != ']';
}

std::string expression_at(const std::string& line, std::size_t column) {
  if (column >= line.size()) return "";
  std::size_t begin = column, end = column;
  if (dereferences(line, column)) {
    return line.substr(column, end_of_postfix(line, column + 1) - column);
  }
  if (is_word(line[column])) {
    begin = begin_of_postfix(line, end_of_word(line, column));
    end = end_of_postfix(line, column);
  } else {
    while (end > 0 && line[end - 1] == ' ') --end;
    begin = begin_of_postfix(line, end);
  }
  return line.substr(begin, end - begin);
}

std::optional<std::string> source_line(const std::string& file, std::uint32_t line) {
  static std::mutex mutex;
  static auto* const files = new std::map<std::string, std::vector<std::string>>;
  std::lock_guard lock(mutex);
  auto it = files->find(file);
  if (it == files->end()) it = files->emplace(file, lines_of(file)).first;
  if (line == 0 || line > it->second.size()) return std::nullopt;
  return it->second[line - 1];
}

}  // namespace heddle::support
