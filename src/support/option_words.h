// SPDX-License-Identifier: Apache-2.0
// Options of a tool as a table of rows, and as one string: they reach a process that is looked at
// as a variable of its environment.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::support {

// One sentence for the user.
struct OptionError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <class Options>
struct OptionRow {
  std::string_view name;
  std::string_view value;  // what the help calls it; empty: takes none
  std::string_view sentence;
  void (*set)(Options&, const std::string&);
};

// A number from 0 to `most`; throws OptionError.
std::uint64_t number_in(const std::string& value, std::uint64_t most);

// The value of the option that words[used] begins with; `used` goes on behind it. `takes_one`: it
// must have one, else it must not. Throws OptionError.
std::string take_value(std::span<const std::string> words, std::size_t& used, bool takes_one);
std::string help_line(std::string_view name, std::string_view value, std::string_view sentence);

// Reads options from the beginning of `words`; returns how many words they are. Throws OptionError.
template <class Options, std::size_t n>
std::size_t read_option_rows(const OptionRow<Options> (&rows)[n],
                             std::span<const std::string> words, Options& options) {
  std::size_t used = 0;
  while (used < words.size() && words[used].starts_with('-') && words[used] != "--") {
    const auto name = std::string_view(words[used]).substr(0, words[used].find('='));
    const auto row = std::ranges::find(rows, name, &OptionRow<Options>::name);
    if (row == std::end(rows) && !name.starts_with("--")) break;  // none of this tool's
    if (row == std::end(rows)) throw OptionError("unknown option '" + std::string(name) + "'");
    const auto value = take_value(words, used, !row->value.empty());
    try {
      row->set(options, value);
    } catch (const OptionError& error) {
      throw OptionError(std::string(name) + ": " + error.what());
    }
  }
  return used;
}

// A line for each option.
template <class Options, std::size_t n>
std::string option_rows_help(const OptionRow<Options> (&rows)[n]) {
  std::string text;
  for (const auto& row : rows) text += help_line(row.name, row.value, row.sentence);
  return text;
}

// Words in one string, as a shell would split it; and back.
std::string join_words(std::span<const std::string> words);
std::vector<std::string> split_words(const std::string& text);

}  // namespace heddle::support
