// SPDX-License-Identifier: Apache-2.0
#include "frontend/options.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/failure.h"
#include "frontend/option_row.h"
#include "frontend/words.h"
#include "support/read_file.h"

namespace heddle::frontend {
namespace {

struct Match {
  const OptionRow* row = nullptr;
  std::string_view name;
};

// A full name (with or without "=value") wins over a name that is only the beginning of the word,
// and a longer beginning over a shorter one: -MD is not -M, -isystem is not -I.
Match find_row(std::string_view word) {
  const std::string_view head = word.substr(0, word.find('='));
  Match prefix;
  for (const OptionRow& row : option_table()) {
    for (std::string_view rest = row.names; !rest.empty();) {
      const std::string_view name = rest.substr(0, rest.find(' '));
      rest.remove_prefix(std::min(rest.size(), name.size() + 1));
      if (head == name && (row.kind != ValueKind::kNone || head == word)) return {&row, name};
      const bool open_end = row.kind == ValueKind::kJoined || row.kind == ValueKind::kAttached;
      if (open_end && word.starts_with(name) && !name.starts_with("--") &&
          name.size() > prefix.name.size()) {
        prefix = {&row, name};
      }
    }
  }
  return prefix;
}

bool is_boolean_word(std::string_view word) {
  return word == "true" || word == "false";
}

bool is_kind_word(std::string_view word) {
  return !word.empty() && word.find_first_of("./@") == std::string_view::npos && word[0] != '-';
}

// Files that include each other several times would make 2^20 of a few.
constexpr int kMostFiles = 1000;

// Replaces @file by the words of the file, at any depth.
void expand(const std::string& word, std::vector<std::string>& out, int depth, int& files) {
  if (!word.starts_with('@') || word.size() == 1) {
    out.push_back(word);
    return;
  }
  const std::string path = word.substr(1);
  const auto text = support::read_file(path);
  if (!text) throw Failure(fmt::format("cannot read the response file '{}'", path));
  if (++files > kMostFiles) throw Failure("too many response files include each other");
  if (depth > 20) throw Failure(fmt::format("response file '{}' includes itself", path));
  for (const std::string& inner : split_response(*text)) expand(inner, out, depth + 1, files);
}

std::vector<std::string> expand_all(std::span<const std::string> given) {
  std::vector<std::string> words;
  int files = 0;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const bool names_file = given[i] == "-optf" || given[i] == "--options-file";
    if (names_file && i + 1 == given.size()) throw Failure(given[i] + " needs a file");
    if (names_file) {
      expand("@" + given[++i], words, 0, files);
    } else {
      expand(given[i], words, 0, files);
    }
  }
  return words;
}

}  // namespace

Options parse_options(std::span<const std::string> given) {
  const std::vector<std::string> words = expand_all(given);
  Options options;
  // Anywhere on the line, it holds for all of it.
  const bool forward_unknown = std::ranges::any_of(words, [](const std::string& word) {
    return word.ends_with("-forward-unknown-to-host-compiler");
  });
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (!word.starts_with('-') || word == "-") {
      options.inputs.push_back(word);
      continue;
    }
    const auto [row, name] = find_row(word);
    if (row == nullptr && forward_unknown) {
      options.host_compiler.push_back(word);
      continue;
    }
    if (row == nullptr) {
      throw Failure(fmt::format(
          "unknown option '{}' (options for the host compiler go after -Xcompiler)", word));
    }
    std::string_view value = std::string_view(word).substr(name.size());
    const bool has_value = !value.empty();
    if (value.starts_with('=') && row->kind != ValueKind::kAttached) value.remove_prefix(1);
    switch (row->kind) {
      case ValueKind::kNone:
      case ValueKind::kAttached:
        break;
      case ValueKind::kKind:
        if (!has_value && i + 1 < words.size() && is_kind_word(words[i + 1])) value = words[++i];
        break;
      case ValueKind::kBool:
        if (!has_value) value = "true";
        if (!has_value && i + 1 < words.size() && is_boolean_word(words[i + 1])) value = words[++i];
        break;
      case ValueKind::kValue:
      case ValueKind::kJoined:
        if (has_value) break;
        if (i + 1 == words.size()) throw Failure(fmt::format("option '{}' needs a value", word));
        value = words[++i];
        break;
    }
    try {
      row->apply(options, value);
    } catch (const Failure& failure) {
      throw Failure(fmt::format("{}: {}", name, failure.what()));
    }
  }
  return options;
}

std::string options_help() {
  std::string text;
  for (const OptionRow& row : option_table()) {
    if (row.help.empty()) continue;
    std::string names;
    for (const std::string& name : split(row.names, ' ')) {
      names += (names.empty() ? "" : ", ") + name;
    }
    if (row.kind == ValueKind::kBool) names += "=true|false";
    text += names.size() > 34 ? fmt::format("  {}\n  {:34}  {}\n", names, "", row.help)
                              : fmt::format("  {:34}  {}\n", names, row.help);
  }
  return text;
}

namespace {

std::string value_name(const OptionRow& row) {
  if (!row.values.empty()) return std::string(row.values);
  switch (row.kind) {
    case ValueKind::kNone:
    case ValueKind::kAttached:
    case ValueKind::kKind:
      return "";
    case ValueKind::kBool:
      return "true|false";
    case ValueKind::kValue:
    case ValueKind::kJoined:
      break;
  }
  return "VALUE";
}

}  // namespace

std::vector<support::OptionText> option_texts() {
  std::vector<support::OptionText> texts;
  for (const OptionRow& row : option_table()) {
    if (row.help.empty()) continue;
    texts.push_back({split(row.names, ' '), value_name(row), std::string(row.help)});
  }
  return texts;
}

}  // namespace heddle::frontend
