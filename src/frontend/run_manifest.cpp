// SPDX-License-Identifier: Apache-2.0
#include "frontend/run_manifest.h"

#include <fstream>
#include <iterator>

#include "support/hash.h"

namespace heddle::frontend {
namespace {

constexpr std::size_t kHashLength = 32;

std::string contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace

std::string content_hash(std::string_view contents) {
  return support::hash128(contents.data(), contents.size()).hex();
}

std::vector<std::string> rule_files(const std::string& rule) {
  std::vector<std::string> files;
  std::string file;
  const auto flush = [&] {
    if (!file.empty()) files.push_back(file);
    file.clear();
  };
  std::size_t i = rule.find(": ");
  for (i = i == std::string::npos ? rule.size() : i + 2; i < rule.size(); ++i) {
    const char c = rule[i];
    if (c == '\\' && i + 1 < rule.size() && rule[i + 1] == '\n') {
      ++i;
      flush();
    } else if (c == '\\' && i + 1 < rule.size() && rule[i + 1] == ' ') {
      file += rule[++i];
    } else if (c == '$' && i + 1 < rule.size() && rule[i + 1] == '$') {
      file += rule[++i];
    } else if (c == ' ' || c == '\n') {
      flush();
    } else {
      file += c;
    }
  }
  flush();
  return files;
}

std::string manifest_of(std::string_view program, const std::vector<std::string>& files) {
  std::string text = content_hash(program) + " program\n";
  for (const std::string& file : files) text += content_hash(contents(file)) + ' ' + file + '\n';
  return text;
}

bool is_current(const std::string& manifest, std::string_view program) {
  std::vector<std::string> files;
  std::size_t at = 0;
  while (at < manifest.size()) {
    const std::size_t end = manifest.find('\n', at);
    if (end == std::string::npos || end <= at + kHashLength) return false;
    const std::string name = manifest.substr(at + kHashLength + 1, end - at - kHashLength - 1);
    // Without the program's own line, which is the first.
    if (at > 0) files.push_back(name);
    at = end + 1;
  }
  return !files.empty() && manifest_of(program, files) == manifest;
}

}  // namespace heddle::frontend
