// SPDX-License-Identifier: Apache-2.0
#include "frontend/words.h"

namespace heddle::frontend {
namespace {

std::vector<std::string> split_quoted(std::string_view text, std::string_view separators) {
  std::vector<std::string> words;
  std::string word;
  bool started = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      word += text[++i];
      started = true;
    } else if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        word += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      started = true;
    } else if (separators.find(c) != std::string_view::npos) {
      if (started) words.push_back(word);
      word.clear();
      started = false;
    } else {
      word += c;
      started = true;
    }
  }
  if (started) words.push_back(word);
  return words;
}

}  // namespace

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = text.find(separator);
    if (end != 0) parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return parts;
}

std::vector<std::string> split_tool_options(std::string_view text) {
  return split_quoted(text, ", \t");
}

std::vector<std::string> split_response(std::string_view text) {
  return split_quoted(text, " \t\r\n");
}

}  // namespace heddle::frontend
