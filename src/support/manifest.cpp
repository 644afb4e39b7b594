// SPDX-License-Identifier: Apache-2.0
#include "support/manifest.h"

#include "support/hash.h"
#include "support/read_file.h"

namespace heddle::support {
namespace {

constexpr std::size_t kHashLength = 32;

}  // namespace

std::string content_hash(std::string_view contents) {
  return hash128(contents.data(), contents.size()).hex();
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

std::string manifest_of(std::string_view result, const std::vector<std::string>& files) {
  std::string text = content_hash(result) + " program\n";
  for (const std::string& file : files) {
    text += content_hash(read_file(file).value_or("")) + ' ' + file + '\n';
  }
  return text;
}

std::vector<std::string> files_in(const std::string& manifest) {
  std::vector<std::string> files;
  std::size_t at = 0;
  while (at < manifest.size()) {
    const std::size_t end = manifest.find('\n', at);
    if (end == std::string::npos || end <= at + kHashLength) return {};
    // Without the result's own line, which is the first.
    if (at > 0) files.push_back(manifest.substr(at + kHashLength + 1, end - at - kHashLength - 1));
    at = end + 1;
  }
  return files;
}

bool is_current(const std::string& manifest, std::string_view result) {
  // Of a damaged text there are none, and it is not the one that no files make.
  return manifest_of(result, files_in(manifest)) == manifest;
}

}  // namespace heddle::support
