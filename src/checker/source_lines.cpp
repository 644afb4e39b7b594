// SPDX-License-Identifier: Apache-2.0
#include "checker/source_lines.h"

#include <map>
#include <mutex>
#include <vector>

#include "support/read_file.h"

namespace heddle::checker {
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

}  // namespace

std::optional<std::string> source_line(const std::string& file, std::uint32_t line) {
  static std::mutex mutex;
  static auto* const files = new std::map<std::string, std::vector<std::string>>;
  std::lock_guard lock(mutex);
  auto it = files->find(file);
  if (it == files->end()) it = files->emplace(file, lines_of(file)).first;
  if (line == 0 || line > it->second.size()) return std::nullopt;
  return it->second[line - 1];
}

}  // namespace heddle::checker
