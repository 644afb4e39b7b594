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
