// SPDX-License-Identifier: Apache-2.0
#include "support/option_words.h"

#include <fmt/format.h>

#include <charconv>

namespace heddle::support {

std::uint64_t number_in(const std::string& value, std::uint64_t most) {
  std::uint64_t result = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), result);
  if (error != std::errc() || end != value.data() + value.size() || result > most) {
    throw OptionError(fmt::format("'{}' is not a number from 0 to {}", value, most));
  }
  return result;
}

std::string take_value(std::span<const std::string> words, std::size_t& used, bool takes_one) {
  const std::string& word = words[used++];
  const auto equals = word.find('=');
  const auto name = std::string_view(word).substr(0, equals);
  if (equals != std::string::npos) {
    if (!takes_one) throw OptionError(fmt::format("{} takes no value", name));
    return word.substr(equals + 1);
  }
  if (!takes_one) return "";
  if (used == words.size()) throw OptionError(fmt::format("{} needs a value", name));
  return words[used++];
}

std::string help_line(std::string_view name, std::string_view value, std::string_view sentence) {
  return fmt::format("  {:<32} {}\n", fmt::format("{} {}", name, value), sentence);
}

// That a shell takes for itself.
static bool is_plain(std::string_view word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./=,:@%";
  return !word.empty() && word.find_first_not_of(kPlain) == word.npos;
}

std::string join_words(std::span<const std::string> words) {
  std::string text;
  for (const auto& word : words) {
    if (!text.empty()) text += ' ';
    if (is_plain(word)) {
      text += word;
      continue;
    }
    text += '\'';
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    text += '\'';
  }
  return text;
}

std::vector<std::string> split_words(const std::string& text) {
  std::vector<std::string> words;
  bool inside = false;  // of a word
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) {
      inside = false;
      continue;
    }
    if (!inside) words.emplace_back();
    inside = true;
    if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (quote != '\'' && c == '\\' && i + 1 < text.size()) {
      words.back() += text[++i];
    } else {
      words.back() += c;
    }
  }
  return words;
}

}  // namespace heddle::support
